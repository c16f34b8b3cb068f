/** @import { ExtensionHttp, HttpRequest } from '../../../src/shared/contract/extension-api/extension-http.ts' */
/** @import { ExtensionFailureCode } from '../../../src/shared/contract/errors.ts' */
import { isRecord, recordOf, textOf } from './json.js';

/** @typedef {{ code: string, message: string, param: string }} ServiceError */

/**
 * @param {ExtensionFailureCode} code
 * @param {string} message a sentence for the person
 */
export const failure = (code, message) => Object.assign(new Error(message), { code });

/**
 * Failure codes by the service's error codes. `code` is tried before `type`, which is coarser.
 * @type {ReadonlyMap<string, ExtensionFailureCode>}
 */
const meanings = new Map([
  ['insufficient_quota', 'provider-credit'],
  ['billing_not_active', 'provider-credit'],
  ['billing_hard_limit_reached', 'provider-credit'],
  ['context_length_exceeded', 'context-too-large'],
  ['string_above_max_length', 'context-too-large'],
  ['rate_limit_exceeded', 'provider-rate-limited'],
  ['rate_limit_error', 'provider-rate-limited'],
  ['server_is_overloaded', 'provider-overloaded'],
  ['slow_down', 'provider-overloaded'],
  ['overloaded_error', 'provider-overloaded'],
  ['service_unavailable_error', 'provider-overloaded'],
  ['invalid_api_key', 'provider-auth'],
  ['account_deactivated', 'provider-auth'],
  ['authentication_error', 'provider-auth'],
  ['content_policy_violation', 'provider-refused'],
  ['cyber_policy_violation', 'provider-refused'],
  ['content_filter', 'provider-refused'],
  ['invalid_prompt', 'provider-refused'],
  ['model_not_found', 'invalid-request'],
  ['invalid_image', 'invalid-request'],
  ['invalid_request_error', 'invalid-request'],
  ['server_error', 'provider-error'],
]);

/**
 * Interprets an error response of the service, for `context.http`.
 * @type {NonNullable<HttpRequest['explain']>}
 */
export function explain({ status, body }) {
  const error = errorIn(body);
  // The status is more precise than the type: a 500 may have "invalid_request_error".
  const code = byWords(error) ?? meanings.get(error.code);
  if (code) return { code };
  const plain = plainWords(body);
  const isPage = plain === '' && textOf(body).trim() !== '';
  const isElsewhere = [404, 405].includes(status) && (error.message === '' || plain !== '');
  if (isElsewhere || (isPage && [400, 422].includes(status))) {
    const message = `The base URL in Settings does not lead to a service with a Responses API.${quote(plain)}`;
    return { code: 'invalid-response', message };
  }
  return plain && [400, 422].includes(status) ? { message: `The request was refused.${quote(plain)}` } : null;
}

/**
 * @param {unknown} body of an error response
 * @returns {string} its message; '' if it is an HTML page or no text
 */
const plainWords = (body) => (/^\s*</.test(textOf(body)) ? '' : textOf(body).trim().slice(0, 300));

/** @param {string} words */
const quote = (words) => (words ? ` It says: ${words}` : '');

/**
 * Failure for an error in the middle of an answer.
 * @param {Pick<ExtensionHttp, 'failure'>} http
 * @param {string} host
 * @param {unknown} body an `error` event, or a failed response with its `error`
 * @param {readonly string[]} secrets
 */
export function failureInAnswer(http, host, body, secrets) {
  const error = errorIn(body);
  const code = byWords(error) ?? meanings.get(error.code) ?? meanings.get(error.type) ?? 'provider-error';
  return http.failure(host, 0, error.message, { secrets, code });
}

/**
 * @param {unknown} body `{ error: { … } }`, or the error itself
 * @returns {ServiceError & { type: string }}
 */
export function errorIn(body) {
  const outer = recordOf(Array.isArray(body) ? body[0] : body);
  const error = isRecord(outer.error) ? outer.error : outer;
  return {
    code: textOf(error.code),
    type: textOf(error.type),
    message:
      textOf(error.message) || textOf(outer.error) || textOf(outer.message) || textOf(outer.detail) || plainWords(body),
    param: textOf(error.param),
  };
}

/**
 * By the message, as the codes vary: a thread that is too long cannot be retried, while one that exceeds the
 * limit per minute is not too long for the model.
 * @param {ServiceError} error
 * @returns {ExtensionFailureCode | undefined}
 */
function byWords({ message }) {
  if (/tokens per min|\bTPM\b/i.test(message)) return 'provider-rate-limited';
  return /request too large|maximum context|context (length|window)|input exceeds|too many tokens/i.test(message)
    ? 'context-too-large'
    : undefined;
}
