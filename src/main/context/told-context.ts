import { longestContext, type PromptContext } from '../../shared/contract/thread.ts';

/** A resolved mention, as the model gets it after the text of the prompt. Nothing in it can end it. */
export function toldContext({ kind, label, href, text, problem }: PromptContext): string {
  const body = problem === undefined ? text : `[There is nothing here: ${problem}]`;
  const inside = cutContext(body).replace(/<(?=\/context\b)/gi, '&lt;');
  return `<context kind="${kind}" label="${attribute(label)}" address="${attribute(href)}">\n${inside}\n</context>`;
}

const attribute = (text: string): string =>
  text.replace(/\s+/g, ' ').replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/**
 * A text that is not longer than a context may be, with a note of what is left out.
 * @param end `tail`: what comes last counts most
 */
export function cutContext(text: string, end: 'head' | 'tail' = 'head', longest = longestContext): string {
  if (text.length <= longest) return text;
  const note = `[Cut here: this is the ${end === 'head' ? 'first' : 'last'} part of ${text.length} characters.]`;
  const room = longest - note.length - 2;
  if (end === 'tail') return `${note}\n\n${withoutHalves(text.slice(-room))}`;
  return `${withoutHalves(text.slice(0, room))}\n\n${note}`;
}

/** A cut may go through the two halves of one character. */
const withoutHalves = (text: string): string => text.replace(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
