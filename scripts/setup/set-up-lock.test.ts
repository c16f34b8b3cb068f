import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLock } from './set-up-lock.mjs';

let folder = '';
let file = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  file = join(folder, 'deep', 'set-up.lock');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A process that takes the lock, reports it, and holds it until it is killed. */
async function startHolder() {
  const url = pathToFileURL(join(import.meta.dirname, 'set-up-lock.mjs')).href;
  const program = `import { takeLock } from ${JSON.stringify(url)};
    await takeLock(${JSON.stringify(file)}); process.stdout.write('held'); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

test('giving it back leaves nothing behind, and it can be taken again', async () => {
  (await takeLock(file))();
  expect(readdirSync(join(folder, 'deep'))).toEqual([]);
  (await takeLock(file))();
});

test('a second one waits until the first has given it back', async () => {
  const holder = await startHolder();
  const waitedFor: number[] = [];
  const second = takeLock(file, { onWait: (pid) => waitedFor.push(pid), pollMs: 5 });
  await expect.poll(() => waitedFor).toEqual([holder.pid]);
  expect(readFileSync(file, 'utf8')).toBe(`${holder.pid}`);
  holder.kill('SIGKILL');
  const release = await second;
  expect(readFileSync(file, 'utf8')).toBe(`${process.pid}`);
  expect(waitedFor).toHaveLength(1);
  release();
  expect(existsSync(file)).toBe(false);
});

test('the lock of a process that is gone is taken over', async () => {
  const holder = await startHolder();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  expect(existsSync(file)).toBe(true);
  (await takeLock(file))();
});

test('the lock of a living process that does not touch it any more is taken over', async () => {
  (await takeLock(file))();
  // A live process that does not use the lock, as if the pid was reused.
  writeFileSync(file, `${process.ppid}`);
  (await takeLock(file, { silentMs: 50, pollMs: 5 }))();
});

test('several that wait get it one after the other', async () => {
  const holder = await startHolder();
  let inside = 0;
  let most = 0;
  const url = pathToFileURL(join(import.meta.dirname, 'set-up-lock.mjs')).href;
  const log = join(folder, 'log');
  writeFileSync(log, '');
  const program = `import { takeLock } from ${JSON.stringify(url)}; import { appendFileSync } from 'node:fs';
    const release = await takeLock(${JSON.stringify(file)}, { pollMs: 5 });
    appendFileSync(${JSON.stringify(log)}, '+'); appendFileSync(${JSON.stringify(log)}, '-'); release();`;
  const children = [1, 2, 3, 4].map(() => spawn(process.execPath, ['--input-type=module', '-e', program]));
  const exits = children.map((child) => once(child, 'exit'));
  holder.kill('SIGKILL');
  await Promise.all(exits);
  for (const mark of readFileSync(log, 'utf8')) {
    inside += mark === '+' ? 1 : -1;
    most = Math.max(most, inside);
  }
  expect(readFileSync(log, 'utf8')).toHaveLength(8);
  expect(most).toBe(1);
});
