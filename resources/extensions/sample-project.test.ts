import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { evaluate, parse } from '../sample-project/src/parser.ts';

describe('the sample project', () => {
  it('has the parser where the sample model says that it is', () => {
    const source = readFileSync(new URL('../sample-project/src/parser.ts', import.meta.url), 'utf8');
    expect(source.split('\n')[41]?.slice(6)).toMatch(/^Parser\b/);
  });

  it.each([
    ['1 + 2 * 3', 7],
    ['8 - 4 - 2', 2],
    ['-(1.5 + 0.5)', -2],
    ['2 * (3 + 4)', 14],
    ['--2 / 4', 0.5],
  ])('works out %s', (text, value) => {
    expect(evaluate(parse(text))).toBe(value);
  });

  it.each([
    ['(1 + .5)', '"." is neither a number nor an operator at column 6'],
    ['1 +', 'A number is missing at column 4'],
    ['(1', 'A closing bracket is missing at column 3'],
    ['1 2', 'An operator is missing at column 3'],
  ])('says what is wrong with "%s"', (text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});
