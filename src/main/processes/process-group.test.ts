import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { spawnGroup } from './process-group.ts';
import { ownWord, withWord } from './sleeping.fixture.ts';

const environment = { PATH: process.env.PATH ?? '' };

/** A program that starts groups as the app does. @param code with `spawnGroup` and `noteProcessesIn` */
function startApp(code: string): ChildProcess {
  const module = new URL('process-group.ts', import.meta.url).href;
  const text = `const { spawnGroup, noteProcessesIn } = await import(${JSON.stringify(module)}); ${code}`;
  return spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['pipe', 'pipe', 'inherit'] });
}

describe.runIf(process.platform === 'linux')('what is started', () => {
  test('is ended with what has made a session of its own where that is wanted, but for an app that a desktop opened', async () => {
    const word = ownWord();
    const line = `setsid sleep ${word} & GIO_LAUNCHED_DESKTOP_FILE=x setsid sleep ${word} & exit`;
    const options = { env: environment, stdio: 'ignore', leavers: 'end-with-group' } as const;
    const { child, group } = spawnGroup('/bin/sh', ['-c', line], options);
    await once(child, 'exit');
    await vi.waitFor(() => expect(withWord(word)).toHaveLength(2), { timeout: 60_000 });
    await group.end();
    group.hasEnded();
    const left = withWord(word);
    for (const pid of left) process.kill(pid, 'SIGKILL');
    expect(left).toHaveLength(1);
  });

  test('goes with the app, also what has made a session of its own, and its notes with it', async () => {
    const word = ownWord();
    const notes = join(await temporaryFolder(), 'processes.jsonl');
    const line = `setsid sleep ${word} & setsid sh -c 'trap "" TERM; sleep ${word}; true' & exit`;
    const app = startApp(`noteProcessesIn(${JSON.stringify(notes)});
      const options = { env: process.env, stdio: 'ignore' };
      spawnGroup('/bin/sh', ['-c', ${JSON.stringify(line)}], options);
      const { child, group } = spawnGroup('/bin/true', [], options);
      child.once('exit', group.hasEnded);
      process.stdin.once('data', () => process.exit(0));`);
    await vi.waitFor(() => expect(withWord(word)).toHaveLength(2), { timeout: 60_000 });
    await vi.waitFor(async () => {
      const rows = (await readFile(notes, 'utf8')).trim().split('\n');
      expect(rows.map((row) => JSON.parse(row).hasEnded)).toEqual([undefined, undefined, undefined, true]);
    });
    const exited = once(app, 'exit');
    app.stdin?.write('x');
    await exited;
    expect(withWord(word)).toEqual([]);
    await expect(readFile(notes)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});
