/** @import { ExtensionFailureCode } from '../../../src/shared/contract/errors.ts' */
import { isRecord, textIn } from './reading.js';

/**
 * @typedef {object} ServiceError
 * @property {number} code a status of HTTP
 * @property {string} status such as "RESOURCE_EXHAUSTED"
 * @property {string} message
 * @property {Record<string, unknown>[]} details
 */

/**
 * What the `status` of an error means, where the number beside it does not say it better.
 * @type {ReadonlyMap<string, ExtensionFailureCode>}
 */
const codes = new Map([
  ['UNAUTHENTICATED', 'provider-auth'],
  ['PERMISSION_DENIED', 'provider-auth'],
  ['RESOURCE_EXHAUSTED', 'provider-rate-limited'],
  ['DEADLINE_EXCEEDED', 'timeout'],
  ['CANCELLED', 'provider-error'],
  ['UNAVAILABLE', 'provider-overloaded'],
  ['INTERNAL', 'provider-error'],
  ['INVALID_ARGUMENT', 'invalid-request'],
  ['FAILED_PRECONDITION', 'invalid-request'],
  ['NOT_FOUND', 'invalid-request'],
]);

/**
 * @param {unknown} body of an answer, or a part of a stream; the service wraps some in a list
 * @returns {ServiceError | null} null when it holds no error
 */
export function errorIn(body) {
  const first = Array.isArray(body) ? body[0] : body;
  const error = isRecord(first) ? first.error : null;
  if (!isRecord(error)) return null;
  const { code, status, message, details } = error;
  return {
    code: Number.isSafeInteger(code) ? Number(code) : 0,
    status: textIn(status),
    message: textIn(message),
    details: Array.isArray(details) ? details.filter(isRecord) : [],
  };
}

/**
 * @param {ServiceError} error
 * @returns {ExtensionFailureCode | undefined} undefined when the number says more
 */
export function codeOf({ status, message, details }) {
  // A key that is wrong is an invalid argument to this service.
  const isKey =
    details.some(({ reason }) => /^API_KEY_/.test(textIn(reason))) ||
    /\bAPI[ _]key (not valid|expired|not found)/i.test(message);
  if (isKey) return 'provider-auth';
  if (/input token count|exceeds the maximum number of tokens|request payload size/i.test(message))
    return 'context-too-large';
  if (/credits? (are|is|has|have) (been )?(depleted|exhausted)|billing (is|has) (not|been)/i.test(message))
    return 'provider-credit';
  return codes.get(status);
}

/**
 * Seconds to wait, out of "34.07s".
 * @param {ServiceError} error
 */
export function waitOf({ details }) {
  const delay = details.map(({ retryDelay }) => /^(\d+(?:\.\d+)?)s$/.exec(textIn(retryDelay))?.[1]).find(Boolean);
  return delay === undefined ? undefined : Math.ceil(Number(delay));
}

/**
 * For `context.http`.
 * @param {{ body: unknown }} refusal
 */
export function explain({ body }) {
  const error = errorIn(body);
  if (!error) return null;
  const code = codeOf(error);
  const retryAfterSeconds = waitOf(error);
  return { ...(code && { code }), ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
}
