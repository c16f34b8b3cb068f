/** @import { ExtensionFailureCode } from '../../../src/shared/contract/errors.ts' */
import { isRecord, textIn } from './reading.js';

/**
 * Failure codes by the `type` of an error; status 400 is judged by the message.
 * @type {ReadonlyMap<string, ExtensionFailureCode>}
 */
const codes = new Map([
  ['authentication_error', 'provider-auth'],
  ['permission_error', 'provider-auth'],
  ['billing_error', 'provider-credit'],
  ['not_found_error', 'invalid-request'],
  ['request_too_large', 'context-too-large'],
  ['rate_limit_error', 'provider-rate-limited'],
  ['timeout_error', 'timeout'],
  ['api_error', 'provider-error'],
  ['overloaded_error', 'provider-overloaded'],
]);

const tooLong = /prompt is too long|context (window|limit|length)|too many total text bytes|maximum context/i;
const noCredit = /credit balance|usage limits?\b|spend(ing)? limit/i;

/**
 * @param {unknown} body of a response, or an event
 * @returns {{ type: string, message: string } | null} null if it is no error
 */
export function errorIn(body) {
  const error = isRecord(body) ? body.error : null;
  if (isRecord(error)) return { type: textIn(error.type), message: textIn(error.message) };
  return typeof error === 'string' ? { type: '', message: error } : null;
}

/**
 * @param {{ type: string, message: string }} error
 * @returns {ExtensionFailureCode | undefined} undefined if the status is more precise
 */
export function codeOf({ type, message }) {
  if (type === 'invalid_request_error' && tooLong.test(message)) return 'context-too-large';
  if (/^(invalid_request|rate_limit)_error$/.test(type) && noCredit.test(message)) return 'provider-credit';
  return codes.get(type) ?? (type === 'invalid_request_error' ? 'invalid-request' : undefined);
}

/**
 * For `context.http`.
 * @param {{ body: unknown }} refusal
 */
export function explain({ body }) {
  const error = errorIn(body);
  const code = error ? codeOf(error) : undefined;
  return code ? { code } : null;
}
