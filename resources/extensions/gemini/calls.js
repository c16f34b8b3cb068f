/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './reading.js' */
import { createArguments } from './call-arguments.js';
import { madeId } from './contents.js';
import { isRecord, textIn } from './reading.js';

/** Milliseconds after which any growth is reported, as a sign of life. */
const longestSilence = 1_000;

let madeIds = 0;

/** Unique in a thread, which may have begun in another run. */
function makeId() {
  madeIds += 1;
  return `${madeId}${Date.now().toString(36)}-${madeIds}`;
}

/**
 * A call in progress.
 * @typedef {object} OpenCall
 * @property {string} id
 * @property {string} givenId
 * @property {string} name
 * @property {ReturnType<typeof createArguments>} input
 * @property {string} signature
 * @property {string} fault why its arguments are invalid
 * @property {number} toldLength
 * @property {number} toldAt
 */

/** The calls of an answer. Most come complete; those in pieces come one after the other. */
export function createCalls() {
  /** @type {Set<string>} */
  const ids = new Set();
  /** @type {OpenCall | null} */
  let open = null;

  /**
   * @param {Json} part
   * @returns {OpenCall}
   */
  const begin = ({ id, name }) => {
    const givenId = textIn(id);
    // Two calls with the same id could not be told apart.
    const own = givenId && !ids.has(givenId) ? givenId : makeId();
    ids.add(own);
    const input = createArguments({});
    return { id: own, givenId, name: textIn(name), input, signature: '', fault: '', toldLength: -1, toldAt: 0 };
  };

  /**
   * Whether a part continues the present call: its id and its name are each missing or the same.
   * @param {OpenCall} call
   * @param {Json} part
   */
  const goesOn = (call, { id, name }) =>
    textIn(id) === '' || textIn(id) === call.givenId ? textIn(name) === '' || textIn(name) === call.name : false;

  /** @returns {CompletionEvent[]} */
  const end = () => {
    const call = open;
    open = null;
    if (!call) return [];
    const { id, name, input, signature, fault } = call;
    const signed = signature ? { thoughtSignature: signature } : {};
    // Invalid arguments must not look valid: without the last bracket they are no JSON.
    return fault
      ? [
          {
            type: 'tool-use-json-parse-error',
            value: { id, toolName: name, rawInput: input.toJson().slice(0, -1), error: fault },
          },
        ]
      : [{ type: 'tool-use', value: { id, name, input: input.toJson(), ...signed, isInputComplete: true } }];
  };

  /**
   * Each event repeats the whole input, so that it is reported when it has grown by an eighth, and once a second.
   * @param {OpenCall} call
   * @returns {CompletionEvent[]}
   */
  const growth = (call) => {
    const { id, name, input, toldLength, toldAt } = call;
    const grown = input.length - toldLength;
    const isLate = grown > 0 && Date.now() - toldAt >= longestSilence;
    if (toldLength >= 0 && grown <= toldLength / 8 && !isLate) return [];
    Object.assign(call, { toldLength: input.length, toldAt: Date.now() });
    return [{ type: 'tool-use', value: { id, name, input: input.toJson(), isInputComplete: false } }];
  };

  return {
    get count() {
      return ids.size;
    },
    /** Whether a call is incomplete. */
    get isOpen() {
      return open !== null;
    },

    /**
     * @param {Json} part the function call of a part
     * @param {string} signature
     * @returns {CompletionEvent[]}
     */
    take(part, signature) {
      /** @type {CompletionEvent[]} */
      const before = [];
      if (open && !goesOn(open, part)) before.push(...this.breakOff());
      if (!open && textIn(part.name) === '') return before;
      const call = open ?? begin(part);
      open = call;
      call.signature = signature || call.signature;
      if (isRecord(part.args)) call.input.add(part.args);
      const pieces = part.partialArgs ?? part.partial_args;
      try {
        for (const piece of Array.isArray(pieces) ? pieces.filter(isRecord) : []) call.input.grow(piece);
      } catch (thrown) {
        call.fault ||= thrown instanceof Error ? thrown.message : String(thrown);
      }
      if ((part.willContinue ?? part.will_continue) === true) return [...before, ...growth(call)];
      if (!call.input.isOpen) return [...before, ...end()];
      // A continuation was announced and did not come: half a text would be taken for the whole.
      return [...before, ...(Array.isArray(pieces) ? growth(call) : this.breakOff())];
    },

    /** Ends the call in progress as incomplete. @returns {CompletionEvent[]} */
    breakOff() {
      if (open) open.fault ||= 'The arguments break off.';
      return end();
    },
  };
}
