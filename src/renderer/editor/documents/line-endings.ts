import type { LineEnding } from '../../../shared/contract/documents/document.ts';

/**
 * The editor breaks lines at `\n` only. A file that ends every line with CRLF is edited without its `\r`; in a mixed
 * one each `\r` stays in the text as a character, so that saving gives back the very same bytes.
 */
export const toEditorText = (text: string, ending: LineEnding): string =>
  ending === 'crlf' ? text.replaceAll('\r\n', '\n') : text;

/** Undoes `toEditorText`; lines added in the editor get the file's own ending. */
export const toFileText = (text: string, ending: LineEnding): string =>
  ending === 'crlf' ? text.replaceAll('\n', '\r\n') : text;

/** null without any line ending. */
export function lineEndingOf(text: string): LineEnding | null {
  const pairs = text.match(/\r\n/g)?.length ?? 0;
  const ends = text.match(/[\r\n]/g)?.length ?? 0;
  if (ends === 0) return null;
  if (pairs * 2 === ends) return 'crlf';
  return text.includes('\r') ? 'mixed' : 'lf';
}

/** Pasted and dropped text may have any line endings; in the editor a line ends with `\n`. */
export const toPastedText = (text: string): string => text.replace(/\r\n?/g, '\n');

export const lineEndingNames: Readonly<Record<LineEnding, string>> = { lf: 'LF', crlf: 'CRLF', mixed: 'Mixed endings' };
