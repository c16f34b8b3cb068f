/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { HttpEvent } from '../../../src/shared/contract/extension-api/extension-http.ts' */
/** @import { ExtensionFailureCode } from '../../../src/shared/contract/errors.ts' */
/** @import { Service } from './service.js' */
import { createEventMapper } from './events.js';
import { failureOfPayload, ProviderFailure } from './failures.js';
import { isRecord, parseJson, recordOf } from './json.js';

/** Milliseconds after the reason to stop for usage and further content; some services do not close the connection. */
const graceForUsage = 2_000;

/** @typedef {Pick<ReturnType<typeof createEventMapper>, 'isFinished' | 'finishReason' | 'contentCount' | 'hasAnswer'>} Progress */

/**
 * Values of `finish_reason` with which some services report failures.
 * @type {ReadonlyMap<string, ExtensionFailureCode>}
 */
const failedReasons = new Map([
  ['error', 'provider-error'],
  ['abort', 'provider-error'],
  ['insufficient_system_resource', 'provider-overloaded'],
]);

/**
 * The events of one answer.
 * @param {Service} service
 * @param {Response} response with a 2xx status
 * @param {object} options
 * @param {string} options.tag
 * @param {boolean} options.isUsual the vendor's own service, which always reports the end of an answer; others may not
 * @param {readonly string[]} options.secrets
 * @returns {AsyncGenerator<CompletionEvent>}
 */
export async function* readAnswer(service, response, { tag, isUsual, secrets }) {
  const { host } = service;
  const type = response.headers.get('content-type') ?? '';
  const mapper = createEventMapper(tag, isUsual);
  if (/\b(html|xml)\b/.test(type)) {
    throw new ProviderFailure('invalid-response', `${host} answered with a web page instead of a chat.`);
  }
  const payloads = /\bapplication\/json\b/.test(type)
    ? wholeCompletion(service, response, mapper, isUsual)
    : streamedChunks(service, response, mapper, isUsual);
  for await (const payload of payloads) {
    const error = payload.error ?? errorOfChoice(payload);
    yield* mapper.push(payload);
    if (error) throw failureOfPayload(service, error, secrets);
  }
  const code = failedReasons.get(mapper.finishReason);
  if (code) throw new ProviderFailure(code, `${host} could not finish the answer. What came of it is kept.`);
  yield* mapper.finish();
}

/** @param {Record<string, unknown>} chunk */
const errorOfChoice = ({ choices }) => (Array.isArray(choices) ? recordOf(choices[0]).error : undefined);

/**
 * Reads an answer that is not streamed.
 * @param {Service} service
 * @param {Response} response
 * @param {Progress} progress
 * @param {boolean} isUsual
 */
async function* wholeCompletion(service, response, progress, isUsual) {
  const completion = recordOf(await service.http.json(response));
  if (!completion.choices && !completion.error) throw notAChat(service);
  yield completion;
  if (!progress.isFinished && (isUsual || !progress.hasAnswer)) throw brokenOff(service);
}

/**
 * @param {Service} service
 * @param {Response} response
 * @param {Progress} progress
 * @param {boolean} isUsual
 */
async function* streamedChunks(service, response, progress, isUsual) {
  let isDone = false;
  let hasChunk = false;
  for await (const { event, data, isWhole } of untilEnd(service.http.events(response), progress)) {
    if (data.trim() === '') continue;
    isDone = data.trim() === '[DONE]';
    if (isDone) break;
    const chunk = parseJson(data);
    if (!isRecord(chunk)) {
      // An incomplete chunk after the end of the answer is ignored.
      if (!isWhole && progress.isFinished) return;
      throw isWhole ? notAChat(service) : brokenOff(service);
    }
    hasChunk = true;
    yield event === 'error' && !chunk.error ? { error: chunk } : chunk;
  }
  if (!hasChunk && !isDone && !isUsual) throw notAChat(service);
  // Gateways also report the end of answers that broke off before any text.
  if (!progress.isFinished && !(isDone && progress.hasAnswer)) throw brokenOff(service);
}

/**
 * After the end of the answer, errors of the connection are ignored, and the wait is limited.
 * @param {AsyncIterable<HttpEvent>} events
 * @param {Progress} progress
 */
async function* untilEnd(events, progress) {
  const iterator = events[Symbol.asyncIterator]();
  /** @type {PromiseWithResolvers<null>} */
  const late = Promise.withResolvers();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  let contentBefore = -1;
  try {
    for (;;) {
      if (progress.finishReason !== '' && progress.contentCount !== contentBefore) {
        contentBefore = progress.contentCount;
        clearTimeout(timer);
        timer = setTimeout(late.resolve, graceForUsage, null);
      }
      const next = await Promise.race([late.promise, iterator.next()]).catch((thrown) => {
        // A stop by the person is reported by the reader of these events.
        if (progress.isFinished) return null;
        throw thrown;
      });
      if (next === null || next.done) return;
      yield next.value;
    }
  } finally {
    clearTimeout(timer);
    // Not awaited: a pending read ends with the signal of the answer.
    void iterator.return?.();
  }
}

/** @param {Service} service */
const brokenOff = ({ host }) =>
  new ProviderFailure('network', `The connection to ${host} was lost in the middle of the answer.`);

/** @param {Service} service */
const notAChat = ({ host }) =>
  new ProviderFailure('invalid-response', `${host} sent something that is not a chat answer.`);
