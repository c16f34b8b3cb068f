/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { ExtensionFailureCode } from '../../../src/shared/contract/errors.ts' */
/** @import { Endpoint, Service } from './service.js' */
import { isRecord, recordOf, textOf } from './json.js';

/** A failure of the extension: a code of the app, and a sentence for the person. */
export class ProviderFailure extends Error {
  /**
   * @param {ExtensionFailureCode} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message);
    this.name = 'ProviderFailure';
    this.code = code;
  }
}

/** An error response of the service, with its body. */
export class Refusal extends Error {
  /**
   * @param {Error & { code?: unknown, data?: unknown }} failure of `context.http`
   * @param {number} status
   * @param {unknown} body
   */
  constructor(failure, status, body) {
    super(failure.message);
    this.name = 'Refusal';
    this.code = failure.code;
    this.data = failure.data;
    this.status = status;
    this.body = body;
  }
}

/**
 * Interprets an error response beyond its status.
 * @param {Endpoint} endpoint
 * @param {{ status: number, body: unknown }} answer
 * @returns {ReturnType<NonNullable<import('../../../src/shared/contract/extension-api/extension-http.ts').HttpRequest['explain']>>}
 */
export function explain({ host }, { status, body }) {
  const error = errorIn(body);
  const plain = error ? '' : plainWords(body);
  const isPage = !error && plain === '' && textOf(body).trim() !== '';
  if ((!error && [404, 405].includes(status)) || (isPage && [400, 422].includes(status))) {
    return {
      code: 'invalid-response',
      message: `${host} answered ${status}, but not as a Chat Completions service does. Check the base URL.${quote(plain)}`,
    };
  }
  const serviceError = error ?? { message: plain };
  const code = codeOf(serviceError, status);
  return {
    ...(code && { code }),
    ...(!code && plain && [400, 422].includes(status) && { message: `${host} refused the request.${quote(plain)}` }),
  };
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
 * @param {Service} service
 * @param {unknown} payload the value of `error`
 * @param {readonly string[]} secrets
 */
export function failureOfPayload({ http, host }, payload, secrets) {
  const error = errorOf(payload) ?? {};
  const status = Number(error.code) || 0;
  const code = codeOf(error, status) ?? (status ? undefined : codeByWord(error));
  return http.failure(host, status, error.message ?? '', { secrets, ...(code && { code }) });
}

/** @typedef {{ message?: string | undefined, code?: string | undefined, type?: string | undefined }} ServiceError */

/**
 * Failure code for a message that is more precise than the status.
 * @param {ServiceError} error
 * @param {number} status
 * @returns {ExtensionFailureCode | undefined}
 */
function codeOf({ code = '', type = '', message = '' }, status) {
  if (code === 'context_length_exceeded') return 'context-too-large';
  if (code === 'insufficient_quota' || type === 'insufficient_quota') return 'provider-credit';
  if (code === 'content_filter' || code === 'content_policy_violation') return 'provider-refused';
  // For every status: this limit is about tokens per minute, not about the length of the thread.
  if (/tokens per min|\bTPM\b/i.test(message)) return 'provider-rate-limited';
  const isTooLarge = /context (length|window|size)|maximum context|too many tokens|prompt is too long/i.test(message);
  return isTooLarge && status !== 429 ? 'context-too-large' : undefined;
}

/**
 * @param {ServiceError} error
 * @returns {ExtensionFailureCode | undefined}
 */
function codeByWord({ code = '', type = '' }) {
  const words = `${code} ${type}`;
  if (/rate_limit|too_many_requests/.test(words)) return 'provider-rate-limited';
  if (/invalid_api_key|authentication/.test(words)) return 'provider-auth';
  if (/overloaded|unavailable|capacity/.test(words)) return 'provider-overloaded';
  return /invalid_request/.test(words) ? 'invalid-request' : undefined;
}

/**
 * @param {unknown} body of an error response
 * @returns {ServiceError | null} null unless it has a known form
 */
function errorIn(body) {
  const answer = Array.isArray(body) ? body[0] : body;
  return isRecord(answer) ? errorOf(answer.error ?? answer) : null;
}

/**
 * The forms of services: `{ message, code, type }`, a plain text, or `{ detail }`.
 * @param {unknown} value
 * @returns {ServiceError | null}
 */
function errorOf(value) {
  if (typeof value === 'string') return { message: value };
  if (!isRecord(value)) return null;
  const message = value.message ?? value.detail;
  return {
    message:
      message === undefined || message === null || typeof message === 'string'
        ? textOf(message)
        : JSON.stringify(message),
    code: value.code === undefined || value.code === null ? undefined : String(value.code),
    type: textOf(value.type) || textOf(recordOf(value.error).type),
  };
}
