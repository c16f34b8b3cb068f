/** @typedef {{ text: string, end: '' | '\n' | '\r\n' }} FileLine `end`: "" for a last line without one */

/** @param {string} text @returns {FileLine[]} */
export const splitLines = (text) =>
  (text.match(/[^\n]*\n|[^\n]+$/gu) ?? []).map((line) => {
    if (line.endsWith('\r\n')) return { text: line.slice(0, -2), end: '\r\n' };
    return line.endsWith('\n') ? { text: line.slice(0, -1), end: '\n' } : { text: line, end: '' };
  });

/**
 * The most frequent line ending.
 * @param {readonly FileLine[]} lines
 */
export function eolOf(lines) {
  const count = (/** @type {string} */ eol) => lines.filter(({ end }) => end === eol).length;
  return count('\r\n') > count('\n') ? '\r\n' : '\n';
}

/**
 * @param {readonly FileLine[]} lines
 * @param {string} eol for lines without an ending that are not the last one any more
 */
export const joinLines = (lines, eol) =>
  lines.map(({ text, end }, index) => text + (end === '' && index < lines.length - 1 ? eol : end)).join('');
