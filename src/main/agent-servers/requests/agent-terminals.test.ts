import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { AgentTerminalPatch } from '../../../shared/contract/agent-servers/agent-item.ts';
import { findProcessesNow } from '../../processes/running-processes.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import type { TerminalCommand } from '../connection/agent-connection.ts';
import { createAgentTerminals } from './agent-terminals.ts';

async function setting() {
  const folder = await temporaryFolder({ 'below/': '' });
  /** As a fold would have them. */
  const shown = new Map<string, AgentTerminalPatch>();
  let patches = 0;
  const terminals = createAgentTerminals({
    environment: async () => ({ PATH: process.env.PATH, SERVICE_TOKEN: 'secret', PLAIN: 'plain' }),
    folderOf: () => folder,
    most: 3,
    updated(_session, updates) {
      for (const update of updates) {
        if (update.type !== 'terminal') throw new Error(`${update.type} is no terminal`);
        patches += 1;
        const { added, ...patch } = update.terminal;
        const before = shown.get(patch.id);
        const output = `${patch.output ?? before?.output ?? ''}${added ?? ''}`;
        shown.set(patch.id, { ...before, ...patch, output });
      }
    },
  });
  onTestFinished(() => terminals.close());
  const start = (command: string, more: Partial<TerminalCommand> = {}, session = 's') =>
    terminals.create(session, { command, args: [], environment: {}, ...more });
  const never = new AbortController().signal;
  const ended = (id: string) => terminals.ended(id, never);
  return { ...terminals, waits: terminals.ended, folder, shown, start, ended, patches: () => patches };
}

/** Whether the process that wrote its id into a file still runs. */
const runs = (pid: number): boolean => findProcessesNow((one) => one.pid === pid).length > 0;

