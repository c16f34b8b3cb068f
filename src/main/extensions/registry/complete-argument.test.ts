import { beforeEach, expect, test } from 'vitest';
import { FailureError } from '../../../shared/contract/errors.ts';
import { createArgumentCompletion } from './complete-argument.ts';
import type { CallOptions, ExtensionHandle } from './extension-handle.ts';

const faults: string[] = [];
let asked: { params: unknown; options: CallOptions }[] = [];
beforeEach(() => {
  faults.length = 0;
  asked = [];
});

function answering(answer: (signal: AbortSignal) => Promise<unknown>) {
  const handle = {
    manifest: { slash_commands: { go: { description: 'Goes', argument: '<where>' }, stay: { argument: '' } } },
    call: (_method: string, params: unknown, options: CallOptions) => {
      asked.push({ params, options });
      return answer(options.signal as AbortSignal);
    },
    noteFault: (text: string) => faults.push(text),
  };
  return createArgumentCompletion({ require: () => handle as unknown as ExtensionHandle }, 2000);
}

test('what an extension offers is passed on, within its time; who has no argument is not asked', async () => {
  const complete = answering(async () => [{ label: 'home', more: 1 }]);
  expect(await complete('x', 'go', 'ho')).toEqual([{ label: 'home' }]);
  expect(asked).toMatchObject([{ params: { id: 'go', argument: 'ho' }, options: { deadlineMs: 2000 } }]);
  expect(await complete('x', 'stay', '')).toBeNull();
  expect(await complete('x', 'gone', '')).toBeNull();
  expect(asked).toHaveLength(1);
});

test('the line below a label is one line, without marks that turn letters round', async () => {
  const complete = answering(async () => [{ label: 'home', description: 'safe\u202E\n\nefas' }]);
  expect(await complete('x', 'go', 'ho')).toEqual([{ label: 'home', description: 'safe efas' }]);
});

test('the next question stops the one before it', async () => {
  const complete = answering(
    (signal) =>
      new Promise((resolve) => {
        if (asked.length === 2) resolve([{ label: 'second' }]);
        signal.addEventListener('abort', () => resolve([{ label: 'stopped' }]));
      }),
  );
  const first = complete('x', 'go', 'a');
  expect(await complete('x', 'go', 'ab')).toEqual([{ label: 'second' }]);
  expect(await first).toEqual([{ label: 'stopped' }]);
});

test.each([
  ['what is no list', async () => 'home', 'The arguments of /go are not in the form for them'],
  ['too much', async () => Array.from({ length: 201 }, () => ({ label: 'a' })), 'The arguments of /go are not in'],
  [
    'what comes too late',
    async () => Promise.reject(new FailureError({ code: 'timeout', message: 'X did not answer in time.' })),
    'The arguments of /go were not there in time: X did not answer in time.',
  ],
])('%s shows nothing, and is logged', async (_what, answer, line) => {
  expect(await answering(answer)('x', 'go', '')).toEqual([]);
  expect(faults).toEqual([expect.stringContaining(line)]);
});
