/** @import { Endpoint } from './endpoint.js' */
/** @import { extensionFailureCodes } from '../../../src/shared/contract/errors.ts' */
import { isRecord, readText } from './reading.js';

/** @typedef {(typeof extensionFailureCodes)[number]} Code */

/** The extension says no: a code that the app knows, and a sentence for a person. */
export class ProviderFailure extends Error {
  /**
   * @param {Code} code
   * @param {string} message
   * @param {{ retryAfterSeconds?: number }} [data]
   */
  constructor(code, message, data = {}) {
    super(message);
    this.name = 'ProviderFailure';
    this.code = code;
    this.data = data;
  }
}

const longestErrorBody = 65_536;

/**
 * @param {Endpoint} endpoint
 * @param {Response} response not a 2xx
 * @param {string | null} key taken out of anything that the service says
 */
export async function failureOfResponse(endpoint, response, key) {
  const body = await readText(response, longestErrorBody).catch(() => '');
  const error = errorIn(body);
  const retryAfterSeconds = retryAfter(response.headers, Date.now());
  const { status } = response;
  if (!error && [400, 404, 405, 422].includes(status)) {
    return new ProviderFailure(
      'invalid-response',
      `${endpoint.host} answered ${status}, but not as a Chat Completions service does.`,
    );
  }
  return failureOf(endpoint, status, error ?? {}, key, retryAfterSeconds);
}

/**
 * An error that arrived in the middle of an answer.
 * @param {Endpoint} endpoint
 * @param {unknown} payload the value of `error`
 * @param {string | null} key
 */
export function failureOfPayload(endpoint, payload, key) {
  const error = errorOf(payload) ?? {};
  return failureOf(endpoint, Number(error.code) || statusByWord(error), error, key, undefined);
}

/**
 * @param {Endpoint} endpoint
 * @param {unknown} thrown by `fetch` or by reading its body
 * @param {'before' | 'during'} moment
 * @param {AbortSignal | undefined} signal
 */
export function failureOfThrown(endpoint, thrown, moment, signal) {
  if (thrown instanceof ProviderFailure) return thrown;
  const { host } = endpoint;
  const reason = isRecord(thrown) ? thrown : {};
  if (reason.name === 'TimeoutError') return new ProviderFailure('timeout', `${host} did not answer in time.`);
  if (signal?.aborted) return new ProviderFailure('cancelled', 'The request was stopped.');
  const cause = isRecord(reason.cause) ? String(reason.cause.code ?? '') : '';
  if (/TIMEOUT|ETIMEDOUT/.test(cause)) return new ProviderFailure('timeout', `${host} did not answer in time.`);
  if (moment === 'during') return brokenOff(endpoint);
  if (cause === 'ECONNREFUSED') return new ProviderFailure('network', `Nothing answers at ${host}.`);
  if (/ENOTFOUND|EAI_AGAIN/.test(cause)) return new ProviderFailure('network', `No address was found for ${host}.`);
  if (/CERT|SELF_SIGNED|SSL|TLS/.test(cause)) {
    return new ProviderFailure('network', `The certificate of ${host} could not be trusted.`);
  }
  return new ProviderFailure('network', `The connection to ${host} failed.`);
}

/** @param {Endpoint} endpoint */
export const brokenOff = (endpoint) =>
  new ProviderFailure('network', `The connection to ${endpoint.host} broke off. The answer so far is kept.`);

/**
 * @param {Headers} headers
 * @param {number} now in milliseconds
 * @returns {number | undefined} seconds; the header holds seconds or a date
 */
export function retryAfter(headers, now) {
  const text = headers.get('retry-after')?.trim();
  if (!text) return undefined;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : (Date.parse(text) - now) / 1000;
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined;
}

/** @typedef {{ message?: string, code?: string, type?: string }} ServiceError */

/**
 * @param {Endpoint} endpoint
 * @param {number} status
 * @param {ServiceError} error
 * @param {string | null} key
 * @param {number | undefined} retryAfterSeconds
 */
function failureOf({ host }, status, error, key, retryAfterSeconds) {
  const said = quoted(error.message, key);
  const data = retryAfterSeconds === undefined ? {} : { retryAfterSeconds };
  /** @type {(code: Code, sentence: string) => ProviderFailure} */
  const no = (code, sentence) => new ProviderFailure(code, `${sentence}${said}`, data);

  if (isTooLarge(status, error))
    return no('context-too-large', `The conversation is too long for this model of ${host}.`);
  if (error.code === 'insufficient_quota' || error.type === 'insufficient_quota' || status === 402) {
    return no('provider-credit', `The account with ${host} has no credit left.`);
  }
  if (status === 401) return no('provider-auth', `${host} did not accept the key.`);
  if (status === 403) return no('provider-auth', `${host} does not allow this with the key.`);
  if (status === 429) return no('provider-rate-limited', `${host} is asked too often.`);
  if (status === 408) return no('timeout', `${host} gave up waiting.`);
  if (status === 425 || status === 503 || status === 529) return no('provider-overloaded', `${host} is overloaded.`);
  if (status >= 400 && status < 500) return no('invalid-request', `${host} refused the request.`);
  if (status >= 300 && status < 400) return no('invalid-response', `${host} sent the request elsewhere.`);
  return no('provider-error', `${host} failed${status >= 500 ? ` with status ${status}` : ''}.`);
}

/**
 * @param {number} status
 * @param {ServiceError} error
 */
const isTooLarge = (status, { code, message }) =>
  status === 413 ||
  code === 'context_length_exceeded' ||
  (status !== 429 &&
    /context (length|window|size)|maximum context|too many tokens|prompt is too long/i.test(message ?? ''));

/** @param {ServiceError} error */
function statusByWord({ code = '', type = '' }) {
  const words = `${code} ${type}`;
  if (/rate_limit|too_many_requests/.test(words)) return 429;
  if (/invalid_api_key|authentication/.test(words)) return 401;
  if (/overloaded|unavailable/.test(words)) return 503;
  if (/invalid_request/.test(words)) return 400;
  return 0;
}

/** @param {string} body */
function errorIn(body) {
  try {
    const parsed = JSON.parse(body);
    const answer = Array.isArray(parsed) ? parsed[0] : parsed;
    return errorOf(isRecord(answer) ? (answer.error ?? answer) : answer);
  } catch {
    return null;
  }
}

/**
 * Services differ: `{ message, code, type }`, a plain text, or `{ detail }`.
 * @param {unknown} value
 * @returns {ServiceError | null}
 */
function errorOf(value) {
  if (typeof value === 'string') return { message: value };
  if (!isRecord(value)) return null;
  const message = value.message ?? value.detail;
  return {
    message: typeof message === 'string' ? message : message === undefined ? undefined : JSON.stringify(message),
    code: value.code === undefined || value.code === null ? undefined : String(value.code),
    type: typeof value.type === 'string' ? value.type : undefined,
  };
}

/**
 * What the service said, shortened and without the key.
 * @param {string | undefined} message
 * @param {string | null} key
 */
function quoted(message, key) {
  if (!message?.trim()) return '';
  const safe = (key ? message.replaceAll(key, '[key]') : message).replaceAll(/\s+/g, ' ').trim();
  return ` It says: ${safe.length > 300 ? `${safe.slice(0, 300)}…` : safe}`;
}
