/** @import { ExtensionFailureCode } from '../../../src/shared/contract/errors.ts' */
import { isRecord, textIn } from './reading.js';

/**
 * @typedef {object} ServiceError
 * @property {number} code an HTTP status
 * @property {string} status such as "RESOURCE_EXHAUSTED"
 * @property {string} message
 * @property {Record<string, unknown>[]} details
 */

/**
 * Failure codes by the `status` of an error, where its number is less precise.
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
 * @param {unknown} body of a response, or a part of a stream; the service wraps some in a list
 * @returns {ServiceError | null} null if it is no error
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
 * @returns {ExtensionFailureCode | undefined} undefined if the number is more precise
 */
export function codeOf({ status, message, details }) {
  // This service reports a wrong key as an invalid argument.
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
 * Seconds to wait, from "34.07s".
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
