import { expect, test } from 'vitest';
import type { ElicitationField } from '../../../shared/contract/agent-servers/elicitation.ts';
import { begunForm, readForm } from './typed-form.ts';

const options = [{ value: 'a', title: 'A' }];
const field = (name: string, takes: ElicitationField['takes'], more: Partial<ElicitationField> = {}) => ({
  ...{ name, title: name, isRequired: false, takes },
  ...more,
});

const fields = [
  field('text', { type: 'text' }, { isRequired: true }),
  field('count', { type: 'number', isWhole: false }, { value: 2.5 }),
  field('on', { type: 'switch' }),
  field('one', { type: 'choice', options }, { value: 'gone' }),
  field('many', { type: 'choices', options }, { value: ['a'] }),
];

test('a form begins with what the agent proposes, unless its field does not take that', () => {
  expect(begunForm(fields)).toEqual({ text: '', count: '2.5', on: false, one: '', many: ['a'] });
});

test('what is left empty is left out, or told of if it has to be there', () => {
  const { values, problems } = readForm(fields, { ...begunForm(fields), count: ' ' });
  expect(values).toEqual({ on: false, many: ['a'] });
  expect([...problems]).toEqual([['text', 'This has to be filled in.']]);
});

test('numbers are read as they are typed, also with a comma', () => {
  const typed = { ...begunForm(fields), text: 'x', count: '1,5' };
  expect(readForm(fields, typed).values.count).toBe(1.5);
  expect([...readForm(fields, { ...typed, count: 'many' }).problems.keys()]).toEqual(['count']);
});
