import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AgentPlan } from '../../../../shared/contract/agent-servers/agent-item.ts';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import { PlanBlock } from './PlanBlock.tsx';
import { presentPlans, progressOf } from './present-plan.ts';

type State = AgentPlan['entries'][number]['state'];
const plan = (id: string, ...states: State[]): AgentPlan => ({
  id,
  entries: states.map((state, index) => ({ content: `step ${index}`, priority: index === 0 ? 'high' : 'low', state })),
});
const prompt = (id: string): ThreadEntry => ({ kind: 'prompt', id, at: 1, text: 'go' });
const started = (id: string, promptId: string | null): ThreadEntry => ({
  kind: 'answer-started',
  id,
  at: 2,
  promptId,
  model: 'agent/settings/bird',
  modelName: 'Bird',
});
const told = (answerId: string, told: AgentPlan): ThreadEntry => ({ kind: 'answer-agent-plan', answerId, plan: told });
const ended = (answerId: string): ThreadEntry => ({
  kind: 'answer-ended',
  answerId,
  at: 3,
  end: { type: 'stop', reason: 'end-turn' },
});
const present = (...entries: ThreadEntry[]) => presentPlans(foldThread(entries)).map(({ id }) => id);

test('a plan shows its steps with their states in words, and how many are done', () => {
  const shown = renderToStaticMarkup(<PlanBlock plan={plan('p', 'completed', 'in_progress', 'cancelled')} />)
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  expect(shown).toContain('2 of 3 done');
  expect(shown).toContain('done: step 0 important under way: step 1 dropped: step 2');
});

test('what is under way is named, else what comes next', () => {
  expect(progressOf([plan('p', 'pending', 'in_progress')]).now?.content).toBe('step 1');
  expect(progressOf([plan('p', 'completed', 'pending')]).now?.content).toBe('step 1');
  expect(progressOf([plan('p', 'completed')])).toEqual({ done: 1, count: 1, now: undefined });
});

test('the present plan is that of the last answer with one, until all of it is done and the answer is over', () => {
  const begun = [prompt('1'), started('a', '1'), told('a', plan('p', 'in_progress'))];
  expect(present(...begun)).toEqual(['p']);
  expect(present(...begun, ended('a'))).toEqual(['p']);
  const done = [...begun, told('a', plan('p', 'completed'))];
  expect(present(...done)).toEqual(['p']);
  expect(present(...done, ended('a'))).toEqual([]);
  const later = [started('b', null), told('b', plan('q', 'pending'))];
  expect(present(...begun, ended('a'), ...later)).toEqual(['q']);
  expect(present(...begun, ended('a'), ...later, prompt('2'), started('c', '2'))).toEqual([]);
});
