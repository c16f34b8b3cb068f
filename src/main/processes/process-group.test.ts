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
  const words = ['-c', 'ulimit -n 128; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', text];
  return spawn('/bin/sh', words, { stdio: ['pipe', 'pipe', 'inherit'] });
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
    const app = startApp(`noteProcessesIn(${JSON.stringify(notes)}, () => {});
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

  test('is ended where processes cannot be listed, and that is said', async () => {
    const [word, stubborn] = [ownWord(), ownWord()];
    const notes = join(await temporaryFolder(), 'processes.jsonl');
    // With all files open that it may have, nothing of /proc can be read.
    const app = startApp(
      `const { openSync, writeSync } = await import('node:fs');
      noteProcessesIn(${JSON.stringify(notes)}, (problem, { code }) => writeSync(1, problem + code + '\\n'));
      const options = { env: process.env, stdio: 'ignore' };
      const { group } = spawnGroup('/bin/sh', ['-c', 'sleep ${word} & sleep ${word}'], options);
      spawnGroup('/bin/sh', ['-c', 'trap "" TERM; sleep ${stubborn} & sleep ${stubborn}'], options);
      process.stdin.once('data', async () => {
        try { for (;;) openSync('/dev/null'); } catch {}
        await group.end();
        process.exit(0);
      });`,
    );
    let said = '';
    app.stdout?.on('data', (text) => {
      said += text;
    });
    await vi.waitFor(() => expect(withWord(word).length + withWord(stubborn).length).toBe(4), { timeout: 60_000 });
    const closed = once(app, 'close');
    app.stdin?.write('x');
    expect(await closed).toEqual([0, null]);
    expect(said.trim().split('\n')).toEqual(Array(2).fill(expect.stringMatching(/could not be listed.*EMFILE$/)));
    await vi.waitFor(() => expect([...withWord(word), ...withWord(stubborn)]).toEqual([]));
  });
});
