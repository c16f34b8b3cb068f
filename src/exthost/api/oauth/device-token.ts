import type { ExtensionFetch } from '../../../shared/contract/extension-api/extension-fetch.ts';
import type { ExtensionOAuth } from '../../../shared/contract/extension-api/extension-oauth.ts';
import { LinkedController } from '../../../shared/linked-controller.ts';
import { wait } from '../../wait.ts';
import { errorMessageIn, withoutSecrets } from '../http/error-message.ts';
import { HttpFailure } from '../http/http-failure.ts';
import { networkFailure } from '../http/network-failure.ts';
import { readText } from '../http/read-body.ts';
import { retryAfter } from '../http/retry-after.ts';
import { statusFailure } from '../http/status-failure.ts';

type Options = Parameters<ExtensionOAuth['pollDeviceToken']>[0];
type Fields = Record<string, unknown>;
type Answer =
  | { type: 'token'; fields: Fields }
  | { type: 'later'; slower: boolean; retryAfterSeconds?: number | undefined };

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
/** Seconds that `slow_down` adds to the polling interval (RFC 8628). */
const slowDown = 5;
/** Timeout of one request in milliseconds. */
const longestQuestion = 30_000;
const longestAnswer = 1_000_000;

/** Polls the token endpoint until the person has signed in (RFC 8628). @param pause waits so many milliseconds */
export async function pollDeviceToken(fetch: ExtensionFetch, options: Options, pause = wait): Promise<Fields> {
  const { signal, expiresIn } = options;
  const endsAt = performance.now() + expiresIn * 1000;
  const left = () => endsAt - performance.now();
  let interval = options.interval ?? 5;
  for (;;) {
    const rest = Math.max(0, left());
    await pause(Math.min(interval * 1000, rest), signal);
    // Not by the clock: a timer may end a little before its time.
    if (!signal.aborted && interval * 1000 >= rest) throw expired();
    const answer = await ask(fetch, options, Math.min(longestQuestion, left()));
    if (answer.type === 'token') return answer.fields;
    if (answer.slower) interval += slowDown;
    interval = Math.max(interval, answer.retryAfterSeconds ?? 0);
  }
}

const expired = () => new HttpFailure('timeout', 'The code has expired. Start the sign-in again.');

async function ask(
  fetch: ExtensionFetch,
  { tokenUrl, clientId, deviceCode, fields, signal }: Options,
  limit: number,
): Promise<Answer> {
  const { host } = new URL(tokenUrl);
  const form = new URLSearchParams({
    ...fields,
    grant_type: deviceGrant,
    device_code: deviceCode,
    client_id: clientId,
  });
  const question = new LinkedController([signal], limit);
  let response: Response;
  let text: string | null;
  try {
    response = await fetch(tokenUrl, {
      method: 'POST',
      headers: { accept: 'application/json' },
      body: form,
      signal: question.signal,
    });
    text = await readText(response, { host, signal: question.signal }, longestAnswer);
  } catch (thrown) {
    if (signal.aborted) throw new HttpFailure('cancelled', 'The sign-in was stopped.');
    const failure = networkFailure(host, thrown, 'before', question.signal);
    // After a lost connection or a timeout it polls again, at a longer interval.
    if (failure instanceof HttpFailure && (failure.code === 'network' || failure.code === 'timeout')) {
      return { type: 'later', slower: true };
    }
    throw failure;
  } finally {
    question.end();
  }
  return read(host, response, text ?? '', deviceCode);
}

function read(host: string, { ok, status, headers }: Response, text: string, deviceCode: string): Answer {
  const body = parse(text);
  const error = body?.error;
  // Some services report errors with status 200.
  if (typeof error === 'string') {
    if (error === 'authorization_pending') return { type: 'later', slower: false };
    if (error === 'slow_down') return { type: 'later', slower: true };
    if (error === 'expired_token') throw expired();
    const errorMessage = withoutSecrets(errorMessageIn(body), [deviceCode]);
    const sentence = error === 'access_denied' ? `${host}: the sign-in was refused.` : `${host} refused the sign-in.`;
    throw new HttpFailure('provider-auth', errorMessage ? `${sentence} It says: ${errorMessage}` : sentence);
  }
  if (ok && typeof body?.access_token === 'string') return { type: 'token', fields: body };
  if (ok) throw new HttpFailure('invalid-response', `${host} answered the sign-in without a token.`);
  if (status === 408 || status === 425 || status === 429 || status >= 500) {
    return { type: 'later', slower: true, retryAfterSeconds: retryAfter(headers, Date.now(), '') };
  }
  throw statusFailure(host, status, errorMessageIn(body), { secrets: [deviceCode] });
}

function parse(text: string): Fields | null {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Fields) : null;
  } catch {
    return null;
  }
}
