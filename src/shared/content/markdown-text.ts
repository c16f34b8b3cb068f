import { oneLine } from '../thread/one-line.ts';

/** Foreign texts as parts of a Markdown document, such that none can break out of its place. */

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);

/** As a block quote: a prompt may have unclosed Markdown in it, and a quote ends with its lines. */
export const quoted = (text: string): string =>
  text === ''
    ? ''
    : linesOf(text)
        .map((line) => (line === '' ? '>' : `> ${line}`))
        .join('\n');

/** Escapes a text that is inserted into Markdown: one line without markup. */
export const wordOf = (text: string): string => oneLine(text, 500).replace(/[\\`*_[\]<>#&~|]/g, '\\$&');

/** Of backticks. */
export const longestRun = (text: string): number =>
  Array.from(text.matchAll(/`+/g)).reduce((longest, [ticks]) => Math.max(longest, ticks.length), 0);

export function codeSpan(text: string): string {
  const line = oneLine(text, 200) || ' ';
  const ticks = '`'.repeat(longestRun(line) + 1);
  return ticks.length > 1 ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

/** In a fence that no line of the text can end: it is longer than any run of backticks in it. */
export function fenced(text: string, language = 'text'): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${ticks}`;
}

/** Markdown of a model, which may end inside a code block or a comment: the open one is closed. */
export function contained(text: string): string {
  let open: { mark: string; length: number } | null = null;
  for (const line of linesOf(text)) {
    const [, marks = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
    const mark = marks.charAt(0);
    if (marks === '') continue;
    if (!open) open = mark === '`' && rest.includes('`') ? null : { mark, length: marks.length };
    else if (mark === open.mark && marks.length >= open.length && rest.trim() === '') open = null;
  }
  const body = text.replace(/^(?:[ \t]*\r?\n)+|\s+$/g, '');
  if (open) return `${body}\n${open.mark.repeat(open.length)}`;
  return body.lastIndexOf('<!--') > body.lastIndexOf('-->') ? `${body}\n-->` : body;
}
