/** @import { ExtensionHttp } from '../../../src/shared/contract/extension-api/extension-http.ts' */
/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
import { createAnswer } from './answer.js';
import { failure, failureInAnswer } from './failures.js';
import { isRecord, parseRecord, recordOf, textOf } from './json.js';

/** States of an answer that did not come to its end. */
const failedStates = ['failed', 'cancelled'];

/**
 * The events of one answer. Leaving the loop early ends the connection.
 * @param {ExtensionHttp} http
 * @param {Response} response
 * @param {string} host
 * @param {readonly string[]} secrets
 * @returns {AsyncGenerator<CompletionEvent>}
 */
export async function* readAnswer(http, response, host, secrets) {
  const answer = createAnswer();
  for await (const event of serviceEvents(http, response, host)) {
    const type = textOf(event.type);
    const state = textOf(recordOf(event.response).status);
    const isFailed = type === 'error' || type === 'response.failed' || failedStates.includes(state);
    if (isFailed) {
      yield* answer.usageOf(event);
      throw failureInAnswer(http, host, isRecord(event.response) ? event.response : event, secrets);
    }
    yield* answer.push(type, event);
    if (answer.isEnded) break;
  }
  if (!answer.isEnded && !answer.areItemsDone) {
    throw failure('network', `${host} ended its answer in the middle. What came of it is kept.`);
  }
  yield* answer.finish();
}

/**
 * @param {ExtensionHttp} http
 * @param {Response} response
 * @param {string} host
 * @returns {AsyncGenerator<Json>} each with its type
 */
async function* serviceEvents(http, response, host) {
  const notAnAnswer = () => failure('invalid-response', `${host} sent something that is not an answer.`);
  if (/\bapplication\/json\b/.test(response.headers.get('content-type') ?? '')) {
    // A service that does not stream.
    const body = recordOf(await http.json(response));
    const whole = body.status === 'incomplete' ? 'response.incomplete' : 'response.completed';
    if (isRecord(body.error)) yield { type: 'error', error: body.error };
    else if (Array.isArray(body.output)) yield { type: whole, response: body };
    else throw notAnAnswer();
    return;
  }
  let hasEvent = false;
  for await (const { event, data, isWhole } of http.events(response)) {
    if (data.trim() === '[DONE]') return;
    const payload = parseRecord(data);
    if (payload) {
      hasEvent = true;
      const isError = event === 'error' || (isRecord(payload.error) && payload.type === undefined);
      yield { ...payload, type: isError ? 'error' : payload.type || event };
    } else if (isWhole) throw notAnAnswer();
  }
  if (!hasEvent) throw notAnAnswer();
}
