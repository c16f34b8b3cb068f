import { expect, test } from 'vitest';
import { matchesLock } from './dependencies.mjs';

const lock = {
  packages: {
    '': { version: '0.1.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-aaa' },
    'node_modules/b': { version: '2.0.0', integrity: 'sha512-bbb' },
    'node_modules/for-windows': { version: '1.0.0', optional: true },
  },
};
const { '': _root, 'node_modules/for-windows': _windows, ...installed } = lock.packages;

test('what the lockfile asks for matches, without the optional packages of other platforms', () => {
  expect(matchesLock(lock, { packages: installed })).toBe(true);
});

test('a missing package does not match', () => {
  expect(matchesLock(lock, { packages: { 'node_modules/a': installed['node_modules/a'] } })).toBe(false);
});

test('another version does not match', () => {
  const other = { ...installed, 'node_modules/b': { version: '2.0.1', integrity: 'sha512-bbb' } };
  expect(matchesLock(lock, { packages: other })).toBe(false);
});

test('other content under the same version does not match', () => {
  const other = { ...installed, 'node_modules/b': { version: '2.0.0', integrity: 'sha512-ccc' } };
  expect(matchesLock(lock, { packages: other })).toBe(false);
});

test('a package that the lockfile does not know does not match', () => {
  expect(matchesLock(lock, { packages: { ...installed, 'node_modules/extra': { version: '1.0.0' } } })).toBe(false);
});
