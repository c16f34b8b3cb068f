import { type ChildProcess, spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { killChild } from './kill-child.ts';

function busyLoop(): ChildProcess {
  const child = spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('a child that is spawned later ends when it is, and not before', async () => {
  const child = busyLoop();
  await once(child, 'spawn');
  // Electron sets the pid of a utility process with its spawn event.
  const early = Object.assign(new EventEmitter(), { pid: undefined as number | undefined });
  killChild(early);
  early.pid = child.pid;
  const exited = once(child, 'exit');
  early.emit('spawn');
  expect(await exited).toEqual([null, 'SIGKILL']);
});

test('a child that has ended by itself is no error', async () => {
  const child = busyLoop();
  await once(child, 'spawn');
  const exited = once(child, 'exit');
  killChild(child);
  await exited;
  expect(() => killChild(child)).not.toThrow();
});
