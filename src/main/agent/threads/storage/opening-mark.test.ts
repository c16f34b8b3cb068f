import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createOpeningMark } from './opening-mark.ts';

let folder: string;
let directory: string;
const path = () => join(directory, 'opening.json');
/** Each is a start of the app. */
const start = () => createOpeningMark({ directory });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'outrigger-opening-'));
  directory = join(folder, 'threads');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('a thread over which the window ended twice is not shown a third time, and may be tried again after that', async () => {
  expect(await start().begin('one')).toBe(true);
  expect(await start().begin('one')).toBe(true);
  expect(await start().begin('one')).toBe(false);
  expect(existsSync(path())).toBe(false);
  expect(await start().begin('one')).toBe(true);
});

test('windows that end within one run of the app count as starts do', async () => {
  const mark = start();
  expect([await mark.begin('one'), await mark.begin('one'), await mark.begin('one')]).toEqual([true, true, false]);
});

test('one that was drawn is no suspect, nor one before which another was tried', async () => {
  const mark = start();
  await mark.begin('one');
  await mark.end();
  expect(existsSync(path())).toBe(false);
  await mark.begin('one');
  await start().begin('two');
  expect(JSON.parse(readFileSync(path(), 'utf8'))).toEqual({ threadId: 'two', times: 1 });
  expect(await start().begin('one')).toBe(true);
});

test('a mark that cannot be read or written keeps nothing from starting', async () => {
  await start().begin('one');
  writeFileSync(path(), '{"threadId":');
  expect(await start().begin('one')).toBe(true);
  rmSync(directory, { recursive: true });
  writeFileSync(directory, 'no folder');
  const mark = start();
  expect(await mark.begin('one')).toBe(true);
  await mark.end();
});
