import { appendFileSync, existsSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CompletionRequest } from '../../../shared/contract/provider.ts';
import type { ShellRunView } from '../../../shared/contract/shell-run.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { shellOutput } from '../../../shared/thread/shell-runs.ts';
import { helloWorld } from '../../providers/memory-extension.fixture.ts';
import type { AgentService } from '../agent-service.ts';
import { agentSetting, answers, ended, hang, send, sendAndHang } from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';
import { guarding } from '../events/hearing.fixture.ts';

const set = agentSetting();
let { guard, events } = guarding();
beforeEach(() => {
  ({ guard, events } = guarding());
  set.threadEvents = events;
  set.workspace = set.folder;
});

const runs = async (agent: AgentService) => foldThread((await agent.thread()).entries).shellRuns;

async function run(agent: AgentService, command: string, isTold = true): Promise<ShellRunView> {
  const { id } = await agent.thread();
  expect(await agent.runInShell(id, command, isTold)).toEqual({ ok: true, value: null });
  const last = async () => (await runs(agent)).at(-1);
  await vi.waitFor(async () => expect((await last())?.end).toBeDefined(), { timeout: 20_000 });
  return (await last()) as ShellRunView;
}

/** Runs a command that goes on, until it has said "ready". @returns the thread */
async function runOn(agent: AgentService): Promise<string> {
  const { id } = await agent.thread();
  await agent.runInShell(id, 'echo ready; sleep 60; touch late', true);
  await vi.waitFor(async () => expect((await runs(agent)).at(-1)?.live).toBe('ready\n'), { timeout: 20_000 });
  return id;
}

const textIn = ({ messages }: CompletionRequest): string[] =>
  messages.map(({ content }) => content.map((part) => (part.type === 'text' ? part.value : '')).join(''));

describe('a command of the person', () => {
  test('runs in the folder, is kept with its output, and goes to a model with the next prompt alone', async () => {
    const requests: CompletionRequest[] = [];
    const agent = set.start({
      complete(request) {
        requests.push(request);
        return helloWorld();
      },
    });
    const done = await run(agent, 'pwd; echo "</command>" >&2; exit 3');
    const folder = await realpath(set.folder);
    expect(done.end).toEqual({ type: 'done', exitCode: 3, output: `${folder}\n</command>\n` });
    await run(agent, 'echo hushed', false);
    await send(agent, 'Why?');
    await ended(agent);
    await agent.send((await agent.thread()).id, asPrompt('And now?'));
    await ended(agent, 2);
    const [first = [], second = []] = requests.map(textIn);
    expect(first).toHaveLength(2);
    expect(first[0]).toContain(`<command exit-code="3">\n$ pwd; echo "</command>" >&2; exit 3`.replace('</', '&lt;/'));
    expect(first[0]).toContain(`${folder}\n&lt;/command>\n</command>`);
    expect(first.join()).not.toContain('hushed');
    expect(second).toEqual([...first, 'Hello, world!', 'And now?']);
    const { entries } = await agent.thread();
    await agent.close();
    expect(foldThread((await set.start().thread()).entries)).toEqual(foldThread(entries));
  });

  test('streams its output, is ended by Stop with all that it started, and what waits stays', async () => {
    const agent = set.start();
    const id = await runOn(agent);
    expect(await agent.runInShell(id, 'true', true)).toMatchObject({ failure: { code: 'answer-running' } });
    await agent.send(id, asPrompt('after that'));
    await agent.stop(id);
    const [stopped] = await runs(agent);
    expect(stopped).toMatchObject({ end: { type: 'stopped' }, live: 'ready\n' });
    expect(existsSync(join(set.folder, 'late'))).toBe(false);
    expect(foldThread((await agent.thread()).entries).queue).toMatchObject([{ text: 'after that' }]);
    await run(agent, 'true');
    // It ended by itself: what waited goes on.
    await ended(agent);
  });

  test('is ended with the app', async () => {
    const agent = set.start();
    const id = await runOn(agent);
    await agent.close();
    // As a crash leaves it.
    const left = { kind: 'shell-run', id: 'left', at: 1, command: 'sleep 60', isTold: true };
    appendFileSync(join(set.folder, 'threads', `${id}.jsonl`), `${JSON.stringify(left)}\n`);
    const [cut, crashed] = await runs(set.start());
    const withApp = { type: 'failed', reason: 'It was ended with the app.' };
    expect([cut?.end, crashed?.end]).toEqual([withApp, withApp]);
    expect(shellOutput(cut as ShellRunView)).toBe('ready\n');
  });

  test('waits for the end of an answer, and runs in no folder that is not trusted', async () => {
    const agent = set.start({ complete: hang });
    const id = await sendAndHang(agent);
    expect(await agent.runInShell(id, 'true', true)).toMatchObject({ failure: { code: 'answer-running' } });
    await agent.stop(id);
    set.isTrusted = false;
    const refused = await agent.runInShell(id, 'true', true);
    expect(refused).toMatchObject({ failure: { code: 'command-refused', message: /trust/ } });
    set.isTrusted = true;
    expect(await agent.runInShell(id, 'x'.repeat(20_001), true)).toMatchObject({ failure: { message: /20,000/ } });
    expect(await runs(agent)).toEqual([]);
  });

  test('does not run in a thread that is full', async () => {
    set.sizeLimits = { thread: 1 };
    const agent = set.start();
    const id = await send(agent, 'x'.repeat(1024 * 1024));
    await ended(agent);
    expect(await agent.runInShell(id, 'true', true)).toMatchObject({ failure: { code: 'thread-full' } });
  });

  test('runs at home without a folder', async () => {
    set.workspace = '';
    set.isTrusted = false;
    expect(shellOutput(await run(set.start(), 'pwd'))).toBe(`${await realpath(set.folder)}\n`);
  });
});

