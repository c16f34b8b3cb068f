import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { watchHeldMemory } from '../../testing/held-memory.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { type CommandRun, runInShell } from './run-in-shell.ts';

async function run(line: string, more: Partial<CommandRun> = {}) {
  const cwd = await temporaryFolder();
  const environment = { PATH: process.env.PATH ?? '' };
  return runInShell({
    ...{ line, cwd, environment, timeoutMs: 20_000, onOutput: () => {} },
    signal: new AbortController().signal,
    ...more,
  });
}

/** Running processes with a given argument. */
const withWord = (word: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(word);
    } catch {
      return false;
    }
  });
let words = 0;
/** A unique number of seconds for `sleep`, by which its process is found. */
const ownWord = () => `${10_000 + process.pid}.${++words}`;
const toBeThere = (word: string, count: number) =>
  vi.waitFor(() => expect(withWord(word)).toHaveLength(count), { timeout: 60_000 });

describe.runIf(process.platform !== 'win32')('a command', () => {
  test('gives its exit code and what it puts out to both outputs, in order', async () => {
    const line = 'for i in 1 2 3; do echo out $i; echo err $i >&2; done; exit 7';
    expect(await run(line)).toEqual({
      exitCode: 7,
      output: 'out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n',
      isCut: false,
      isTimedOut: false,
      durationMs: expect.any(Number),
    });
  });

  test('has nothing to read, its folder, and the environment that it is given', async () => {
    const cwd = await temporaryFolder();
    const { output } = await run('cat; pwd; echo "$A|$HOME"', {
      cwd,
      environment: { PATH: process.env.PATH ?? '', A: 'a' },
    });
    expect(output).toBe(`${cwd}\na|\n`);
  });

  test('is told of while it runs', async () => {
    const told: string[] = [];
    const abort = new AbortController();
    const running = run('printf one; sleep 100', { onOutput: (text) => told.push(text), signal: abort.signal });
    await vi.waitFor(() => expect(told.join('')).toBe('one'), { timeout: 60_000 });
    abort.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('is text, whatever pieces it comes in, without what only a terminal understands', async () => {
    const line = String.raw`printf '\033[3'; sleep 0.1; printf '1mred\033[0m \303'; sleep 0.1; printf '\251\r\n\033]0;title\007x\033'; sleep 0.1; printf '(By\b\377'`;
    expect((await run(line)).output).toBe('red é\nxy\ufffd');
  });

  test('keeps the beginning and the end of what is too long', async () => {
    const { output, isCut } = await run("seq 1 40000; printf 'ü%.0s' $(seq 1 40000)");
    expect(isCut).toBe(true);
    expect(output.startsWith('1\n2\n3\n')).toBe(true);
    expect(output).toMatch(/\n\[\d+ KB were left out here\.\]\n/);
    expect(output.endsWith('ü')).toBe(true);
    expect(output).not.toContain('\ufffd');
    const bytes = Buffer.byteLength(output);
    expect(bytes).toBeGreaterThan(97_000);
    expect(bytes).toBeLessThan(100 * 1024);
  });

  test('that floods holds nothing up and takes no memory', { tags: ['soak'] }, async () => {
    // Far below the 30 MB that are read.
    const limit = 10 * 1024 * 1024;
    const maxHeld = watchHeldMemory(limit);
    const result = await run('yes', { timeoutMs: 1_500 });
    expect(result).toMatchObject({ exitCode: null, isTimedOut: true, isCut: true });
    // At most a megabyte is read, then reading pauses for 50 ms.
    const megabytes = Number(/\[(\d+) KB were left out/.exec(result.output)?.[1] ?? 'none') / 1024;
    expect(megabytes).toBeLessThan(result.durationMs / 50 + 2);
    expect(maxHeld()).toBeLessThan(limit);
  });

  test.each([
    [
      'with all that it started',
      3,
      (word: string) => `sleep ${word} & (sleep ${word}; true) & sh -c 'sleep ${word}; true'`,
    ],
    [
      'though it does not listen',
      1,
      (word: string) => `trap '' TERM; sh -c "trap '' TERM; sleep ${word}; sleep ${word}; true"`,
    ],
  ])('is ended %s when it is stopped', async (_how, count, lineOf) => {
    const word = ownWord();
    const abort = new AbortController();
    const running = run(lineOf(word), { signal: abort.signal });
    running.catch(() => {});
    await toBeThere(word, count);
    abort.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(withWord(word)).toEqual([]);
  });

  test.runIf(process.platform === 'linux')('is ended with what it started in groups of their own', async () => {
    const word = ownWord();
    const abort = new AbortController();
    const running = run(`timeout 1000 sleep ${word} | cat; true & set -m; sleep ${word} & sleep ${word}`, {
      signal: abort.signal,
    });
    running.catch(() => {});
    await toBeThere(word, 2);
    abort.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    const left = withWord(word);
    for (const pid of left) process.kill(Number(pid), 'SIGKILL');
    expect(left).toEqual([]);
  });

  test('is ended with all that it started when its time is over', async () => {
    const word = ownWord();
    const result = await run(`echo begun; sleep ${word} & sleep ${word}`, { timeoutMs: 500 });
    expect(result).toMatchObject({ exitCode: null, isTimedOut: true, output: expect.stringMatching(/^begun\n/) });
    expect(withWord(word)).toEqual([]);
  });

  test('leaves nothing in the background', async () => {
    const word = ownWord();
    const result = await run(`sleep ${word} & echo done`);
    expect(result).toMatchObject({ exitCode: 0, output: 'done\n' });
    expect(withWord(word)).toEqual([]);
  });

  test('is not held up by one that left the group and keeps the output', async () => {
    const word = ownWord();
    const result = await run(`setsid sleep ${word} & echo done`);
    expect(result).toMatchObject({ exitCode: 0, output: 'done\n' });
    for (const pid of withWord(word)) process.kill(Number(pid), 'SIGKILL');
  });

  test('goes with the app, however that ends by itself', async () => {
    const word = ownWord();
    const module = new URL('./run-in-shell.ts', import.meta.url);
    const options = `{ line: 'sleep ${word} & sleep ${word}', cwd: '/', environment: process.env, timeoutMs: 1e6,
      signal: new AbortController().signal, onOutput() {} }`;
    const code = `const { runInShell } = await import(${JSON.stringify(module.href)}); runInShell(${options});
      process.stdin.on('data', () => { throw new Error('It ends.'); });`;
    const app = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['pipe', 'ignore', 'ignore'] });
    await toBeThere(word, 2);
    const exited = once(app, 'exit');
    app.stdin.write('x');
    await exited;
    await toBeThere(word, 0);
  });

  test('that cannot be started, or need not be, is said so', async () => {
    await expect(run('true', { cwd: '/nowhere' })).rejects.toMatchObject({ code: 'file-failed' });
    await expect(run('true', { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
    expect((await run('nothing-of-this-name')).exitCode).toBe(127);
  });
});
