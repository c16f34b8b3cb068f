/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Service } from './service.js' */
import { createChunkReader } from './chunk-reader.js';
import { codeOf, errorIn, waitOf } from './errors.js';
import { failure, isRecord } from './reading.js';

/**
 * The events of one answer. Leaving the loop early ends the connection.
 * @param {Service} service
 * @param {Response} response
 * @returns {AsyncGenerator<CompletionEvent>}
 */
export async function* readAnswer(service, response) {
  const { host } = service;
  const type = response.headers.get('content-type') ?? '';
  if (/\b(html|xml)\b/.test(type)) {
    await response.body?.cancel();
    throw failure('invalid-response', `${host} answered with a web page instead of an answer.`);
  }
  const reader = createChunkReader();
  const chunks = /\bapplication\/json\b/.test(type)
    ? wholeChunks(service, response)
    : streamedChunks(service, response);
  for await (const chunk of chunks) {
    throwErrorIn(service, chunk);
    if (isRecord(chunk)) yield* reader.take(chunk);
  }
  if (!reader.hasBegun) throw notAnAnswer(host);
  if (reader.failure || !reader.mayEnd) yield* reader.rest();
  if (reader.failure)
    throw failure('provider-error', `The model of ${host} ${reader.failure} What came of it is kept.`);
  if (!reader.mayEnd) throw brokenOff(host);
  yield* reader.finish();
}

/**
 * A service that does not know the kind of stream that was asked for gives all chunks in one list, or one alone.
 * @param {Service} service
 * @param {Response} response
 */
async function* wholeChunks({ http }, response) {
  yield* [await http.json(response)].flat();
}

/**
 * @param {Service} service
 * @param {Response} response
 */
async function* streamedChunks({ host, http }, response) {
  for await (const { data, isWhole } of http.events(response)) {
    if (data.trim() === '[DONE]') return;
    const chunk = parsed(data);
    if (chunk !== undefined) yield chunk;
    else throw isWhole ? notAnAnswer(host) : brokenOff(host);
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {Service} service
 * @param {unknown} chunk
 */
function throwErrorIn({ host, http, key }, chunk) {
  const error = errorIn(chunk);
  if (!error) return;
  const code = codeOf(error);
  const retryAfterSeconds = waitOf(error);
  throw http.failure(host, error.code, error.message, {
    secrets: key === null ? [] : [key],
    ...(code && { code }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/** @param {string} host */
const brokenOff = (host) => failure('network', `The connection to ${host} broke off in the middle of the answer.`);

/** @param {string} host */
const notAnAnswer = (host) => failure('invalid-response', `${host} sent something that is not an answer of a model.`);
