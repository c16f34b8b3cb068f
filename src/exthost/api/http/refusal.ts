import type { HttpRequest } from '../../../shared/contract/extension-api/extension-http.ts';
import { errorMessageIn, withoutSecrets } from './error-message.ts';
import { HttpFailure } from './http-failure.ts';
import { type BodyOrigin, readText } from './read-body.ts';
import { retryAfter } from './retry-after.ts';
import { statusFailure } from './status-failure.ts';

/** Limit for the body of an error response, in bytes. */
export const longestRefusal = 65_536;

type Asked = Pick<HttpRequest, 'secrets' | 'headers' | 'explain'>;

/** @param response with a status other than 2xx */
export async function refusal(response: Response, origin: BodyOrigin, asked: Asked): Promise<HttpFailure> {
  // If the body breaks off, the status is enough.
  const text = await readText(response, origin, longestRefusal).catch(() => null);
  if (origin.signal?.aborted) return new HttpFailure('cancelled', 'The request was stopped.');
  return refusalOf(origin.host, response, text ?? '', asked);
}

/** @param text of the body, or its beginning */
export function refusalOf(
  host: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
  { secrets = [], headers: sent = {}, explain }: Asked,
): HttpFailure {
  const { body, errorMessage } = parse(text, headers);
  const explained = explain?.({ status, headers, body }) ?? {};
  const retryAfterSeconds = explained.retryAfterSeconds ?? retryAfter(headers, Date.now(), errorMessage || text);
  const isRefused =
    explained.code === undefined ? status === 401 || status === 403 : explained.code === 'provider-auth';
  const hasKey = secrets.some((secret) => secret !== '') || new Headers(sent).has('authorization');
  const code = isRefused && !hasKey ? 'credential-missing' : explained.code;
  const failure = statusFailure(host, status, errorMessage, { secrets, code, retryAfterSeconds });
  if (explained.message === undefined) return failure;
  return new HttpFailure(failure.code, withoutSecrets(explained.message, secrets), { retryAfterSeconds });
}

/** HTML pages are not quoted. */
function parse(text: string, headers: Headers): { body: unknown; errorMessage: string } {
  try {
    const body: unknown = JSON.parse(text);
    return { body, errorMessage: errorMessageIn(body) };
  } catch {
    return { body: text, errorMessage: headers.get('content-type')?.startsWith('text/plain') ? text : '' };
  }
}
