import { expect, test } from 'vitest';
import type { Failure } from '../../../../shared/contract/errors.ts';
import type { AnswerPart, AnswerView, ThreadView } from '../../../../shared/contract/thread-view.ts';
import { emptyThread } from '../../../../shared/thread/fold-thread.ts';
import { missedTurns } from './handover-lines.ts';

const bird = 'agent:bird';
const answer = (model: string, ...words: readonly string[]): AnswerView => ({
  ...{ id: `a-${model}`, promptId: 'p', model, modelName: model, startedAt: 1, endedAt: 2 },
  parts: words.map((text): AnswerPart => ({ type: 'text', text })),
  end: words.length > 0 ? { type: 'stop', reason: 'end-turn' } : { type: 'failed', failure: missing },
});
const missing: Failure = { code: 'agent-missing', message: 'There is no such program.' };
const threadOf = (...answers: readonly AnswerView[]): ThreadView => ({
  ...emptyThread,
  turns: [{ promptId: 'p', text: 'Hello', at: 1, parentId: null, versions: ['p'], answers }],
});

test('an agent has missed what others said or were asked, and not what only it could not answer', () => {
  expect(missedTurns(threadOf(answer('m', 'Hello!')), bird)).toBe(1);
  expect(missedTurns(threadOf(answer('m')), bird)).toBe(1);
  expect(missedTurns(threadOf(answer(bird)), bird)).toBe(0);
  const told = threadOf(answer(bird, 'Hello!'));
  expect(missedTurns(told, bird)).toBe(0);
  // Its session was lost since.
  expect(missedTurns({ ...told, sessionsLeft: { [bird]: 3 } }, bird)).toBe(1);
});
