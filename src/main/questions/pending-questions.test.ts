import { describe, expect, test } from 'vitest';
import { PendingQuestions } from './pending-questions.ts';

interface Question {
  readonly id: string;
  isTaken?: boolean;
}

function setting() {
  const told: string[] = [];
  const pending = new PendingQuestions<Question, string>({
    onAsked: ({ id }) => void told.push(`asked ${id}`),
    onEnded: ({ id }) => void told.push(`ended ${id}`),
    isKept: ({ isTaken = false }) => isTaken,
  });
  return { pending, told, ids: () => pending.all.map(({ id }) => id) };
}

describe('pending questions', () => {
  test('are asked once for all who wait, and answered once', async () => {
    const { pending, told } = setting();
    const question = { id: 'a' };
    const answers = [pending.ask(question), pending.ask(question, new AbortController().signal)];
    pending.end(question, 'yes');
    pending.end(question, 'no');
    pending.end(undefined, 'no');
    expect(await Promise.all(answers)).toEqual(['yes', 'yes']);
    expect(told).toEqual(['asked a', 'ended a']);
  });

  test('are withdrawn with the last who waits, at once', async () => {
    const { pending, told, ids } = setting();
    const question = { id: 'a' };
    const [first, last] = [new AbortController(), new AbortController()];
    const answers = [pending.ask(question, first.signal), pending.ask(question, last.signal)];
    first.abort();
    expect(ids()).toEqual(['a']);
    last.abort();
    expect(ids()).toEqual([]);
    expect(await Promise.all(answers)).toEqual([null, null]);
    expect(told).toEqual(['asked a', 'ended a']);
  });

  test('are not asked for somebody who is gone', async () => {
    const { pending, told } = setting();
    expect(await pending.ask({ id: 'a' }, AbortSignal.abort())).toBeNull();
    expect(told).toEqual([]);
  });

  test('stay where they are kept, and after whoever waited went on', async () => {
    const { pending, ids } = setting();
    const question: Question = { id: 'a' };
    const gone = new AbortController();
    const left = pending.ask(question, gone.signal);
    question.isTaken = true;
    gone.abort();
    expect(await left).toBeNull();
    expect(ids()).toEqual(['a']);
    const goesOn = pending.ask(question);
    pending.release(question, 'yes');
    expect(await goesOn).toBe('yes');
    expect(ids()).toEqual(['a']);
  });

  test('leave a signal alone as soon as they are answered', async () => {
    const { pending, told, ids } = setting();
    const controller = new AbortController();
    const question = { id: 'a' };
    const answered = pending.ask(question, controller.signal);
    pending.end(question, 'yes');
    await answered;
    void pending.ask(question);
    controller.abort();
    expect(ids()).toEqual(['a']);
    expect(told).toEqual(['asked a', 'ended a', 'asked a']);
  });

  test('of one asker go the latest first', () => {
    const { pending, told, ids } = setting();
    for (const id of ['a1', 'b1', 'a2']) void pending.ask({ id });
    told.splice(0);
    pending.withdraw(({ id }) => id.startsWith('a'));
    expect(told).toEqual(['ended a2', 'ended a1']);
    expect(ids()).toEqual(['b1']);
  });
});
