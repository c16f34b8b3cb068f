import { expect, test } from 'vitest';
import type { ElicitationField, ElicitationValue } from './contract/agent-servers/elicitation.ts';
import { problemOfValue } from './elicited-value.ts';

const options = [
  { value: 'a', title: 'A' },
  { value: 'b', title: 'B' },
];

test.each<[ElicitationField['takes'], ElicitationValue | undefined, string | null]>([
  [{ type: 'text' }, undefined, 'This has to be filled in.'],
  [{ type: 'text', least: 2 }, 'é', 'Write at least 2 letters.'],
  [{ type: 'text', most: 1 }, '👍', null],
  [{ type: 'text', most: 1 }, 'ab', 'Write at most 1 letter.'],
  [{ type: 'text' }, 4, 'Write a text.'],
  [{ type: 'text', format: 'email' }, 'a@b', null],
  [{ type: 'text', format: 'email' }, 'a b@c', 'Write an address such as name@example.com.'],
  [{ type: 'text', format: 'uri' }, 'no address', 'Write an address such as https://example.com.'],
  [{ type: 'text', format: 'date' }, '2026-02-28', null],
  [{ type: 'text', format: 'date' }, '2026-13-01', 'Write a date such as 2026-11-28.'],
  [{ type: 'text', format: 'date-time' }, '2026-11-28', 'Write a time such as 2026-11-28T14:30:00Z.'],
  [{ type: 'number', isWhole: false, least: 0, most: 1 }, 0.5, null],
  [{ type: 'number', isWhole: false }, Number.NaN, 'Write a number.'],
  [{ type: 'number', isWhole: true }, 0.5, 'Write a whole number.'],
  [{ type: 'number', isWhole: true, least: 1 }, 0, 'Write a number of at least 1.'],
  [{ type: 'number', isWhole: true, most: 1 }, 2, 'Write a number of at most 1.'],
  [{ type: 'switch' }, false, null],
  [{ type: 'choice', options }, 'a', null],
  [{ type: 'choice', options }, 'c', 'Choose one of the list.'],
  [{ type: 'choices', options }, ['a', 'b'], null],
  [{ type: 'choices', options }, ['a', 'a'], 'Choose from the list.'],
  [{ type: 'choices', options }, ['c'], 'Choose from the list.'],
  [{ type: 'choices', options, least: 2 }, ['a'], 'Choose at least 2.'],
  [{ type: 'choices', options, most: 1 }, ['a', 'b'], 'Choose at most 1.'],
])('%o with %o: %s', (takes, value, problem) => {
  expect(problemOfValue({ name: 'x', title: 'X', isRequired: true, takes }, value)).toBe(problem);
});

test('what is optional may be left out', () => {
  expect(problemOfValue({ name: 'x', title: 'X', isRequired: false, takes: { type: 'text', least: 2 } })).toBeNull();
});
