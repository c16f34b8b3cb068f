import { expect, test } from 'vitest';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import { createAnswerRoom } from './answer-room.ts';

const limits = { answer: 100, thought: 50, thread: 10_000 };
const said = (text: string): ThreadEntry => ({ kind: 'answer-text', answerId: 'a', text });
const thought = (text: string): ThreadEntry => ({ kind: 'answer-thinking', answerId: 'a', text });
const done: ThreadEntry = {
  kind: 'answer-agent-call',
  answerId: 'a',
  call: { id: 'c', content: [{ type: 'text', text: 'x'.repeat(1000) }] },
};

test('what an agent says and thinks have limits of their own; what it does has that of the thread', () => {
  let size = 0;
  const room = createAnswerRoom(limits, () => size);
  expect([said('é'.repeat(40)), thought('t'.repeat(40)), done, done].map(room.take)).toEqual([null, null, null, null]);
  expect(room.isFull()).toBe(false);
  expect(room.take(thought('more than there is'))).toMatchObject({
    code: 'answer-too-long',
    message: expect.stringContaining('What the agent thought'),
  });
  expect(room.isFull()).toBe(true);
  size = limits.thread;
  expect(createAnswerRoom(limits, () => size).take(done)).toMatchObject({ code: 'thread-full' });
});

test('a text is counted in bytes, and one without letters too', () => {
  const room = createAnswerRoom(limits, () => 0);
  for (let times = 0; times < 50; times += 1) expect(room.take(said(''))).toBeNull();
  expect(room.take(said('é'.repeat(24)))).toBeNull();
  expect(room.take(said('é'))).toMatchObject({ code: 'answer-too-long' });
});
