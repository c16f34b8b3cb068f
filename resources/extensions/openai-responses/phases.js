import { parseRecord, recordsOf, textOf } from './json.js';

/** Separates messages of one answer, which are shown as one text. */
export const messageGap = '\n\n';

/** @typedef {{ phase?: string, length: number }} Spoken a message of an answer; its length counts the gap before it */

/**
 * Newer models distinguish commentary from the final answer, and want the phases back.
 * @param {readonly Spoken[]} messages
 * @returns {string | null} null if no message has a phase
 */
export const formatPhases = (messages) =>
  messages.some(({ phase }) => phase !== undefined) ? JSON.stringify({ messages }) : null;

/**
 * Splits a text into the messages that it was made of.
 * @param {string} whole text of all messages
 * @param {string | undefined} details result of `formatPhases`, or other data
 * @returns {(part: string) => { text: string, phase?: string }[]} to be called for the parts of the text in order
 */
export function byPhase(whole, details) {
  let end = 0;
  const said = recordsOf(parseRecord(details ?? '')?.messages).map(({ phase, length }) => {
    const start = end;
    end += Number(length);
    return { start, end, phase: textOf(phase) };
  });
  const messages = end === whole.length ? said : [{ start: 0, end: whole.length, phase: '' }];
  let from = 0;
  return (part) => {
    const to = from + part.length;
    const spoken = messages.flatMap(({ start, end, phase }) => {
      const text = whole.slice(Math.max(start, from), Math.min(end, to));
      const isGap = start > 0 && start >= from && text.startsWith(messageGap);
      return [{ text: isGap ? text.slice(messageGap.length) : text, ...(phase ? { phase } : {}) }];
    });
    from = to;
    return spoken.filter(({ text }) => text !== '');
  };
}
