import { expect, test } from 'vitest';
import { shortContext } from './format-context.ts';

test('the context is told in as few letters as say it', () => {
  const short = (tokens: number, limit: number) => shortContext({ tokens, limit, source: 'usage' });
  expect(short(2999, 32_768)).toBe('3k of 32k');
  expect(short(0, 1_000_000)).toBe('0 of 1M');
  expect(short(512, 0)).toBe('512 tokens');
});
