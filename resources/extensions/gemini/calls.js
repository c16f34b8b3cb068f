/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './reading.js' */
import { createArguments } from './call-arguments.js';
import { madeId } from './contents.js';
import { isRecord, textIn } from './reading.js';

/** Milliseconds after which growth is told however small it is, as a sign of life. */
const longestSilence = 1_000;

let madeIds = 0;

/** Unlike any other of a conversation, which may have begun in another run. */
function makeId() {
  madeIds += 1;
  return `${madeId}${Date.now().toString(36)}-${madeIds}`;
}

/**
 * A call that is not whole yet.
 * @typedef {object} OpenCall
 * @property {string} id
 * @property {string} givenId
 * @property {string} name
 * @property {ReturnType<typeof createArguments>} input
 * @property {string} signature
 * @property {string} fault why its arguments cannot be read
 * @property {number} toldLength
 * @property {number} toldAt
 */

/** The calls of an answer. Most come whole; with pieces of their arguments they come one after the other. */
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
    // Two calls with one id could not be told apart.
    const own = givenId && !ids.has(givenId) ? givenId : makeId();
    ids.add(own);
    const input = createArguments({});
    return { id: own, givenId, name: textIn(name), input, signature: '', fault: '', toldLength: -1, toldAt: 0 };
  };

  /**
   * A part without a name goes on with the call before it; one that repeats the name does, unless it has an id of its own.
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
    // What cannot be read must not look as if it could: without its last bracket it is no JSON.
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
   * Each event repeats the whole input, so it is told each time that it grew by an eighth, and once a second.
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
    /** Whether more of one is to follow. */
    get isOpen() {
      return open !== null;
    },

    /**
     * @param {Json} part the call in a part of the answer
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
      // Nothing came where more of a place was to follow: half a text would be taken for all of it.
      return [...before, ...(Array.isArray(pieces) ? growth(call) : this.breakOff())];
    },

    /** No more of the call that is open will come. @returns {CompletionEvent[]} */
    breakOff() {
      if (open) open.fault ||= 'The arguments break off.';
      return end();
    },
  };
}
