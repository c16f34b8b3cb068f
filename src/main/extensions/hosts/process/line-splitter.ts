import type { Readable } from 'node:stream';

/** Characters of a line; the rest is dropped, as a process may write without ever ending a line. */
export const maxLine = 16 * 1024;

/** @returns the non-empty lines of a text, which is cut to `maxLine` before it is split */
export function linesOfText(text: string): string[] {
  const cut = text.length <= maxLine ? text : `${text.slice(0, maxLine)} …`;
  return cut.split('\n').filter((line) => line !== '');
}

/** Calls `onLine` for each line of a text stream, without its line end. At most one line of `limit` is in memory. */
export function splitLines(input: Readable, onLine: (line: string) => void, limit = maxLine): void {
  let line = '';
  let isCut = false;

  function add(text: string): void {
    if (isCut) return;
    line += text;
    if (line.length <= limit) return;
    // At once, as the end of the line may never come.
    onLine(`${line.slice(0, limit)} …`);
    line = '';
    isCut = true;
  }

  function end(): void {
    if (!isCut) onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
    line = '';
    isCut = false;
  }

  input.setEncoding('utf8');
  input.on('data', (chunk: string) => {
    for (const [index, text] of chunk.split('\n').entries()) {
      if (index > 0) end();
      add(text);
    }
  });
  input.once('end', () => {
    if (line !== '') end();
  });
}
