import { expect, test } from 'vitest';
import { formatCost, formatMoney } from './format-money.ts';
import { readCost, readTokens } from './limit-field.ts';

test('a limit is read as people type it', () => {
  expect(['', '200000', '200,000', '1 000', '50k', '1.5M'].map(readTokens)).toEqual([
    { value: undefined },
    { value: 200_000 },
    { value: 200_000 },
    { value: 1000 },
    { value: 50_000 },
    { value: 1_500_000 },
  ]);
  for (const bad of ['0', '-5', 'lots', '1e99', '5kk', '.', '200.000', '1.5'])
    expect(readTokens(bad)).toHaveProperty('problem');
  expect(['', '0.5', '0,5', '$2', ' 10 ', '0,125'].map(readCost)).toEqual([
    { value: undefined },
    { value: 0.5 },
    { value: 0.5 },
    { value: 2 },
    { value: 10 },
    { value: 0.125 },
  ]);
  for (const bad of ['0', '-1', 'free', '1.2.3', '$', '1,000', '$20,000'])
    expect(readCost(bad)).toHaveProperty('problem');
});

test('money has as many digits as it takes to see it', () => {
  expect([0, 0.000012, 0.0042, 0.0995, 0.1, 1.005, 1234.5].map((amount) => formatMoney(amount, 'USD'))).toEqual([
    '$0.00',
    '$0.000012',
    '$0.0042',
    '$0.1',
    '$0.10',
    '$1.01',
    '$1,234.50',
  ]);
  expect(formatMoney(2, 'EUR')).toBe('€2.00');
  // Of an agent, which may tell it in any unit.
  expect(['credits', '', '\u202eUSD'].map((unit) => formatMoney(2, unit))).toEqual([
    '2.00 credits',
    '2.00',
    '2.00 ⟨U+202E⟩USD',
  ]);
  const usage = { inputTokens: 1000, outputTokens: 100 };
  expect(formatCost(usage, { currency: 'USD', input: 3, output: 15 })).toBe('$0.0045');
  expect(formatCost(usage, undefined)).toBe('');
  expect(formatCost(undefined, { currency: 'USD', input: 3, output: 15 })).toBe('');
});
