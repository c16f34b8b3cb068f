/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
import { failure } from './failures.js';
import { isCount, isRecord, parseRecord, recordOf, recordsOf, textOf } from './json.js';

/**
 * The events of one answer from its lines, each of which is an object with a piece of the message.
 * @param {AsyncIterable<string>} lines
 * @param {string} host
 * @param {(line: Json) => Error} failureIn makes the failure for a line with an error
 * @returns {AsyncGenerator<CompletionEvent>}
 */
export async function* readAnswer(lines, host, failureIn) {
  const calls = createCalls();
  let hasLine = false;
  let hasSaid = false;
  let isBroken = false;
  for await (const text of lines) {
    if (text.trim() === '') continue;
    if (isBroken) throw failure('invalid-response', `${host} sent something that is not an answer.`);
    hasLine = true;
    /** @type {Json | null} */
    const line = parseRecord(text);
    // An incomplete line is the last one.
    isBroken = line === null;
    if (line === null) continue;
    if (line.error !== undefined) throw failureIn(line);
    const message = recordOf(line.message);
    const events = [...spokenIn(message), ...recordsOf(message.tool_calls).flatMap(calls.take)];
    hasSaid ||= events.length > 0;
    yield* events;
    if (line.done === true) {
      yield* endOf(line, hasSaid, calls.hasAny());
      return;
    }
  }
  if (hasLine && !hasSaid && !isBroken)
    throw failure('invalid-response', `${host} sent something that is not an answer.`);
  throw failure('network', `${host} ended its answer in the middle. What came of it is kept.`);
}

/**
 * @param {Json} message
 * @returns {CompletionEvent[]}
 */
function spokenIn(message) {
  const thinking = textOf(message.thinking);
  const content = textOf(message.content);
  return [
    ...(thinking ? [{ type: /** @type {const} */ ('thinking'), value: { text: thinking } }] : []),
    ...(content ? [{ type: /** @type {const} */ ('text'), value: content }] : []),
  ];
}

/**
 * @param {Json} line the last one
 * @param {boolean} hasSaid
 * @param {boolean} hasCalls
 * @returns {CompletionEvent[]}
 */
function endOf(line, hasSaid, hasCalls) {
  const { done_reason: reason, prompt_eval_count: input, eval_count: output } = line;
  if (!hasSaid && (reason === 'load' || reason === 'unload')) {
    throw failure('provider-error', `Ollama ${reason}ed the model and did not answer.`);
  }
  const end = reason === 'length' ? 'max-tokens' : hasCalls ? 'tool-use' : 'end-turn';
  const usage = { inputTokens: Number(input), outputTokens: isCount(output) ? output : 0 };
  return [
    // Some versions do not count input that is in the model's cache.
    ...(isCount(input) ? [{ type: /** @type {const} */ ('usage'), value: usage }] : []),
    { type: 'stop', value: end },
  ];
}

let madeIds = 0;

/** Calls come complete. Each gets a unique id, unless it has one. */
function createCalls() {
  const ids = new Set();
  return {
    hasAny: () => ids.size > 0,
    /**
     * @param {Json} call
     * @returns {CompletionEvent[]}
     */
    take(call) {
      const { name, arguments: given } = recordOf(call.function);
      if (!textOf(name)) return [];
      const own = textOf(call.id);
      const id = own && !ids.has(own) ? own : madeId();
      ids.add(id);
      const input = typeof given === 'string' ? given || '{}' : JSON.stringify(given ?? {});
      const isInputComplete = typeof given !== 'string' || isRecord(parseRecord(input));
      if (isInputComplete) return [{ type: 'tool-use', value: { id, name: textOf(name), input, isInputComplete } }];
      const error = 'The arguments are not a JSON object.';
      return [{ type: 'tool-use-json-parse-error', value: { id, toolName: textOf(name), rawInput: input, error } }];
    },
  };
}

function madeId() {
  madeIds += 1;
  return `call_${Date.now().toString(36)}_${madeIds}`;
}
