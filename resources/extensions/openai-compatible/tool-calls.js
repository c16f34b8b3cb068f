/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
import { isRecord } from './reading.js';

/** @typedef {{ id: string, name: string, input: string, toldLength: number, index: unknown }} Call */

let madeIds = 0;

/** Puts streamed tool calls together: several at once, told apart by their index, their arguments in pieces. */
export function createToolCalls() {
  /** @type {Call[]} */
  const calls = [];

  /**
   * A delta belongs to the call of its index, or without one of its id. Services that give every call the same index,
   * or no id, begin a new one with a name; those that make up an id for each delta do not.
   * @param {Record<string, unknown>} delta
   * @param {string} name
   */
  const callFor = ({ id: givenId, index = null }, name) => {
    const id = typeof givenId === 'string' ? givenId : '';
    const call =
      index === null
        ? calls.findLast((known) => (id ? known.id === id : name === ''))
        : calls.findLast((known) => known.index === index);
    if (call && (id === '' || id === call.id || name === '')) return call;
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
      const details = isRecord(delta.function) ? delta.function : {};
      const name = typeof details.name === 'string' ? details.name : '';
      const call = callFor(delta, name);
      call.name ||= name;
      if (typeof details.arguments === 'string') call.input += details.arguments;
      if (isRecord(details.arguments)) call.input = JSON.stringify(details.arguments);
      if (!isWorthTelling(call)) return [];
      call.toldLength = call.input.length;
      return [toolUse(call, false)];
    },

    /** @returns {CompletionEvent[]} each call, complete or with the reason why its arguments are not JSON */
    finish() {
      const finished = calls.map((call) => {
        if (call.input.trim() === '') call.input = '{}';
        try {
          JSON.parse(call.input);
          return toolUse(call, true);
        } catch (thrown) {
          return parseError(call, thrown);
        }
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
 * @returns {CompletionEvent}
 */
const toolUse = ({ id, name, input }, isInputComplete) => ({
  type: 'tool-use',
  value: { id, name, input, isInputComplete },
});

/**
 * @param {Call} call
 * @param {unknown} thrown
 * @returns {CompletionEvent}
 */
const parseError = ({ id, name, input }, thrown) => ({
  type: 'tool-use-json-parse-error',
  value: { id, toolName: name, rawInput: input, error: thrown instanceof Error ? thrown.message : String(thrown) },
});

/** For services that give no ids: unlike any other of the conversation. */
function madeId() {
  madeIds += 1;
  return `call_${Date.now().toString(36)}_${madeIds}`;
}
