import { expect, test } from 'vitest';
import type { ToolRule } from '../../../shared/contract/tool.ts';
import { rulesAfter } from './edited-rules.ts';

const row = (key: number, pattern: string, effect: ToolRule['effect'] = 'change') => ({
  key,
  rule: { effect, pattern, decision: 'allow' as const },
});

test('rules are saved without spaces around them, and a row that is still empty is not there', () => {
  expect(rulesAfter([row(1, ' src/** '), row(2, ' ')])).toEqual([
    { effect: 'change', pattern: 'src/**', decision: 'allow' },
  ]);
});

test('nothing is saved while a row is no rule, so that none is lost', () => {
  expect(rulesAfter([row(1, 'src/**'), row(2, 'no tool', 'run')])).toBeNull();
  expect(rulesAfter([row(1, 'src/**'), row(2, 'src/**')])).toBeNull();
  expect(rulesAfter([row(1, 'src/**'), row(2, 'src/**', 'read')])).toHaveLength(2);
});
