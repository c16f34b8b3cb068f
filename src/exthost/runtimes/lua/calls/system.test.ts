import { describe, expect, test } from 'vitest';
import type { ExecResult } from '../../../../shared/contract/extension-api/extension-tool-call.ts';
import { loadScript, toolOf } from '../../../test-support/load-script.ts';

const ran: ExecResult = { exitCode: 0, output: 'out\n', isCut: false, isTimedOut: false, durationMs: 7 };
/** A script whose command has this body, which gives the reply. */
const commandOf = (body: string) => `zi.register_command("c", { handler = function(args, ctx) ${body} end })`;
const replyOf = async (body: string, result: Partial<ExecResult> = {}) => {
  const { command, asked } = await loadScript(commandOf(body), {
    answers: { 'exec.run': () => ({ ...ran, ...result }) },
  });
  const said = (await command('c')) as { reply: string };
  return { reply: said.reply, asked: asked.filter(([method]) => method.endsWith('exec') || method === 'exec.run') };
};
const caught = (call: string, result?: Partial<ExecResult>) =>
  replyOf(`local ok, thrown = pcall(function() ${call} end) return tostring(ok) .. ": " .. tostring(thrown)`, result);

describe('zi.system', () => {
  test('runs the words of a program, outside of a tool by the extension itself', async () => {
    const { reply, asked } = await replyOf(`
      local it = zi.system({ "git", "log", "a b" }, { cwd = "src", timeout = 1500 })
      return zi.json.encode(it)`);
    expect(JSON.parse(reply)).toEqual({
      ...{ code: 0, stdout: 'out\n', stderr: '', output: 'out\n' },
      ...{ timed_out: false, truncated: false, duration_ms: 7 },
    });
    expect(asked).toEqual([['exec.run', { command: ['git', 'log', 'a b'], cwd: 'src', timeoutSeconds: 1.5 }]]);
  });

  test('takes a line for the shell, and is ctx.system too', async () => {
    const { asked } = await replyOf('ctx.system("ls | wc")');
    expect(asked).toEqual([['exec.run', { command: 'ls | wc' }]]);
  });

  test('is a part of the call in a tool, also within a coroutine', async () => {
    const script = toolOf('return coroutine.wrap(function() return zi.system({ "ls" }).output end)()');
    const { tool, asked } = await loadScript(script, { answers: { 'call.exec': () => ran } });
    expect(await tool('t')).toBe('out\n');
    expect(asked).toContainEqual(['call.exec', { callId: '1', command: ['ls'] }]);
    expect(asked.map(([method]) => method)).not.toContain('exec.run');
  });

  test('has no code where it was ended', async () => {
    const { reply } = await replyOf('local it = zi.system("x") return tostring(it.code) .. tostring(it.timed_out)', {
      ...{ exitCode: null, isTimedOut: true },
    });
    expect(reply).toBe('niltrue');
  });

  test.each([
    [{ exitCode: 2, output: 'no such\n' }, '“git” ended with code 2: no such'],
    [{ exitCode: 1, output: '' }, '“git” ended with code 1'],
    [
      { exitCode: null, output: '', isTimedOut: true, durationMs: 120_040 },
      '“git” took too long, and was ended after 120 s',
    ],
    [{ exitCode: null, output: '' }, '“git” was ended by a signal'],
  ])('raises an error with check: %j', async (result, message) => {
    const call = 'zi.system({ "git", "x" }, { check = true })';
    expect((await caught(call, result)).reply).toBe(`false: extensions/hello.lua:1: zi.system: ${message}`);
    expect((await caught('zi.system({ "git", "x" })', result)).reply).toBe('true: nil');
  });

  test('raises what was not allowed, which pcall catches', async () => {
    const answers = { 'exec.run': () => Promise.reject(new Error('You did not allow it.')) };
    const { command } = await loadScript(commandOf('return select(2, pcall(zi.system, "ls"))'), { answers });
    expect(await command('c')).toEqual({ reply: expect.stringContaining('You did not allow it.') });
  });

  test.each([
    ['zi.system()', 'zi.system needs a table of words, or a line for the shell, and got a nil'],
    ['zi.system({})', 'zi.system needs a program: the first word is missing'],
    ['zi.system({ "head", 5 })', 'zi.system: word 2 must be a text, not a number'],
    ['zi.system("ls", { cwd = 1 })', 'zi.system: cwd must be a text, not a number'],
    ['zi.system("ls", { timeout = 0 })', 'zi.system: timeout is a number of milliseconds from 1 to 1800000'],
    ['zi.system("ls", { timeout = 0/0 })', 'zi.system: timeout is a number of milliseconds from 1 to 1800000'],
    ['zi.system("ls", { stdin = "x" })', 'zi.system: stdin is not there yet in this version of the app'],
    ['zi.system("ls", { timout = 5 })', 'zi.system: there is no timout; did you mean timeout?'],
  ])('%s is refused', async (call, message) => {
    const { reply, asked } = await caught(call);
    expect(reply).toBe(`false: extensions/hello.lua:1: ${message}`);
    expect(asked).toEqual([]);
  });

  test('waits for no program while the script loads, and starts none at its end', async () => {
    await expect(loadScript('zi.system("ls")')).rejects.toThrow('zi.system waits, which is not possible while');
    const { loaded, asked, logged } = await loadScript('zi.on_shutdown(function() zi.system("ls") end)');
    await loaded.deactivate();
    expect(logged().join()).toContain(
      'zi.system is not possible in session_shutdown: what a script started ends with it',
    );
    expect(asked.map(([method]) => method)).not.toContain('exec.run');
  });

  test('ends when the call is stopped', async () => {
    const stop = new AbortController();
    const ended = Promise.withResolvers<void>();
    const { command } = await loadScript(commandOf('zi.system("sleep 9")'), {
      answers: {
        'exec.run': (_params, { signal }) => {
          signal.addEventListener('abort', () => ended.resolve());
          stop.abort();
          return new Promise(() => {});
        },
      },
    });
    await expect(command('c', '', stop.signal)).rejects.toThrow('the call was stopped');
    await ended.promise;
  });
});
