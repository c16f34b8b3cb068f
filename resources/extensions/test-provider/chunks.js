/** @import { CompletionEvent, StopReason, ToolUse } from '../../../src/shared/contract/provider.ts' */

/**
 * Next action of the sample model: an event, or an error that is thrown instead of one.
 * @typedef {{ event: CompletionEvent, error?: undefined, afterMs?: number }
 *   | { error: Error, event?: undefined, afterMs?: number }} Chunk
 */

/**
 * @param {string} value
 * @returns {{ event: CompletionEvent }}
 */
export const text = (value) => ({ event: { type: 'text', value } });

/**
 * @param {StopReason} value
 * @returns {Chunk}
 */
export const stop = (value) => ({ event: { type: 'stop', value } });

/** Splits in the middle of words, tables and links, like a real model. */
export const inPieces = (/** @type {string} */ whole) => (whole.match(/[\s\S]{1,12}/gu) ?? []).map(text);

/**
 * Splits the input of a call into pieces, like a real model.
 * @param {Omit<ToolUse, 'isInputComplete'>} call
 * @param {number} [size] of a piece; by default two short ones and the rest
 * @returns {Chunk[]}
 */
export function growing(call, size) {
  const { length } = call.input;
  const whole = size === undefined ? [0, 8, 16] : Array.from({ length: Math.ceil(length / size) }, (_, n) => n * size);
  return [...whole, length].map((end, index, all) => {
    const isInputComplete = index === all.length - 1;
    return { event: { type: 'tool-use', value: { ...call, input: call.input.slice(0, end), isInputComplete } } };
  });
}
