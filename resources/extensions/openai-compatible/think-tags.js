/** @import { CompletionEvent } from '../../../src/shared/contract/provider.ts' */

const opening = '<think>';
const closing = '</think>';

/**
 * Separates thinking from text for services that leave the model's tags in the text: an answer can only begin with
 * thinking. Pieces may end within a tag.
 */
export function createThinkTags() {
  /** @type {'before' | 'thinking' | 'text'} */
  let place = 'before';
  let held = '';
  let isFirst = false;

  /** @param {string} text @returns {CompletionEvent[]} */
  const told = (text) => {
    // Line breaks beside a tag belong to neither part.
    const value = isFirst ? text.trimStart() : text;
    if (value) isFirst = false;
    if (!value) return [];
    return [place === 'thinking' ? { type: 'thinking', value: { text: value } } : { type: 'text', value }];
  };

  /** @param {string} text @returns {CompletionEvent[]} */
  const push = (text) => {
    if (place === 'text') return told(text);
    held += text;
    if (place === 'before') {
      const begin = held.trimStart();
      if (begin === '' || (opening.startsWith(begin) && begin !== opening)) return [];
      place = begin.startsWith(opening) ? 'thinking' : 'text';
      const rest = place === 'thinking' ? begin.slice(opening.length) : held;
      isFirst = place === 'thinking';
      held = '';
      return push(rest);
    }
    const end = held.indexOf(closing);
    if (end >= 0) {
      const events = told(held.slice(0, end));
      const rest = held.slice(end + closing.length);
      held = '';
      place = 'text';
      isFirst = true;
      return [...events, ...told(rest)];
    }
    const safe = held.length - openEnd(held);
    const events = told(held.slice(0, safe));
    held = held.slice(safe);
    return events;
  };

  return {
    push,
    /** @returns {CompletionEvent[]} the text held back, at the end of the answer */
    finish() {
      if (place === 'before') place = 'text';
      const rest = held;
      held = '';
      return told(rest);
    },
  };
}

/** Number of characters at the end that may be the beginning of the closing tag. @param {string} text */
function openEnd(text) {
  for (let length = Math.min(text.length, closing.length - 1); length > 0; length -= 1) {
    if (closing.startsWith(text.slice(-length))) return length;
  }
  return 0;
}
