import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fallbackSuits, type Pin, unpackFallback } from './fallback-runtime.mjs';

let base = '';
let tarball = '';
let destination = '';
let pin: Pin;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fallback-'));
  tarball = join(base, 'other-app.tgz');
  destination = join(base, 'runtime');
  const files = {
    'other-app': 'the executable '.repeat(5000),
    'chrome-sandbox': 'helper',
    'libffmpeg.so': 'library',
    'package.json': '{}',
    'resources/app.asar': 'the other app',
    'locales/en-US.pak': 'words',
  };
  for (const [name, content] of Object.entries(files)) {
    const file = join(base, 'package', name);
    mkdirSync(join(file, '..'), { recursive: true });
    writeFileSync(file, content, { mode: 0o644 });
  }
  execFileSync('tar', ['-czf', tarball, '-C', base, 'package']);
  pin = {
    integrity: `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`,
    executable: 'other-app',
    executableSha256: createHash('sha256').update(files['other-app']).digest('hex'),
    version: '33.4.11',
  };
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

const unpack = () => unpackFallback({ tarball, destination, pin, declared: '45.4.1' });
const left = () => readdirSync(base).sort();

test('the pinned tarball becomes a runtime, without the files of the other app', async () => {
  await unpack();
  expect(readdirSync(destination).sort()).toEqual([
    'chrome-sandbox',
    'electron',
    'libffmpeg.so',
    'locales',
    'outrigger-runtime.json',
    'resources',
    'version',
  ]);
  expect(readdirSync(join(destination, 'resources'))).toEqual(['default_app.asar']);
  expect(readFileSync(join(destination, 'version'), 'utf8')).toBe('33.4.11');
  expect(statSync(join(destination, 'electron')).mode & 0o777).toBe(0o755);
  expect(statSync(join(destination, 'chrome-sandbox')).mode & 0o777).toBe(0o755);
  expect(statSync(destination).mode & 0o777).toBe(0o755);
  expect(left()).toEqual(['other-app.tgz', 'package', 'runtime']);
});

test('a tarball that broke off leaves nothing', async () => {
  truncateSync(tarball, Math.floor(statSync(tarball).size / 2));
  await expect(unpack()).rejects.toThrow('is not the pinned one');
  expect(left()).toEqual(['other-app.tgz', 'package']);
});

test('a tarball that broke off leaves nothing even if its hash were right', async () => {
  truncateSync(tarball, Math.floor(statSync(tarball).size / 2));
  pin = { ...pin, integrity: `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}` };
  await expect(unpack()).rejects.toThrow('could not be unpacked');
  expect(left()).toEqual(['other-app.tgz', 'package']);
});

test('another executable in the tarball is not kept', async () => {
  pin = { ...pin, executableSha256: '0'.repeat(64) };
  await expect(unpack()).rejects.toThrow('other-app is not the pinned one');
  expect(left()).toEqual(['other-app.tgz', 'package']);
});

test('a runtime that was there stays when a new one cannot be made', async () => {
  await unpack();
  truncateSync(tarball, 100);
  await expect(unpack()).rejects.toThrow('is not the pinned one');
  expect(readFileSync(join(destination, 'version'), 'utf8')).toBe('33.4.11');
});

test('it is offered for Linux on x64 alone', () => {
  expect(fallbackSuits('linux', 'x64')).toBe(true);
  expect(fallbackSuits('linux', 'arm64')).toBe(false);
  expect(fallbackSuits('darwin', 'x64')).toBe(false);
  expect(fallbackSuits('win32', 'x64')).toBe(false);
});
