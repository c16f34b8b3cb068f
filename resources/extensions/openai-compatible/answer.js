/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Endpoint } from './endpoint.js' */
/** @import { Code } from './errors.js' */
/** @import { ServerSentEvent } from './sse.js' */
import { brokenOff, failureOfPayload, failureOfThrown, ProviderFailure } from './errors.js';
import { createEventMapper } from './events.js';
import { isRecord, readText } from './reading.js';
import { createSseParser } from './sse.js';

/** How long usage may come after the reason to stop, in milliseconds; some services then keep the connection open. */
const graceForUsage = 2_000;
const longestAnswer = 32 * 1024 * 1024;

/**
 * How some services say in `finish_reason` that they failed.
 * @type {ReadonlyMap<string, Code>}
 */
const failedReasons = new Map([
  ['error', 'provider-error'],
  ['insufficient_system_resource', 'provider-overloaded'],
]);

/**
 * The events of one answer. Leaving the loop early ends the connection.
 * @param {Endpoint} endpoint
 * @param {Response} response a 2xx
 * @param {string | null} key
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<CompletionEvent>}
 */
export async function* readAnswer(endpoint, response, key, signal) {
  const type = response.headers.get('content-type') ?? '';
  if (/\b(html|xml)\b/.test(type)) {
    await response.body?.cancel();
    throw new ProviderFailure('invalid-response', `${endpoint.host} answered with a web page instead of a chat.`);
  }
  const mapper = createEventMapper();
  const payloads = /\bapplication\/json\b/.test(type)
    ? wholeCompletion(endpoint, response, signal)
    : streamedChunks(endpoint, response, signal, () => mapper.isFinished);
  for await (const payload of payloads) {
    if (payload.error) throw failureOfPayload(endpoint, payload.error, key);
    yield* mapper.push(payload);
  }
  const code = failedReasons.get(mapper.finishReason);
  if (code) throw new ProviderFailure(code, `${endpoint.host} could not finish the answer. What came of it is kept.`);
  yield* mapper.finish();
}

/**
 * Some services do not stream.
 * @param {Endpoint} endpoint
 * @param {Response} response
 * @param {AbortSignal} signal
 */
async function* wholeCompletion(endpoint, response, signal) {
  const text = await readText(response, longestAnswer).catch((thrown) => {
    throw failureOfThrown(endpoint, thrown, 'during', signal);
  });
  const completion = parsed(text);
  if (!completion?.choices && !completion?.error) throw notAChat(endpoint);
  yield completion;
}

/**
 * @param {Endpoint} endpoint
 * @param {Response} response
 * @param {AbortSignal} signal
 * @param {() => boolean} isFinished
 */
async function* streamedChunks(endpoint, response, signal, isFinished) {
  let isDone = false;
  let hasChunk = false;
  for await (const { event, data, isTerminated } of serverSentEvents(endpoint, response, signal, isFinished)) {
    isDone = data.trim() === '[DONE]';
    if (isDone) break;
    const chunk = parsed(data);
    if (!chunk) throw isTerminated ? notAChat(endpoint) : brokenOff(endpoint);
    hasChunk = true;
    yield event === 'error' && !chunk.error ? { error: chunk } : chunk;
  }
  if (!hasChunk && !isDone) throw notAChat(endpoint);
  if (!isDone && !isFinished()) throw brokenOff(endpoint);
}

/**
 * @param {Endpoint} endpoint
 * @param {Response} response
 * @param {AbortSignal} signal
 * @param {() => boolean} isFinished
 * @returns {AsyncGenerator<ServerSentEvent>}
 */
async function* serverSentEvents(endpoint, response, signal, isFinished) {
  const reader = response.body?.getReader();
  if (!reader) return;
  const parser = createSseParser();
  try {
    for (;;) {
      const read = reader.read().catch((thrown) => {
        if (isFinished() && !signal.aborted) return { done: true, value: undefined };
        throw failureOfThrown(endpoint, thrown, 'during', signal);
      });
      const { done, value } = await (isFinished() ? orEndAfter(graceForUsage, read) : read);
      if (done || !value) break;
      yield* parser.push(value);
    }
    yield* parser.end();
  } finally {
    reader.cancel().catch(() => {});
  }
}

/**
 * @param {number} milliseconds
 * @param {Promise<{ done: boolean, value?: Uint8Array | undefined }>} read
 * @returns {Promise<{ done: boolean, value?: Uint8Array | undefined }>}
 */
async function orEndAfter(milliseconds, read) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const end = new Promise((resolve) => {
    timer = setTimeout(() => resolve({ done: true }), milliseconds);
  });
  try {
    return await Promise.race([read, end]);
  } finally {
    clearTimeout(timer);
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    const value = JSON.parse(text);
    return isRecord(value) ? value : null;
  } catch {
    return null;
  }
}

/** @param {Endpoint} endpoint */
const notAChat = ({ host }) =>
  new ProviderFailure('invalid-response', `${host} sent something that is not a chat answer.`);
