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
  // Whether the stream is complete: a list is closed, or a gateway reports it.
  let isDone = /\bapplication\/json\b/.test(type);
  let isHalf = false;
  for await (const chunk of isDone ? wholeChunks(service, response) : streamedChunks(service, response)) {
    isDone ||= chunk === done;
    isHalf ||= chunk === half;
    throwErrorIn(service, chunk);
    if (isRecord(chunk)) yield* reader.take(chunk);
  }
  if (!reader.hasBegun && !service.isUsual && !isHalf) throw notAnAnswer(host);
  // The vendor's own service always reports the end of an answer; others may not. Without one, a text may be
  // incomplete.
  const mayEnd = reader.hasEnd || (!service.isUsual && isDone && reader.isWhole);
  if (reader.failure || !mayEnd) yield* reader.rest();
  if (reader.failure)
    throw failure('provider-error', `The model of ${host} ${reader.failure} What came of it is kept.`);
  if (!mayEnd) throw brokenOff(host);
  yield* reader.finish();
}

/** In place of a chunk: the stream is complete. */
const done = Symbol('done');
/** In place of an incomplete chunk. */
const half = Symbol('half');

/**
 * A service that does not support the requested kind of stream sends all chunks in a list, or a single one.
 * @param {Service} service
 * @param {Response} response
 */
async function* wholeChunks({ http }, response) {
  yield* [await http.json(response)].flat();
}

/**
 * @param {Service} service
 * @param {Response} response
 * @returns {AsyncGenerator<unknown>}
 */
async function* streamedChunks({ host, http }, response) {
  for await (const { data, isWhole } of http.events(response)) {
    if (data.trim() === '[DONE]') return yield done;
    const chunk = parsed(data);
    if (chunk !== undefined) yield chunk;
    else if (isWhole) throw notAnAnswer(host);
    else yield half;
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
const brokenOff = (host) => failure('network', `The connection to ${host} was lost in the middle of the answer.`);

/** @param {string} host */
const notAnAnswer = (host) => failure('invalid-response', `${host} sent something that is not an answer of a model.`);
