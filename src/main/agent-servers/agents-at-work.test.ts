import { expect, test } from 'vitest';
import { createAgentsAtWork } from './agents-at-work.ts';

test('a change is of the agent that works, or that has just ended, and later of none', () => {
  let at = 0;
  const { begin, changer } = createAgentsAtWork(() => at);
  expect(changer()).toBeNull();
  const [endOne, endTwo] = [begin('One'), begin('Two')];
  expect(changer()).toBe('Two');
  endTwo();
  expect(changer()).toBe('One');
  endOne();
  at = 2_999;
  endTwo();
  expect(changer()).toBe('One');
  at = 3_000;
  expect(changer()).toBeNull();
});
