import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { endLeftovers } from './end-leftovers.ts';
import { thisRun } from './process-mark.ts';
import { createProcessNotes } from './process-notes.ts';
import { startOf } from './running-processes.ts';
import { ownWord, withWord } from './sleeping.fixture.ts';

const ownControlGroup = process.platform === 'linux' ? readFileSync('/proc/self/cgroup', 'latin1') : '';

async function notesIn(rows: readonly unknown[]): Promise<string> {
  const path = join(await temporaryFolder(), 'processes.jsonl');
  await writeFile(path, rows.map((row) => (typeof row === 'string' ? row : JSON.stringify(row))).join('\n'));
  return path;
}

describe.runIf(process.platform === 'linux')('what a run that was killed has left', () => {
  test('is ended by the next: groups, those of the same session, and those in sessions of their own', async () => {
    const word = ownWord();
    const path = join(await temporaryFolder(), 'processes.jsonl');
    const lines = [
      `trap "" TERM; sleep ${word} & sleep ${word}`,
      `set -m; sleep ${word} & setsid sleep ${word} & exit`,
      // It has no mark, but its session.
      `env -i sleep ${word}`,
      `true`,
    ];
    const code = `
      const { noteProcessesIn, spawnGroup } = await import(${JSON.stringify(new URL('process-group.ts', import.meta.url).href)});
      noteProcessesIn(${JSON.stringify(path)}, () => {});
      for (const line of ${JSON.stringify(lines)}) spawnGroup('/bin/sh', ['-c', line], { env: process.env, stdio: 'ignore' });
      setInterval(() => {}, 1000);`;
    const app = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
    await vi.waitFor(() => expect(withWord(word)).toHaveLength(5), { timeout: 60_000 });
    const exited = once(app, 'exit');
    app.kill('SIGKILL');
    await exited;
    expect(withWord(word)).toHaveLength(5);
    expect(await endLeftovers(path)).toBeGreaterThanOrEqual(5);
    expect(withWord(word)).toEqual([]);
    expect(existsSync(path)).toBe(false);
  });

  test('is told from what has been given the same pid since, and from what is only called like it', async () => {
    const word = ownWord();
    const environment = { PATH: process.env.PATH, OUTRIGGER_STARTED_BY: 'fedcba987654321001234567.1.' };
    const other = spawn('setsid', ['sleep', word], { env: environment, stdio: 'ignore' });
    onTestFinished(() => void other.kill('SIGKILL'));
    await vi.waitFor(() => expect(withWord(word)).toHaveLength(1), { timeout: 60_000 });
    const pid = Number(other.pid);
    const path = await notesIn([
      'no JSON',
      'null',
      { mark: '', controlGroup: ownControlGroup },
      { mark: 'fedc', controlGroup: ownControlGroup },
      { mark: '0123456789abcdef01234567.', controlGroup: ownControlGroup },
      // A desktop has given it a control group of its own, as to an app that a person opened.
      { mark: 'fedcba987654321001234567.', controlGroup: '0::/another' },
      { pid, started: startOf(process.pid) },
      { pid, started: startOf(pid) },
      { pid, started: startOf(pid), hasEnded: true },
      { pid, started: '' },
      { pid: -1, started: startOf(pid) },
    ]);
    expect(await endLeftovers(path)).toBe(0);
    expect(withWord(word)).toEqual([pid]);
    const own = await notesIn([{ mark: 'fedcba987654321001234567.', controlGroup: ownControlGroup }]);
    expect(await endLeftovers(own)).toBe(1);
    expect(withWord(word)).toEqual([]);
  });

  test('is ended but for what belongs to the app, when it has started that', async () => {
    const word = ownWord();
    const path = await notesIn([{ mark: 'fedcba987654321001234567.', controlGroup: ownControlGroup }]);
    const code = `
      const { spawn } = await import('node:child_process');
      const { endLeftovers } = await import(${JSON.stringify(new URL('end-leftovers.ts', import.meta.url).href)});
      spawn('sleep', ['${word}'], { stdio: 'ignore' });
      const left = spawn('sleep', ['${word}'], { stdio: 'ignore', detached: true });
      left.once('exit', () => console.log('ended'));
      console.log(await endLeftovers(${JSON.stringify(path)}));
      process.exit();`;
    const app = spawn(process.execPath, ['--input-type=module', '-e', code], {
      env: { ...process.env, OUTRIGGER_STARTED_BY: 'fedcba987654321001234567.1.' },
      ...{ detached: true, stdio: ['ignore', 'pipe', 'inherit'] },
    });
    let said = '';
    app.stdout?.on('data', (text) => {
      said += text;
    });
    const [exitCode] = await once(app, 'close');
    const left = withWord(word);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    expect([exitCode, said.trim().split('\n').sort(), left.length]).toEqual([0, ['1', 'ended'], 1]);
  });
});

test.runIf(process.platform !== 'win32')(
  'a pipe or a huge file in the place of the notes holds up nothing, and is said',
  async () => {
    const path = await notesIn([{ mark: 'fedcba987654321001234567.', controlGroup: ownControlGroup }]);
    await truncate(path, 2 ** 30);
    await expect(endLeftovers(path)).rejects.toThrow('is larger than');
    expect(existsSync(path)).toBe(false);
    execFileSync('mkfifo', [path]);
    // It comes to its end without anybody at the other end of the pipe.
    createProcessNotes(path).begin(thisRun());
    await expect(endLeftovers(path)).rejects.toThrow('is not a file');
    createProcessNotes(path).begin(thisRun());
    expect(readFileSync(path, 'utf8')).toContain(thisRun().mark);
  },
);

test('a run that left no notes left nothing', async () => {
  expect(await endLeftovers(join(await temporaryFolder(), 'processes.jsonl'))).toBe(0);
});
