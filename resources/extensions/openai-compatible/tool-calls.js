/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
import { isRecord, parseJson, recordOf, textOf } from './json.js';
import { keep } from './kept.js';

/**
 * @typedef {object} Call
 * @property {string} id unique among the calls of the answer
 * @property {string} givenId from the service; '' without one
 * @property {string} name
 * @property {string} input
 * @property {number} toldLength
 * @property {number} toldAt
 * @property {unknown} index
 * @property {Record<string, unknown>} [extra]
 */

/** Milliseconds after which any growth is reported, as a sign of life. */
const longestSilence = 1_000;

let madeIds = 0;

/**
 * Assembles streamed tool calls: several at once, told apart by index, with arguments in pieces.
 * @param {string} tag of service and model, for data that is sent back to the service
 */
export function createToolCalls(tag) {
  /** @type {Call[]} */
  const calls = [];

  /**
   * A delta belongs to the call of its index, or without one of its id. Services that give all calls the same index,
   * or no id, begin a new call with a name; those that generate an id for each delta do not. Those that give all
   * calls the same id begin a new one when the previous arguments are complete.
   * @param {Record<string, unknown>} delta
   * @param {string} name
   * @param {boolean} hasInput
   */
  const callFor = ({ id: given, index = null }, name, hasInput) => {
    const id = textOf(given);
    const call =
      index === null
        ? calls.findLast(({ givenId }) => (id ? givenId === id : name === ''))
        : calls.findLast((known) => known.index === index);
    if (call && (name === '' || ((id === '' || id === call.givenId) && !isAnother(call, name, hasInput)))) return call;
    const isFree = id !== '' && calls.every((known) => known.id !== id);
    /** @type {Call} */
    const added = {
      id: isFree ? id : madeId(),
      givenId: id,
      name,
      input: '',
      toldLength: -1,
      toldAt: 0,
      index,
    };
    calls.push(added);
    return added;
  };

  return {
    /**
     * @param {unknown} delta an entry of `delta.tool_calls`
     * @returns {CompletionEvent[]}
     */
    push(delta) {
      if (!isRecord(delta)) return [];
      const details = recordOf(delta.function);
      const name = textOf(details.name);
      const call = callFor(delta, name, Boolean(details.arguments));
      call.name ||= name;
      call.input += textOf(details.arguments);
      if (isRecord(details.arguments)) call.input = JSON.stringify(details.arguments);
      if (isRecord(delta.extra_content)) call.extra = { ...call.extra, ...delta.extra_content };
      if (!isWorthTelling(call)) return [];
      call.toldLength = call.input.length;
      call.toldAt = Date.now();
      return [toolUse(call, false, tag)];
    },

    /**
     * @returns {CompletionEvent[]} for each call with a name: complete, or with the error if its arguments are not
     * JSON
     */
    finish() {
      const named = calls.filter(({ name }) => name !== '');
      const finished = named.map((call) => {
        if (call.input.trim() === '') call.input = '{}';
        return parseJson(call.input) === undefined ? parseError(call) : toolUse(call, true, tag);
      });
      calls.length = 0;
      return finished;
    },
  };
}

/**
 * Whether a delta with a name begins another call, though nothing else tells the two apart.
 * @param {Call} call
 * @param {string} name
 * @param {boolean} hasInput
 */
const isAnother = (call, name, hasInput) =>
  (call.name !== '' && name !== call.name) ||
  (hasInput && call.input.trimEnd().endsWith('}') && isRecord(parseJson(call.input)));

/**
 * Each event repeats the whole input, so that a long one is reported each time it has grown by an eighth, and once a
 * second: the sum stays proportional to its length.
 * @param {Call} call
 */
const isWorthTelling = ({ name, input, toldLength, toldAt }) =>
  name !== '' &&
  (toldLength < 0 ||
    input.length - toldLength > toldLength / 8 ||
    (input.length > toldLength && Date.now() - toldAt >= longestSilence));

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

/** An id for services without ids, unique in the thread. */
function madeId() {
  madeIds += 1;
  return `call_${Date.now().toString(36)}_${madeIds}`;
}
