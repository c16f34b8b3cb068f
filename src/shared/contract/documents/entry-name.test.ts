import { expect, test } from 'vitest';
import { faultOfName, faultOfNewName, faultOfTyped } from './entry-name.ts';

test.each([
  ['', 'is empty'],
  ['..', 'stands for a folder'],
  ['a:b', 'has a “:”'],
  ['a\\b', 'has a “\\”'],
  ['a/b', 'has a “/”'],
  ['tab\there', 'has a “⟨U+0009⟩”'],
  ['end.', 'ends with a dot'],
  ['end ', 'ends with a dot or a space'],
  ['NUL', 'is reserved on Windows'],
  ['com1.txt', 'is reserved on Windows'],
  ['\ud800', 'half of a character'],
  ['ä'.repeat(128), 'is too long'],
])('%j %s', (name, fault) => {
  expect(faultOfName(name)).toContain(fault);
});

test.each(['a.ts', '.gitignore', ' leading', 'ä'.repeat(127), 'nullify', 'com10', '日本語', 'a b', '...x'])(
  '%j is a name everywhere',
  (name) => {
    expect(faultOfName(name)).toBeNull();
  },
);

test('what is wrong with the name of what is there may stay in its next one, and nothing else may come', () => {
  expect(faultOfNewName('what?.txt', 'what?.md')).toBeNull();
  expect(faultOfNewName('what?.txt', 'what.txt')).toBeNull();
  expect(faultOfNewName('what?.txt', 'what:.txt')).toContain('has a “:”');
  expect(faultOfNewName('what.txt', 'what?.txt')).toContain('has a “?”');
});

test('what is typed may lead through folders', () => {
  expect(faultOfTyped('src/deep/new.ts')).toBeNull();
  expect(faultOfTyped('src\\new.ts')).toBeNull();
  expect(faultOfTyped(' spaced.ts ')).toBeNull();
  expect(faultOfTyped('src/')).toBe('A name is missing.');
  expect(faultOfTyped('/etc/passwd')).toBe('A name is missing.');
  expect(faultOfTyped('../up.ts')).toBe('The name “..” stands for a folder already.');
  expect(faultOfTyped('src/a?.ts')).toBe('The name “a?.ts” has a “?”, which not every system permits.');
});
