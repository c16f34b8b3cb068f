import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { linesOfText, maxLine, splitLines } from './line-splitter.ts';

async function linesOf(...chunks: (string | Buffer)[]): Promise<string[]> {
  const input = new PassThrough();
  const lines: string[] = [];
  splitLines(input, (line) => lines.push(line));
  for (const chunk of chunks) input.write(chunk);
  input.end();
  await once(input, 'end');
  return lines;
}

test('lines come without their ends, however they were sent in pieces', async () => {
  expect(await linesOf('one\ntw', 'o\r', '\n\nfo', 'ur')).toEqual(['one', 'two', '', 'four']);
  expect(await linesOf('one\n')).toEqual(['one']);
  expect(await linesOf()).toEqual([]);
  const bytes = Buffer.from('é\n');
  expect(await linesOf(bytes.subarray(0, 1), bytes.subarray(1))).toEqual(['é']);
});

test('a line that is too long is cut, told before it ends, and spoils nothing that follows', async () => {
  const full = 'x'.repeat(maxLine);
  expect(await linesOf(`${full}\n`)).toEqual([full]);
  expect(await linesOf(full, 'y', full, '\nnext\n')).toEqual([`${full} …`, 'next']);

  const endless = new PassThrough();
  const lines: string[] = [];
  splitLines(endless, (line) => lines.push(line));
  for (let count = 0; count < 100; count++) endless.write(full);
  await expect.poll(() => lines).toEqual([`${full} …`]);
});

test('a text that was written at once is cut before it is split', () => {
  expect(linesOfText('one\n\ntwo\n')).toEqual(['one', 'two']);
  expect(linesOfText('x\n'.repeat(maxLine))).toHaveLength(maxLine / 2 + 1);
  expect(linesOfText('x'.repeat(maxLine + 1))).toEqual([`${'x'.repeat(maxLine)} …`]);
});
