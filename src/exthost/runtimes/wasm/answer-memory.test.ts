import { Worker } from 'node:worker_threads';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createAnswerMemory, expectAnswer, readAnswer, writeAnswer } from './answer-memory.ts';

const most = 1024 * 1024;

test('an answer is read as it was written: texts of any letters, and bytes anywhere in it', () => {
  const memory = createAnswerMemory(most);
  const bytes = fc.uint8Array({ maxLength: 300 });
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
    fc.constant('\0'),
  );
  const value = fc.oneof(
    texts,
    bytes,
    fc.array(fc.tuple(texts, bytes)),
    fc.record({ headers: fc.array(fc.tuple(texts, texts)), body: bytes }),
  );
  fc.assert(
    fc.property(value, (given) => {
      expectAnswer(memory);
      writeAnswer(memory, { value: given });
      expect(readAnswer(memory)).toEqual({ value: given });
    }),
  );
});

test('nothing is null, and an error a text', () => {
  const memory = createAnswerMemory(most);
  writeAnswer(memory, { value: undefined });
  expect(readAnswer(memory)).toEqual({ value: null });
  writeAnswer(memory, { error: 'stopped' });
  expect(readAnswer(memory)).toEqual({ error: 'stopped' });
});

test('the memory grows with an answer, up to a limit that is told', () => {
  const memory = createAnswerMemory(most);
  const small = memory.byteLength;
  expect(small).toBeLessThan(most);
  const large = new Uint8Array(most - 100).map((_, index) => index);
  writeAnswer(memory, { value: { body: large } });
  expect(readAnswer(memory)).toEqual({ value: { body: large } });
  expect(memory.byteLength).toBeGreaterThan(small);
  expect(() => writeAnswer(memory, { value: new Uint8Array(most + 1) })).toThrow('it has more than 1 MB');
  writeAnswer(memory, { value: 'after' });
  expect(readAnswer(memory)).toEqual({ value: 'after' });
});

test('bytes that are read are not those of the next answer', () => {
  const memory = createAnswerMemory(most);
  writeAnswer(memory, { value: new Uint8Array([1, 2, 3]) });
  const first = readAnswer(memory);
  writeAnswer(memory, { value: new Uint8Array([9, 9, 9]) });
  expect(first).toEqual({ value: new Uint8Array([1, 2, 3]) });
});

test('a thread waits for its answer, also if the memory has grown meanwhile', async () => {
  const memory = createAnswerMemory(most);
  const worker = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    import(workerData.module).then(({ expectAnswer, readAnswer }) => {
      expectAnswer(workerData.memory);
      parentPort.postMessage('asks');
      parentPort.postMessage(readAnswer(workerData.memory).value.length);
    });`,
    { eval: true, workerData: { memory, module: new URL('answer-memory.ts', import.meta.url).href } },
  );
  onTestFinished(() => void worker.terminate());
  const said: unknown[] = [];
  await new Promise<void>((resolve) =>
    worker.on('message', (message) => {
      said.push(message);
      if (message === 'asks') setTimeout(() => writeAnswer(memory, { value: 'x'.repeat(500_000) }), 20);
      else resolve();
    }),
  );
  expect(said).toEqual(['asks', 500_000]);
});
