import { Readable } from 'node:stream';
import { setTimeout as after } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from './read-lines.ts';

async function linesOf(pieces: readonly Buffer[], longest = 1000): Promise<string[]> {
  const lines: string[] = [];
  await readLines(Readable.from(pieces), { longest, restAfterMs: 8 }, (line) => void lines.push(line));
  return lines;
}

test('lines are the same in whatever pieces their bytes come', async () => {
  const line = fc.string({ unit: fc.constantFrom('a', 'ü', '😀', ' '), maxLength: 8 });
  const property = fc.asyncProperty(fc.array(line), fc.array(fc.nat(6), { minLength: 1 }), async (lines, sizes) => {
    const bytes = Buffer.from(lines.map((one) => `${one}\n`).join(''));
    const pieces: Buffer[] = [];
    for (let at = 0, turn = 0; at < bytes.length; turn++) {
      const size = (sizes[turn % sizes.length] ?? 0) + 1;
      pieces.push(bytes.subarray(at, at + size));
      at += size;
    }
    expect(await linesOf(pieces)).toEqual(lines);
  });
  await fc.assert(property, { numRuns: 50 });
  expect(await linesOf([Buffer.from('one\r\nand the rest')])).toEqual(['one', 'and the rest']);
});

test('a line that is too long ends the reading, whether or not it ends', async () => {
  await expect(linesOf([Buffer.from('fine\n'), Buffer.from('x'.repeat(1001))])).rejects.toThrow(RangeError);
  await expect(linesOf([Buffer.from(`${'x'.repeat(1001)}\n`)])).rejects.toThrow('longer than 1000 bytes');
  expect(await linesOf([Buffer.from(`${'x'.repeat(1000)}\n`)])).toHaveLength(1);
});

test('a line that is too long is cut where that is wanted, and what follows is read', async () => {
  const lines: string[] = [];
  const pieces = ['x'.repeat(7), 'x'.repeat(7), 'x\nnext\n', 'y'.repeat(30)].map((text) => Buffer.from(text));
  const limits = { longest: 10, isCut: true, restAfterMs: 8 };
  await readLines(Readable.from(pieces), limits, (line) => void lines.push(line));
  expect(lines).toEqual(['x'.repeat(10), 'next', 'y'.repeat(10)]);
});

test('others have their turn while many lines are read', async () => {
  const many = Buffer.from('line\n'.repeat(2_000));
  let isRead = false;
  let turns = 0;
  const busy = (): void => {
    const until = performance.now() + 0.05;
    while (performance.now() < until);
  };
  const reading = readLines(Readable.from([many]), { longest: 100, restAfterMs: 5 }, busy).then(() => {
    isRead = true;
  });
  while (!isRead) {
    turns++;
    await after(0);
  }
  await reading;
  expect(turns).toBeGreaterThan(5);
});

test('what comes of a line that goes first is there before the next line of the same piece', async () => {
  const order: string[] = [];
  await readLines(Readable.from([Buffer.from('end\nnext\n')]), { longest: 100, restAfterMs: 1_000 }, (line) => {
    order.push(line);
    if (line === 'end') {
      void Promise.resolve()
        .then(() => {})
        .then(() => order.push('over'));
    }
    return line === 'end' ? 'rest' : undefined;
  });
  expect(order).toEqual(['end', 'over', 'next']);
});
