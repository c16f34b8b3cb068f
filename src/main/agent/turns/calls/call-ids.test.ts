import { expect, test } from 'vitest';
import { freshIds } from './call-ids.ts';

const idsGiven = (used: string[], ...events: [id: string, input: string, isInputComplete?: boolean][]) => {
  const idFor = freshIds(new Set(used));
  return events.map(([id, input, isInputComplete = true]) => idFor({ id, name: 'n', input, isInputComplete }));
};

test('a call that grows keeps its id, also beside another', () => {
  const events = [
    ['a', '{', false],
    ['b', '{', false],
    ['a', '{}'],
    ['b', '{}'],
  ] as const;
  expect(idsGiven(['a'], ...events.map((each) => [...each] as [string, string, boolean?]))).toEqual([
    'a_2',
    'b',
    'a_2',
    'b',
  ]);
});

test('another call after a whole one of the same id is given one of its own', () => {
  expect(idsGiven([], ['', '1'], ['', '2'], ['', '3', false], ['', '34'])).toEqual([
    'call',
    'call_2',
    'call_3',
    'call_3',
  ]);
});

test('a whole call that is said again is the same', () => {
  expect(idsGiven([], ['a', '1'], ['a', '1'], ['a', '2'], ['a', '1'], ['a', '2'])).toEqual([
    'a',
    'a',
    'a_2',
    'a',
    'a_2',
  ]);
});