describe.runIf(process.platform !== 'win32')('a terminal of an agent', () => {
  test('is one of as many as may be open, also when all are asked for at once', async () => {
    const set = await setting();
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => set.start('true')));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    await expect(set.start('true')).rejects.toThrow('3 terminals are open. Release one');
  });

  test('none starts in a session, or a connection, that ends meanwhile', async () => {
    const set = await setting();
    const [late, other] = [set.start('sleep 60', {}, 'late'), set.start('true', {}, 'other')];
    await Promise.all([
      expect(late).rejects.toMatchObject({ code: 'invalid-request' }),
      expect(other).resolves.toBeTypeOf('string'),
      set.endSession('late'),
    ]);
    const last = set.start('sleep 60');
    await Promise.all([expect(last).rejects.toMatchObject({ code: 'invalid-request' }), set.close()]);
    expect([...set.shown.values()].map(({ command }) => command)).toEqual(['true']);
  });

  test('belongs to the turn in which it was asked for, also when it starts in the next', async () => {
    const set = await setting();
    const early = [set.start('sleep 1000'), set.start('sleep 1000')];
    const since = performance.now();
    const late = set.start('sleep 1000');
    const refused = expect(late).rejects.toThrow('its turn was stopped');
    await set.endCommands('s', since);
    const ids = await Promise.all(early);
    await refused;
    await set.endCommands('s', since);
    expect(ids.map((id) => set.output(id).exit)).toEqual([null, null]);
  });

  test('a variable that no program can be given is refused, and nothing is shown of it', async () => {
    const set = await setting();
    const asked = set.start('true', { environment: { A: 'a\0b' } });
    await expect(asked).rejects.toMatchObject({ message: expect.stringContaining('zero byte') });
    expect(set.shown.size).toBe(0);
  });

  test('runs a program with exactly its words, or a line of the shell, in the folder of its session or below', async () => {
    const set = await setting();
    const exact = await set.start('printf', { args: ['%s|', 'a b', '$HOME;x', ''] });
    expect(await set.ended(exact)).toEqual({ code: 0, signal: null });
    expect(set.output(exact)).toEqual({
      output: 'a b|$HOME;x||',
      isCut: false,
      exit: { code: 0, signal: null },
    });
    const line = await set.start('pwd && exit 3', { cwd: join(set.folder, 'below') });
    expect(await set.ended(line)).toEqual({ code: 3, signal: null });
    expect(set.output(line).output).toBe(`${set.folder}/below\n`);
    expect(set.shown.get(line)).toEqual({
      id: line,
      command: 'pwd && exit 3',
      cwd: join(set.folder, 'below'),
      output: `${set.folder}/below\n`,
      exit: { code: 3 },
    });
  });

  test('has no secrets of the app’s environment, and what the agent gives it', async () => {
    const set = await setting();
    const id = await set.start('echo "$SERVICE_TOKEN|$PLAIN|$OWN"', { environment: { OWN: 'its', PLAIN: 'new' } });
    await set.ended(id);
    expect(set.output(id).output).toBe('|new|its\n');
  });

  test('shows what it puts out while it runs, and says so', async () => {
    const set = await setting();
    const id = await set.start('echo one; sleep 1000');
    await vi.waitFor(() => expect(set.shown.get(id)?.output).toBe('one\n'), { timeout: 60_000 });
    expect(set.output(id)).toEqual({ output: 'one\n', isCut: false, exit: null });
    expect(set.shown.get(id)).not.toHaveProperty('exit');
  });

  test('is ended with all that it started by kill, and its output stays until it is released', async () => {
    const set = await setting();
    const id = await set.start('sleep 1000 & echo $! > pid; echo begun; wait');
    await vi.waitFor(() => expect(set.output(id).output).toBe('begun\n'), { timeout: 60_000 });
    const pid = Number(await readFile(join(set.folder, 'pid'), 'utf8'));
    expect(runs(pid)).toBe(true);
    await set.kill(id);
    expect(runs(pid)).toBe(false);
    expect(set.output(id)).toEqual({ output: 'begun\n', isCut: false, exit: { code: null, signal: 'SIGTERM' } });
    expect(set.shown.get(id)?.exit).toEqual({ code: null, signal: 'SIGTERM' });
    await set.kill(id);
    await set.release(id);
    expect(() => set.output(id)).toThrow('There is no terminal');
    expect(set.shown.get(id)?.output).toBe('begun\n');
  });

  test('is ended with its session, and no other one', async () => {
    const set = await setting();
    const [mine, other] = [await set.start('sleep 1000', {}, 'mine'), await set.start('sleep 1000', {}, 'other')];
    const ended = set.ended(mine);
    await set.endSession('mine');
    expect(await ended).toEqual({ code: null, signal: 'SIGTERM' });
    expect(set.output(other).exit).toBeNull();
  });

  test('keeps the end of its output, whole letters of it, as many bytes as the agent asked for', async () => {
    const set = await setting();
    const id = await set.start('printf "abcdüü"', { limit: 3 });
    await set.ended(id);
    expect(set.output(id)).toMatchObject({ output: 'ü', isCut: true });
  });

  test('shows the end of an output that is too long for a thread, and is told of it seldom', async () => {
    const set = await setting();
    const id = await set.start('seq 1 1000000; echo last');
    await set.ended(id);
    const { output = '', isCut } = set.shown.get(id) ?? {};
    expect(isCut).toBe(true);
    expect(output.endsWith('\n1000000\nlast\n')).toBe(true);
    expect(output.length).toBeLessThanOrEqual(64 * 1024);
    // The command, its end, and twice as much each time: 7 MB are 64 kB seven times doubled.
    expect(set.patches()).toBeLessThan(12);
  });

  test('that cannot be had is refused with what to do', async () => {
    const set = await setting();
    await expect(set.start('true', { cwd: 'below' })).rejects.toThrow('not an absolute path');
    await expect(set.start('true', { cwd: '/nowhere' })).rejects.toMatchObject({ code: 'file-not-found' });
    await expect(set.start(' ')).rejects.toThrow('The command is empty.');
    await expect(set.ended('x')).rejects.toThrow('There is no terminal “x”');
    const missing = await set.start('nothing-of-this-name', { args: ['x'] });
    expect(await set.ended(missing)).toEqual({ code: 127, signal: null });
  });

  test('is no longer waited for when the agent takes its request back, and runs on', async () => {
    const set = await setting();
    const id = await set.start('sleep 1000');
    const abort = new AbortController();
    const waiting = set.waits(id, abort.signal);
    abort.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'cancelled' });
    expect(set.output(id).exit).toBeNull();
  });
});
