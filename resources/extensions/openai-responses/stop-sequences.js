/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */

/**
 * Ends an answer before a stop sequence. The API does not support them, so that they are searched here; text that may
 * be the beginning of one is held back.
 * @param {AsyncIterable<CompletionEvent>} events
 * @param {readonly string[]} sequences
 * @returns {AsyncGenerator<CompletionEvent>}
 */
export async function* untilStopSequence(events, sequences) {
  const wanted = sequences.filter((sequence) => sequence !== '');
  let held = '';
  for await (const event of events) {
    const isText = event.type === 'text';
    if (isText) held += event.value;
    const at = Math.min(...wanted.map((sequence) => held.indexOf(sequence)).filter((place) => place >= 0));
    const isFound = at < held.length;
    const told = held.slice(0, isFound ? at : isText ? held.length - openLength(held, wanted) : held.length);
    held = held.slice(told.length);
    if (told !== '') yield { type: 'text', value: told };
    if (isFound) {
      yield { type: 'stop', value: 'end-turn' };
      return;
    }
    if (!isText) yield event;
  }
}

/**
 * Number of characters at the end of a text that may be the beginning of a sequence.
 * @param {string} text
 * @param {readonly string[]} sequences
 */
function openLength(text, sequences) {
  const longest = Math.max(0, ...sequences.map(({ length }) => length - 1));
  for (let length = Math.min(longest, text.length); length > 0; length -= 1) {
    const end = text.slice(-length);
    if (sequences.some((sequence) => sequence.length > length && sequence.startsWith(end))) return length;
  }
  return 0;
}
