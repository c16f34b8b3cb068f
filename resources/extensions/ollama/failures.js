/** @import { ExtensionHttp, HttpRequest } from '../../../src/shared/contract/extension-api/extension-http.ts' */
/** @import { ExtensionFailureCode } from '../../../src/shared/contract/errors.ts' */
import { isRecord, parseRecord, recordOf, textOf } from './json.js';

/**
 * @param {ExtensionFailureCode} code
 * @param {string} message a sentence for the person
 */
export const failure = (code, message) => Object.assign(new Error(message), { code });

/** @param {unknown} thrown */
export const codeOf = (thrown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined);

/**
 * Failure codes by Ollama's messages, where the status is less precise.
 * @type {readonly [RegExp, ExtensionFailureCode][]}
 */
const meanings = [
  [/context (size|length|window)|exceed_context_size|input length exceeds/i, 'context-too-large'],
  [/maximum pending requests|server busy/i, 'provider-overloaded'],
  // A retry would fail again.
  [/requires more (system )?memory|not found|does not support|invalid model/i, 'invalid-request'],
  [/unauthorized/i, 'provider-auth'],
];

/**
 * Interprets an error response of Ollama, for `context.http`.
 * @param {string} host
 * @returns {NonNullable<HttpRequest['explain']>}
 */
export const explain =
  (host) =>
  ({ status, body }) => {
    const errorMessage = errorIn(body);
    const plain = plainWords(body);
    const isPage = typeof body === 'string' && plain === '' && body.trim() !== '';
    const isElsewhere = [404, 405].includes(status) && (errorMessage === '' || plain !== '');
    if (isElsewhere || (isPage && [400, 422].includes(status))) {
      const message = `${host} does not answer as Ollama does. Check the base URL: it ends before /v1 or /api.`;
      return { code: 'invalid-response', message: `${message}${quote(plain)}` };
    }
    // These statuses are about access, and precise enough.
    const code = [401, 403, 429].includes(status) ? undefined : meaningOf(errorMessage);
    if (code === undefined) {
      return plain && [400, 422].includes(status) ? { message: `${host} refused the request.${quote(plain)}` } : null;
    }
    return isNested(body) ? { code, message: `Ollama says: ${errorMessage}` } : { code };
  };

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
 * @param {unknown} body `{ error }`
 * @param {readonly string[]} secrets
 */
export function failureInAnswer(http, host, body, secrets) {
  const errorMessage = errorIn(body);
  return http.failure(host, 0, errorMessage, { secrets, code: meaningOf(errorMessage) ?? 'provider-error' });
}

/**
 * @param {string} host
 * @param {unknown} thrown when there was no response
 * @returns {unknown} with advice, if the connection was refused
 */
export function notRunning(host, thrown) {
  const reason = recordOf(recordOf(recordOf(thrown).cause).cause);
  if (codeOf(thrown) !== 'network' || reason.code !== 'ECONNREFUSED') return thrown;
  return failure('network', `Ollama is not running at ${host}. Start it, then retry.`);
}

/** @param {string} errorMessage */
const meaningOf = (errorMessage) => meanings.find(([pattern]) => pattern.test(errorMessage))?.[1];

/**
 * @param {unknown} body `{ error }`; the text may be JSON from the model runner
 * @returns {string}
 */
export function errorIn(body) {
  if (typeof body === 'string') return plainWords(body);
  const { error } = recordOf(body);
  if (isRecord(error)) return textOf(error.message) || errorIn(error);
  const text = textOf(error);
  const nested = text.startsWith('{') ? errorIn(parseRecord(text)) : '';
  return nested || text;
}

/** @param {unknown} body */
const isNested = (body) => textOf(recordOf(body).error).startsWith('{');
