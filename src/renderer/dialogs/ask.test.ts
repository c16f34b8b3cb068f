import { beforeEach, expect, test } from 'vitest';
import { ask, useQuestions } from './ask.ts';

const shown = () => useQuestions.getState().questions[0];

beforeEach(() => useQuestions.setState({ questions: [] }));

test('questions are asked one after the other and each gets its own answer', async () => {
  const first = ask({ title: 'One?', text: '', actions: [{ id: 'yes', label: 'Yes' }] });
  const second = ask({ title: 'Two?', text: '', actions: [] });
  expect(shown()?.title).toBe('One?');
  shown()?.answer('yes');
  expect(shown()?.title).toBe('Two?');
  shown()?.answer(null);
  expect(shown()).toBeUndefined();
  expect(await Promise.all([first, second])).toEqual(['yes', null]);
});
