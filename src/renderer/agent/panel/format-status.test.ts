import { expect, test } from 'vitest';
import type { AnswerActivity } from '../../../shared/contract/thread.ts';
import { fillOf, formatContext } from '../context/format-context.ts';
import { announcedOf, formatActivity, formatPause } from './format-activity.ts';

const retrying: AnswerActivity = {
  type: 'retrying',
  attempt: 2,
  attempts: 4,
  at: 10_000,
  failure: { code: 'provider-overloaded', message: 'The service is busy' },
};

test('a wait is counted down and then over', () => {
  expect(formatActivity(retrying, 6000)).toEqual({ what: 'The service is busy.', next: 'Retrying in 4 s (2 of 4)' });
  expect(formatActivity(retrying, 9999).next).toBe('Retrying in 1 s (2 of 4)');
  expect(formatActivity(retrying, 10_001).next).toBe('Retrying (2 of 4)');
});

test('a queue tells how many come first', () => {
  const queued = (position: number): AnswerActivity => ({ type: 'queued', position, since: 0 });
  expect(formatActivity(queued(2), 0).next).toBe('Queued, 2 before it');
  expect(formatActivity(queued(0), 0).next).toBe('Queued');
  expect(announcedOf(queued(2))).toBe(announcedOf(queued(1)));
});

test('what takes a while to look up is told', () => {
  expect(formatActivity({ type: 'reading', since: 1000 }, 6000).next).toBe('Reading what it mentions 5 s');
});

test('a pause says what it is for', () => {
  const spent = { tokens: 52_000, cost: 0.012 };
  expect(formatPause({ type: 'limit', limit: { tokens: 50_000 }, spent })).toBe(
    'This thread has used 52,000 of 50,000 tokens.',
  );
  expect(formatPause({ type: 'limit', limit: { tokens: 90_000, cost: 0.01 }, spent }, 'USD')).toBe(
    'This thread has cost $0.012 of $0.01.',
  );
  const repeat = { type: 'repeat', toolName: 'read-file', times: 3 } as const;
  const paused: AnswerActivity = { type: 'paused', since: 0, reason: repeat };
  expect(formatActivity(paused, 0).what).toBe('The model called read-file with the same arguments 3 times.');
  expect(announcedOf(paused)).toContain('Continue?');
});

test('a context warns before it is full', () => {
  const at = (tokens: number, limit = 200_000) => ({ tokens, limit, source: 'usage' as const });
  expect(formatContext(at(12_400))).toBe('12,400 of 200,000 tokens, counted by the service');
  expect(formatContext({ ...at(12_400, 0), source: 'estimate' })).toBe('12,400 tokens, estimated');
  expect([159_999, 160_000, 189_999, 190_000, 300_000].map((tokens) => fillOf(at(tokens))?.level)).toEqual([
    'fine',
    'high',
    'high',
    'full',
    'full',
  ]);
  expect(fillOf(at(1, 0))).toBeNull();
});
