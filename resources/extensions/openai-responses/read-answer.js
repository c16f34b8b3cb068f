/** @import { ExtensionHttp } from '../../../src/shared/contract/extension-api/extension-http.ts' */
/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
import { createAnswer } from './answer.js';
import { failure, failureInAnswer } from './failures.js';
import { isRecord, parseRecord, recordOf, textOf } from './json.js';

const failedStates = ['failed', 'cancelled'];
const endStates = ['completed', 'incomplete', ...failedStates];

/**
 * The events of one answer. Leaving the loop early ends the connection.
 * @param {ExtensionHttp} http
 * @param {Response} response
 * @param {{ host: string, isUsual: boolean, secrets: readonly string[] }} service
 * @returns {AsyncGenerator<CompletionEvent>}
 */
export async function* readAnswer(http, response, service) {
  const { host, isUsual, secrets } = service;
  const answer = createAnswer();
  let isDone = false;
  let isHalf = false;
  for await (const event of serviceEvents(http, response, service)) {
    const type = textOf(event.type);
    isDone ||= type === done;
    isHalf ||= type === half;
    const state = textOf(recordOf(event.response).status);
    const isFailed = type === 'error' || type === 'response.failed' || failedStates.includes(state);
    if (isFailed) {
      yield* answer.usageOf(event);
      throw failureInAnswer(http, host, isRecord(event.response) ? event.response : event, secrets);
    }
    yield* answer.push(type, event);
    if (answer.isEnded) break;
  }
  // The vendor's own service always reports the end of an answer; others may not.
  const mayEnd = answer.isEnded || (!isUsual && !isHalf && (isDone ? answer.isWhole : answer.isWholeText));
  if (!mayEnd) {
    throw failure('network', `${host} ended its answer in the middle. What came of it is kept.`);
  }
  yield* answer.finish();
}

/** Gateways end streams with this that they have converted from another format. */
const done = '[DONE]';
/** Type of an incomplete event. */
const half = 'half';

/**
 * @param {ExtensionHttp} http
 * @param {Response} response
 * @param {{ host: string, isUsual: boolean }} service
 * @returns {AsyncGenerator<Json>} events with their types
 */
async function* serviceEvents(http, response, { host, isUsual }) {
  const notAnAnswer = () => failure('invalid-response', `${host} sent something that is not an answer.`);
  if (/\bapplication\/json\b/.test(response.headers.get('content-type') ?? '')) {
    // The service does not stream.
    const body = recordOf(await http.json(response));
    const state = textOf(body.status);
    if (isRecord(body.error)) yield { type: 'error', error: body.error };
    else if (!Array.isArray(body.output)) throw notAnAnswer();
    else if (endStates.includes(state)) yield { type: `response.${state}`, response: body };
    else {
      yield* body.output.map((item) => ({ type: 'response.output_item.done', item }));
      // Other services may omit the state of a complete answer, but not that of an incomplete one.
      yield { type: state === '' ? done : half };
    }
    return;
  }
  let hasEvent = false;
  for await (const { event, data, isWhole } of http.events(response)) {
    if (data.trim() === done) return yield { type: done };
    const payload = parseRecord(data);
    if (payload) {
      hasEvent = true;
      const isError = event === 'error' || (isRecord(payload.error) && payload.type === undefined);
      yield { ...payload, type: isError ? 'error' : payload.type || event };
    } else if (isWhole) throw notAnAnswer();
    else yield { type: half };
  }
  if (!hasEvent && !isUsual) throw notAnAnswer();
}
