import { expect, test } from 'vitest';
import type { AgentCall } from '../../../shared/content/agent-items.ts';
import type { AgentQuestion } from '../../../shared/contract/agent-servers/agent-item.ts';
import type { ExactAsk } from '../../../shared/contract/agent-servers/agent-permission.ts';
import { createOpenQuestions } from './open-questions.ts';

const once = { id: 'once', name: 'Allow', kind: 'allow_once' } as const;
const question: AgentQuestion = { id: 'q', options: [once] };

function asking(part: Partial<AgentCall>, asked = question) {
  const told: AgentQuestion[] = [];
  const allowed: ExactAsk[] = [];
  let call: AgentCall = { id: 'c', questions: [], ...part };
  const questions = createOpenQuestions({
    told: (_, one) => told.push(one),
    callOf: () => call,
    by: () => ({ agent: 'agent/settings/bird', program: 'a', name: 'Bird', threadId: 't', folder: null }),
    permissions: { allowedIn: async () => null, allow: async (_, ask) => () => void allowed.push(ask) },
  });
  const stop = new AbortController();
  return {
    ...{ questions, told, allowed, stop },
    answered: questions.ask('c', asked, stop.signal),
    change(to: Partial<AgentCall>) {
      call = { ...call, ...to };
      questions.callTold('c');
    },
  };
}

test.each([{ title: 'Look' }, { title: 'Look', input: '{"path":"a"}' }])(
  'an answer is to what was seen: what shows something else by then is asked anew, exact or not',
  async (first) => {
    const { questions, told, answered, change } = asking(first);
    await Promise.resolve();
    await new Promise((resolve) => setImmediate(resolve));
    const seen = told.at(-1);
    if (!seen) throw new Error('Nothing is asked.');
    change({ title: 'Delete' });
    expect(() => questions.answer(seen, 'once')).toThrow('has changed what it asks for');
    const [, again] = told;
    expect(again).toEqual({ ...question, revision: 1 });
    questions.answer(again ?? seen, 'once');
    expect(await answered).toBe('once');
    expect(told.at(-1)).toEqual({ ...again, answer: 'once' });
    expect(() => questions.answer(again ?? seen, 'once')).toThrow('does not wait');
  },
);

test.each([['no'], ['never'], [null]])('whatever has changed since, %j refuses it', async (refusal) => {
  const no = { id: 'no', name: 'No', kind: 'reject_once' } as const;
  const asked = { ...question, options: [once, no, { ...no, id: 'never', kind: 'reject_always' as const }] };
  const { questions, answered, change } = asking({ title: 'Look' }, asked);
  change({ title: 'Delete' });
  questions.answer(asked, refusal);
  expect(await answered).toBe(refusal);
});

test('what is told again, and how it stands, is nothing else', async () => {
  const { questions, told, answered, change } = asking({ title: 'Look', content: [{ type: 'text', text: 'a' }] });
  change({ title: 'Look', content: [{ type: 'text', text: 'a' }], state: 'in_progress', output: 'so far' });
  questions.callTold('another');
  expect(told).toEqual([question]);
  expect(() => questions.answer(question, 'other')).toThrow('does not offer');
  questions.answer(question, null);
  expect(await answered).toBeNull();
});

test('from now on is allowed what was seen alone, and only where it is exact', async () => {
  const { questions, allowed, answered, change } = asking({ title: 'Look' });
  await expect(questions.allowFromNowOn(question, 'thread')).rejects.toThrow('once only');
  change({ input: '{"path":"a"}' });
  await expect(questions.allowFromNowOn(question, 'thread')).rejects.toThrow('has changed');
  expect(allowed).toEqual([]);
  await questions.allowFromNowOn({ id: 'q', revision: 1 }, 'thread');
  expect(allowed).toEqual([{ title: 'Look', input: '{"path":"a"}', option: 'Allow' }]);
  expect(await answered).toBe('once');
});

test('a question that is cancelled while it is allowed from now on leaves nothing allowed', async () => {
  const { questions, allowed, answered, stop } = asking({ title: 'Look', input: '{"path":"a"}' });
  await new Promise((resolve) => setImmediate(resolve));
  const asked = questions.allowFromNowOn(question, 'thread');
  stop.abort();
  await expect(asked).rejects.toThrow('does not wait');
  expect([await answered, allowed]).toEqual([null, []]);
});
