/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Service } from './service.js' */
import { codeOf, errorIn } from './errors.js';
import { createMessageReader } from './message-reader.js';
import { failure, isRecord, recordIn } from './reading.js';

/**
 * The events of one answer. Leaving the loop early ends the connection.
 * @param {Service} service
 * @param {Response} response
 * @returns {AsyncGenerator<CompletionEvent>}
 */
export async function* readAnswer(service, response) {
  const { host, http } = service;
  const message = createMessageReader(host);
  const type = response.headers.get('content-type') ?? '';
  let isDone = false;
  if (/\b(html|xml)\b/.test(type)) {
    await response.body?.cancel();
    throw failure('invalid-response', `${host} answered with a web page instead of a message.`);
  }
  if (/\bapplication\/json\b/.test(type)) {
    const whole = await http.json(response);
    throwErrorIn(service, whole);
    if (!isRecord(whole) || whole.type !== 'message') throw notAMessage(host);
    yield* message.takeWhole(whole);
    isDone = true;
  } else {
    for await (const payload of payloads(service, response)) {
      isDone ||= payload === done;
      if (payload === half && !message.hasEnd) throw brokenOff(host);
      throwErrorIn(service, payload);
      yield* message.take(payload);
      if (message.isOver) break;
    }
    if (!message.hasBegun && !service.isUsual) throw notAMessage(host);
  }
  // The vendor's own service always reports the end of an answer; others may not.
  const mayEnd = isDone ? message.isWhole : message.isWholeText;
  if (!message.hasEnd && (service.isUsual || !mayEnd)) throw brokenOff(host);
  yield* message.finish();
}

/** In place of a payload: the stream is complete. @type {Record<string, unknown>} */
const done = {};
/** In place of an incomplete payload. @type {Record<string, unknown>} */
const half = {};

/**
 * @param {Service} service
 * @param {Response} response
 * @returns {AsyncGenerator<Record<string, unknown>>}
 */
async function* payloads({ host, http }, response) {
  for await (const { event, data, isWhole } of http.events(response)) {
    // Gateways end streams with this that they have converted from another format.
    if (data.trim() === '[DONE]') return yield done;
    const payload = recordIn(data);
    if (payload) yield event === 'error' && !payload.error ? { error: payload } : payload;
    else if (!isWhole) yield half;
    else if (/^(message|content_block|error)/.test(event)) throw notAMessage(host);
  }
}

/**
 * @param {Service} service
 * @param {unknown} payload
 */
function throwErrorIn({ host, http, key }, payload) {
  const error = errorIn(payload);
  if (!error) return;
  const code = codeOf(error) ?? 'provider-error';
  throw http.failure(host, 0, error.message, { secrets: key === null ? [] : [key], code });
}

/** @param {string} host */
const brokenOff = (host) => failure('network', `The connection to ${host} was lost in the middle of the answer.`);

/** @param {string} host */
const notAMessage = (host) => failure('invalid-response', `${host} sent something that is not an answer of a model.`);
