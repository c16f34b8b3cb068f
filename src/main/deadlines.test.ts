import { expect, test } from 'vitest';
import { patienceOf, patient, usualDeadlines } from './deadlines.ts';

test('patience makes every deadline so many times as long', () => {
  const four = patient(usualDeadlines, 4);
  for (const [group, usual] of Object.entries(usualDeadlines)) {
    const names = Object.entries(usual).map(([name, ms]) => [name, ms * 4]);
    expect(Object.entries(four[group as keyof typeof four])).toEqual(names);
  }
  expect(four.hosts.silenceMs).toBe(12_000);
});

test.each([
  ['4', 4],
  ['1', 1],
  ['1.5', 1.5],
  ['100', 100],
])('patience may be %s', (setting, times) => {
  expect(patienceOf(setting, (sentence) => expect.unreachable(sentence))).toBe(times);
});

test('nobody has to set it', () => {
  expect(patienceOf(undefined, (sentence) => expect.unreachable(sentence))).toBe(1);
});

test.each(['', ' ', '0', '0.5', '-4', '101', 'Infinity', 'NaN', 'four', '4 times'])(
  'patience “%s” is refused',
  (no) => {
    const said: string[] = [];
    expect(patienceOf(no, (sentence) => said.push(sentence))).toBe(1);
    expect(said).toEqual([
      `OUTRIGGER_PATIENCE is “${no}”, which is not a number from 1 to 100: deadlines are as usual.`,
    ]);
  },
);
