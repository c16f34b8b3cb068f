import { expect, test } from 'vitest';
import type { AnswerPart, AnswerView } from '../../../../shared/contract/thread-view.ts';
import { awaitedAnswer, formatSilence } from './silence.ts';

const answer = (...parts: readonly AnswerPart[]): AnswerView => ({
  ...{ id: 'a', promptId: 'p', model: 'agent:b', modelName: 'Bird', startedAt: 1, parts },
});

test('a silence says how long it is, and what was done last', () => {
  const call = { id: 'c', title: 'Run `npm test`', questions: [] };
  const silence = formatSilence(answer({ type: 'agent-call', call }), 42_900);
  expect(silence).toEqual({ what: 'Bird has said nothing for 42 s.', last: 'Run `npm test`' });
  expect(formatSilence(answer({ type: 'text', text: 'Words.' }), 61_000).last).toBe('');
});

test('news are due from an answer that works, and not while it asks, runs a tool of the app, waits for a known reason or is over', () => {
  const of = answer();
  const at = { since: 0, answer: of };
  for (const type of ['waiting', 'thinking', 'streaming'] as const) {
    expect(awaitedAnswer({ type, ...at }, { activity: null })).toBe(of);
    expect(awaitedAnswer({ type, ...at }, { activity: { type: 'reading', since: 0 } })).toBeNull();
  }
  for (const type of ['asking', 'tool'] as const) expect(awaitedAnswer({ type, ...at }, { activity: null })).toBeNull();
  expect(awaitedAnswer({ type: 'idle' }, { activity: null })).toBeNull();
});
