/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
import { isRecord, parseJson, recordOf, textOf } from './json.js';
import { keep } from './kept.js';

/** @typedef {{ id: string, name: string, input: string, toldLength: number, index: unknown, extra?: Record<string, unknown> }} Call */

let madeIds = 0;

/**
 * Puts streamed tool calls together: several at once, told apart by their index, their arguments in pieces.
 * @param {string} tag whose the answer is, for what goes back to the service
 */
export function createToolCalls(tag) {
  /** @type {Call[]} */
  const calls = [];

  /**
   * A delta belongs to the call of its index, or without one of its id. Services that give every call the same index,
   * or no id, begin a new one with a name; those that make up an id for each delta do not.
   * @param {Record<string, unknown>} delta
   * @param {string} name
   */
  const callFor = ({ id: givenId, index = null }, name) => {
    const id = textOf(givenId);
    const call =
      index === null
        ? calls.findLast((known) => (id ? known.id === id : name === ''))
        : calls.findLast((known) => known.index === index);
    if (call && (id === '' || id === call.id || name === '')) return call;
    /** @type {Call} */
    const added = { id: id || madeId(), name, input: '', toldLength: -1, index };
    calls.push(added);
    return added;
  };

  return {
    /**
     * @param {unknown} delta one entry of `delta.tool_calls`
     * @returns {CompletionEvent[]}
     */
    push(delta) {
      if (!isRecord(delta)) return [];
      const details = recordOf(delta.function);
      const name = textOf(details.name);
      const call = callFor(delta, name);
      call.name ||= name;
      call.input += textOf(details.arguments);
      if (isRecord(details.arguments)) call.input = JSON.stringify(details.arguments);
      if (isRecord(delta.extra_content)) call.extra = { ...call.extra, ...delta.extra_content };
      if (!isWorthTelling(call)) return [];
      call.toldLength = call.input.length;
      return [toolUse(call, false, tag)];
    },

    /** @returns {CompletionEvent[]} each call, complete or with the reason why its arguments are not JSON */
    finish() {
      const finished = calls.map((call) => {
        if (call.input.trim() === '') call.input = '{}';
        return parseJson(call.input) === undefined ? parseError(call) : toolUse(call, true, tag);
      });
      calls.length = 0;
      return finished;
    },
  };
}

/**
 * Each event repeats the whole input, so a long one is told each time that it grew by an eighth: the sum stays
 * proportional to its length.
 * @param {Call} call
 */
const isWorthTelling = ({ name, input, toldLength }) =>
  name !== '' && (toldLength < 0 || input.length - toldLength > toldLength / 8);

/**
 * @param {Call} call
 * @param {boolean} isInputComplete
 * @param {string} tag
 * @returns {CompletionEvent}
 */
const toolUse = ({ id, name, input, extra }, isInputComplete, tag) => ({
  type: 'tool-use',
  value: {
    id,
    name,
    input,
    ...(extra && { thoughtSignature: keep(tag, { extra_content: extra }) }),
    isInputComplete,
  },
});

/**
 * @param {Call} call
 * @returns {CompletionEvent}
 */
function parseError({ id, name, input }) {
  let error = '';
  try {
    JSON.parse(input);
  } catch (thrown) {
    error = thrown instanceof Error ? thrown.message : String(thrown);
  }
  return { type: 'tool-use-json-parse-error', value: { id, toolName: name, rawInput: input, error } };
}

/** For services that give no ids: unlike any other of the conversation. */
function madeId() {
  madeIds += 1;
  return `call_${Date.now().toString(36)}_${madeIds}`;
}
