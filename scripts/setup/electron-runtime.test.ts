import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { announceRuntime, executableName, resolveRuntime } from './electron-runtime.mjs';

let dist = '';

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'runtime-'));
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', dist);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(dist, { recursive: true, force: true });
});

test('the override wins over everything that is installed', () => {
  const executable = join(dist, executableName(process.platform));
  mkdirSync(dirname(executable), { recursive: true });
  writeFileSync(executable, '');
  writeFileSync(join(dist, 'version'), 'v45.0.0\n');
  expect(resolveRuntime()).toEqual({ executable, dist, kind: 'override', version: '45.0.0' });
});

test('an override without an Electron in it is named', () => {
  expect(() => resolveRuntime()).toThrow(`ELECTRON_OVERRIDE_DIST_PATH names ${dist}, where there is no`);
});

test('an official runtime needs no announcement, the others get one line', () => {
  const runtime = { executable: '/r/electron', dist: '/r', version: '33.4.11' };
  expect(announceRuntime({ ...runtime, kind: 'official' })).toBeNull();
  expect(announceRuntime({ ...runtime, kind: 'override' })).toContain('from /r');
  const fallback = announceRuntime({ ...runtime, kind: 'fallback' });
  expect(fallback).toMatch(/fallback.*33\.4\.11.*for development and tests only/);
  expect(fallback).not.toContain('\n');
});

test('the executable is where each platform has it', () => {
  expect(executableName('linux')).toBe('electron');
  expect(executableName('win32')).toBe('electron.exe');
  expect(executableName('darwin')).toBe('Electron.app/Contents/MacOS/Electron');
});
