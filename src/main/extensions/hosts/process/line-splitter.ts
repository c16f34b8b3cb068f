import type { Readable } from 'node:stream';

/** Characters of a line; what is beyond them is dropped, as a process may write without ever ending a line. */
export const maxLine = 16 * 1024;

/** @returns the lines of a text that was written at once, the empty ones left out; it is cut before it is looked at */
export function linesOfText(text: string): string[] {
  const cut = text.length <= maxLine ? text : `${text.slice(0, maxLine)} …`;
  return cut.split('\n').filter((line) => line !== '');
}

/** Calls `onLine` for each line of a text stream, without its end. No more than one line of `limit` is ever held. */
export function splitLines(input: Readable, onLine: (line: string) => void, limit = maxLine): void {
  let line = '';
  let isCut = false;

  function add(text: string): void {
    if (isCut) return;
    line += text;
    if (line.length <= limit) return;
    // Told now: the end of the line may never come.
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
