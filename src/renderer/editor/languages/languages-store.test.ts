import { expect, test } from 'vitest';
import type { ContributedLanguage } from '../../../shared/contract/languages/contributed-language.ts';
import { languageByFirstLine, languageBySuffix } from './languages-store.ts';

const language = (name: string, suffixes: readonly string[], firstLine: string | null = null): ContributedLanguage => ({
  ...{
    extensionId: 'e',
    folder: name,
    name,
    suffixes,
    firstLine,
    grammar: null,
    lineComment: null,
    blockComment: null,
  },
  ...{ brackets: [], closesBefore: null, wordCharacters: '', tabSize: null, hardTabs: null, run: 0 },
});

const all = [
  language('A', ['a', 'Afile'], '^#!.*\\ba\\b'),
  language('Long', ['x.a']),
  language('Again', ['a', 'b'], '^#!'),
];

test.each([
  ['one.a', 'A'],
  ['one.x.a', 'Long'],
  ['x.a', 'Long'],
  ['Afile', 'A'],
  ['my.Afile', 'A'],
  ['one.b', 'Again'],
  ['a', 'A'],
  ['ba', undefined],
  ['one.A', undefined],
  ['myAfile', undefined],
])('the longest suffix tells the language of a file, and of several the first has it: %s', (name, expected) => {
  expect(languageBySuffix(all, name)?.name).toBe(expected);
});

test.each([
  ['#!/bin/a', 'A'],
  ['#!/bin/b', 'Again'],
  ['plain', undefined],
  [`#${' '.repeat(200)}!`, undefined],
  [`#!${' '.repeat(200)}a`, 'Again'],
])('a first line tells it by what stands in its beginning: %j', (line, expected) => {
  expect(languageByFirstLine(all, line)?.name).toBe(expected);
});

test('expressions of many languages together take no longer than one may', () => {
  let now = 0;
  const slow = Array.from({ length: 100 }, (_each, index) => language(String(index), [], index < 99 ? '^a' : '^b'));
  const tick = () => {
    now += 10;
    return now;
  };
  expect(languageByFirstLine(slow, 'b', tick)).toBeUndefined();
  expect(now).toBeLessThan(100);
  expect(languageByFirstLine(slow, 'b', () => 0)?.name).toBe('99');
});
