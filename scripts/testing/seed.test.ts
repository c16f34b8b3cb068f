import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { seedOfRun, seedOfTree } from './seed.mjs';

test('a seed that is given is the seed of the run', () => {
  expect(seedOfRun('123456789')).toBe('123456789');
});

test('without one the run has a new seed of up to nine digits', () => {
  const seeds = Array.from({ length: 20 }, () => seedOfRun(''));
  expect(seeds.every((seed) => /^\d{1,9}$/.test(seed))).toBe(true);
  expect(new Set(seeds).size).toBeGreaterThan(10);
});

test('a seed that is no number is refused in a sentence', () => {
  expect(() => seedOfRun('today')).toThrow('OUTRIGGER_SEED is a number of up to nine digits, not "today".');
});

test('one tree has one seed, whichever commit holds it, and another tree another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-seed-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const git = (...args: string[]) => {
    const made = spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@localhost', ...args], { cwd: folder });
    expect(made.status).toBe(0);
  };
  expect(seedOfTree(folder)).toBe(null);
  git('init', '--quiet');
  await writeFile(join(folder, 'a'), 'one');
  git('add', '.');
  git('commit', '--quiet', '-m', 'first');
  const first = seedOfTree(folder);
  expect(first).toMatch(/^\d{1,9}$/);
  git('commit', '--quiet', '--allow-empty', '-m', 'the same files');
  expect(seedOfTree(folder)).toBe(first);
  await writeFile(join(folder, 'a'), 'two');
  git('commit', '--quiet', '-am', 'another');
  expect(seedOfTree(folder)).not.toBe(first);
});