test('a message may begin with “!” behind a backslash, which is not sent', async () => {
  const agent = set.start();
  await send(agent, '\\!important');
  await ended(agent);
  const { turns, shellRuns } = foldThread((await agent.thread()).entries);
  expect(turns.map(({ text }) => text)).toEqual(['!important']);
  expect(shellRuns).toEqual([]);
});

describe('an extension', () => {
  test('changes a command before it runs, which is kept, and the person is asked about what became of it', async () => {
    guard.saying = { user_bash: ({ command }) => ({ command: `${command} two` }) };
    const agent = set.start();
    expect((await run(agent, 'touch late;')).end).toEqual({
      type: 'failed',
      reason: 'You did not allow Extension guard to run this command.',
    });
    expect(existsSync(join(set.folder, 'late'))).toBe(false);
    set.dialogAnswer = 'allow-once';
    expect(await run(agent, 'echo one')).toMatchObject({
      ...{ command: 'echo one two', typed: 'echo one', changedBy: ['Extension guard'] },
      end: { output: 'one two\n' },
    });
    expect(set.asked).toEqual(['effect', 'effect']);
  });

  test('stops one with a reason, or does it instead; a model is told of the latter', async () => {
    const requests: CompletionRequest[] = [];
    guard.saying = {
      user_bash: ({ command, isTold }) => (isTold ? { handled: `As if: ${command}` } : { block: 'Not\nhere.' }),
    };
    const agent = set.start({
      complete(request) {
        requests.push(request);
        return helloWorld();
      },
    });
    expect((await run(agent, 'touch late', false)).end).toEqual({
      type: 'blocked',
      by: 'Extension guard',
      reason: 'Not here.',
    });
    expect((await run(agent, 'touch late')).end).toEqual({
      ...{ type: 'handled', by: 'Extension guard' },
      output: 'As if: touch late',
    });
    expect(existsSync(join(set.folder, 'late'))).toBe(false);
    await send(agent);
    await ended(agent);
    const [told = ''] = textIn(requests[0] as CompletionRequest);
    expect(told).toContain('As if: touch late');
    expect(told.match(/<command /g)).toHaveLength(1);
  });

  test('that thinks is left by Stop, and nothing runs', async () => {
    const asked = Promise.withResolvers<void>();
    guard.saying = {
      user_bash: (_event, signal) => {
        asked.resolve();
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve({})));
      },
    };
    const agent = set.start();
    const { id } = await agent.thread();
    const running = agent.runInShell(id, 'touch late', true);
    await asked.promise;
    await agent.stop(id);
    expect(await running).toMatchObject({ failure: { code: 'cancelled' } });
    expect(await runs(agent)).toEqual([]);
    expect(await answers(agent)).toEqual([]);
  });
});
