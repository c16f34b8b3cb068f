import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hashFiles } from './app-build.mjs';

let base = '';
const hash = () => hashFiles(base, ['src', 'config.ts']);

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'hash-'));
  mkdirSync(join(base, 'src', 'deep'), { recursive: true });
  writeFileSync(join(base, 'src', 'deep', 'a.ts'), 'one');
  writeFileSync(join(base, 'config.ts'), 'config');
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

test('the same files give the same hash', () => {
  expect(hash()).toBe(hash());
});

test('a change in a file deep inside changes it', () => {
  const before = hash();
  writeFileSync(join(base, 'src', 'deep', 'a.ts'), 'two');
  expect(hash()).not.toBe(before);
});

test('a new name for the same content changes it', () => {
  const before = hash();
  renameSync(join(base, 'src', 'deep', 'a.ts'), join(base, 'src', 'deep', 'b.ts'));
  expect(hash()).not.toBe(before);
});

test('a config that is gone changes it', () => {
  const before = hash();
  rmSync(join(base, 'config.ts'));
  expect(hash()).not.toBe(before);
});

test('a test file does not change it: the build has no tests', () => {
  const before = hash();
  writeFileSync(join(base, 'src', 'deep', 'a.test.ts'), 'test');
  expect(hash()).toBe(before);
});
