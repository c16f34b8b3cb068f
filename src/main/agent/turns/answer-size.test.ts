import { expect, test } from 'vitest';
import { toFailure } from '../../../shared/contract/errors.ts';
import type { CompletionEvent } from '../../../shared/contract/provider.ts';
import { createAnswerSize } from './answer-size.ts';

const kilobyte = 1024;
const limits = { answer: 20 * kilobyte, thought: 10 * kilobyte, thread: 1024 * kilobyte };

/** Takes what is said over and over, until it is ended. */
function takeWithoutEnd(next: (n: number) => CompletionEvent, threadSize = () => 0) {
  const size = createAnswerSize({ limits, threadSize });
  size.beginStep();
  const taken: CompletionEvent[] = [];
  for (let n = 0; n < 1_000_000; n += 1) {
    try {
      size.take(next(n), (event) => taken.push(event));
    } catch (thrown) {
      return { taken, failure: toFailure(thrown) };
    }
  }
  throw new Error('It went on.');
}

const textIn = (events: readonly CompletionEvent[]): string =>
  events
    .map((event) => (event.type === 'text' ? event.value : event.type === 'thinking' ? event.value.text : ''))
    .join('');

test.each([
  ['text', 'The answer came to 20 KB', 20, (): CompletionEvent => ({ type: 'text', value: 'ä'.repeat(3001) })],
  [
    'thought',
    'What the model thought came to 10 KB',
    10,
    (): CompletionEvent => ({ type: 'thinking', value: { text: 'ä'.repeat(3001) } }),
  ],
] as const)(
  '%s is taken up to the very letter that has no room, and its end says what to do',
  (_what, message, most, next) => {
    const { taken, failure } = takeWithoutEnd(next);
    expect(textIn(taken) === 'ä'.repeat((most * kilobyte) / 2)).toBe(true);
    expect(failure.code).toBe('answer-too-long');
    expect(failure.message).toContain(message);
  },
);

const call = (id: string, input: string, isInputComplete: boolean): CompletionEvent => ({
  type: 'tool-use',
  value: { id, name: 'read', input, isInputComplete },
});

test.each<[string, (n: number) => CompletionEvent, string]>([
  ['the arguments of a call that grows', (n) => call('one', 'x'.repeat(n * 100), false), 'came to 20 KB'],
  ['calls that are one another’s like', () => call('', '{}', true), 'more than 1024 calls'],
  ['calls with ids of their own', (n) => call(`${n}`, '{}', false), 'more than 1024 calls'],
  ['long calls', (n) => call(`${n}`, 'x'.repeat(1000), true), 'came to 20 KB'],
  ['signatures', () => ({ type: 'thinking', value: { text: '', signature: 'x'.repeat(500) } }), 'came to 10 KB'],
  ['thoughts that nobody may read', () => ({ type: 'redacted-thinking', value: 'x'.repeat(500) }), 'came to 10 KB'],
  ['details of reasoning', () => ({ type: 'reasoning-details', value: 'x'.repeat(500) }), 'came to 20 KB'],
  ['text that says nothing', () => ({ type: 'text', value: '' }), 'came to 20 KB'],
  ['usage', () => ({ type: 'usage', value: { inputTokens: 1, outputTokens: 1 } }), 'came to 20 KB'],
  ['places in a queue', (n) => ({ type: 'queued', value: { position: n % 7 } }), 'came to 20 KB'],
])('%s without end come to an end', (_what, next, message) => {
  const { failure } = takeWithoutEnd(next);
  expect(failure.code).toBe('answer-too-long');
  expect(failure.message).toContain(message);
});

test('a call counts once however often it comes anew, and every step may have its own calls', () => {
  const size = createAnswerSize({ limits, threadSize: () => 0 });
  let taken = 0;
  const take = (event: CompletionEvent) => size.take(event, () => (taken += 1));
  for (let step = 0; step < 10; step += 1) {
    size.beginStep();
    for (let n = 1; n <= 100; n += 1) take(call('one', 'x'.repeat(n * 10), n === 100));
  }
  expect(taken).toBe(1000);
});

test('a call that never gets whole counts in each step anew, whatever its id', () => {
  const size = createAnswerSize({ limits, threadSize: () => 0 });
  const takeStep = () => {
    size.beginStep();
    size.take(call('one', 'x'.repeat(6 * kilobyte), false), () => {});
  };
  for (let step = 0; step < 3; step += 1) takeStep();
  expect(takeStep).toThrow('came to 20 KB');
});

test('a thread that is full ends what is said in it', () => {
  let said = 0;
  const next = (): CompletionEvent => ({ type: 'text', value: 'x' });
  const { taken, failure } = takeWithoutEnd(next, () => 1020 * kilobyte + said++ * kilobyte);
  expect(taken).toHaveLength(4);
  expect(failure).toMatchObject({
    code: 'thread-full',
    message: expect.stringContaining('reached its size limit of 1 MB'),
  });
});
