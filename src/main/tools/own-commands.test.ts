import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { EffectDecision, Question } from '../../shared/contract/question.ts';
import { createQuestionBoard } from '../extensions/api/question-board.ts';
import { manifestOf } from '../extensions/api/test-support/manifests.ts';
import type { Files } from '../testing/temporary-folder.ts';
import { toolSetting } from './called-tool.fixture.ts';
import type { ToolHostDeps } from './tool-host.ts';

const caller = manifestOf('mine', { capabilities: { exec: true } });
type Command = MainMethods['exec.run']['params'];

async function setUp(files: Files = {}, more: Partial<ToolHostDeps> = {}) {
  let shown: Question | undefined;
  const titles: string[] = [];
  let now = 0;
  const board = createQuestionBoard({
    // No question is one too many in a second.
    now: () => (now += 100),
    publish(event) {
      shown = event.type === 'question' ? event.question : undefined;
      if (shown) titles.push(shown.title);
    },
  });
  const its = await toolSetting(files, { askInDialog: board.ask, ...more });
  const exec = (command: Command['command'], options: Omit<Command, 'command'> = {}, signal?: AbortSignal) => {
    const context = { signal: signal ?? new AbortController().signal, ports: [] };
    return Promise.resolve(its.host.services['exec.run'](caller, { command, ...options }, context));
  };
  /** The question on screen. */
  const asked = () =>
    vi.waitFor(() => {
      if (shown?.type !== 'effect') throw new Error('Nothing is asked.');
      return shown;
    });
  /** Answers the question on screen. */
  const answer = async (decision: EffectDecision | null) => board.answer((await asked()).id, decision);
  const asks = () => titles.splice(0);
  return { ...its, board, exec, asked, answer, asks, shown: () => shown };
}

describe('a command outside of a call', () => {
  test('is asked about in a dialog, exactly as it is, and runs in the open folder', async () => {
    const its = await setUp({ 'src/a.txt': 'a' });
    const running = its.exec(['cat', 'a.txt', 'it is'], { cwd: 'src' });
    expect(await its.asked()).toMatchObject({
      asker: { extensionId: 'mine', extensionName: 'Extension mine' },
      title: 'May Extension mine run this command?',
      effect: { type: 'command', line: "cat a.txt 'it is'", cwd: 'src' },
      patterns: ["cat a.txt 'it is'", 'cat *'],
      where: { folder: join(its.root, 'src'), isWhole: false, isTrusted: true },
    });
    await its.answer('allow-once');
    expect(await running).toMatchObject({ exitCode: 1, output: expect.stringMatching(/^acat: .*it is/) });
    expect(its.shown()).toBeUndefined();
  });

  test('is in the review of no thread', async () => {
    const its = await setUp({ a: 'a' });
    const running = its.exec('echo b > a');
    await its.answer('allow-once');
    await running;
    expect(await readFile(join(its.root, 'a'), 'utf8')).toBe('b\n');
    expect(its.changes.isInReview(join(its.root, 'a'))).toBe(false);
  });

  test('that is not allowed does not run, and the next one is asked about', async () => {
    const its = await setUp();
    for (let count = 0; count < 2; count += 1) {
      const running = its.exec('touch made');
      await its.answer(null);
      await expect(running).rejects.toMatchObject({
        failure: { code: 'tool-denied', message: 'You did not allow Extension mine to run this command.' },
      });
    }
    expect(existsSync(join(its.root, 'made'))).toBe(false);
  });

  test('is allowed and denied by rules, the person’s own and those that are made in the dialog', async () => {
    const its = await setUp();
    its.rule('command', 'allow', 'echo ready');
    expect(await its.exec('echo ready')).toMatchObject({ output: 'ready\n' });
    its.rule('command', 'deny', 'rm *');
    await expect(its.exec(['rm', 'x'])).rejects.toMatchObject({
      failure: { code: 'tool-denied', message: 'A rule of the person denies it: never run the command “rm *”.' },
    });
    expect(its.asks()).toEqual([]);

    const always = its.exec('echo two');
    await its.answer({ type: 'always', patterns: ['echo two'], place: 'folder' });
    expect(await always).toMatchObject({ output: 'two\n' });
    expect(await its.exec('echo two')).toMatchObject({ output: 'two\n' });
    const never = its.exec('echo three');
    await its.answer({ type: 'never', patterns: ['echo three'], place: 'folder' });
    await expect(never).rejects.toMatchObject({ failure: { code: 'tool-denied' } });
    await expect(its.exec('echo three')).rejects.toMatchObject({ failure: { code: 'tool-denied' } });
    expect(its.asks()).toHaveLength(2);
  });

  test('is answered by a rule that is made for a call meanwhile, and its dialog goes', async () => {
    const its = await setUp();
    const running = its.exec('echo x');
    await its.asked();
    const call = its.start(async (ask) => (await ask('call.exec', { command: 'echo x' })).output);
    await call.asked();
    await call.decide({ type: 'always', patterns: ['echo x'], place: 'folder' });
    expect(await running).toMatchObject({ output: 'x\n' });
    expect(its.shown()).toBeUndefined();
  });

  test('in a folder that is not trusted is allowed once alone: a rule is refused, and the question stays', async () => {
    const its = await setUp({}, { isTrusted: async () => false });
    its.rule('command', 'allow', 'echo x');
    const running = its.exec('echo x');
    const { where } = await its.asked();
    expect(where.isTrusted).toBe(false);
    await expect(its.answer({ type: 'always', patterns: ['echo x'], place: 'folder' })).rejects.toThrow('do not trust');
    await its.answer('allow-once');
    expect(await running).toMatchObject({ output: 'x\n' });
  });

  test('is refused while its extension pauses, as the person closed its last questions', async () => {
    const its = await setUp();
    const all = Array.from({ length: 3 }, () => its.exec('touch made'));
    await its.answer(null);
    await its.answer(null);
    for (const running of all) await expect(running).rejects.toMatchObject({ failure: { code: 'tool-denied' } });
    await expect(its.exec('touch made')).rejects.toThrow('may not ask you now, as you closed its last questions.');
  });

  test('takes a capability, and an open folder', async () => {
    const its = await setUp({}, { root: () => null });
    const context = { signal: new AbortController().signal, ports: [] };
    const bare = async () => its.host.services['exec.run'](manifestOf('bare'), { command: 'ls' }, context);
    await expect(bare()).rejects.toThrow(
      'Extension bare runs a command without [capabilities] exec = true in its manifest.',
    );
    await expect(its.exec('ls')).rejects.toThrow('No folder is open.');
    expect(its.asks()).toEqual([]);
  });

  test('is refused where no shell could be given it', async () => {
    const its = await setUp();
    await expect(its.exec(['echo', "'".repeat(6_000)])).rejects.toThrow('longer than 20,000 characters');
    await expect(its.exec(['echo\0', 'x'.repeat(20_000)])).rejects.toThrow('longer than 20,000 characters');
    for (const command of ['echo a\0', ['echo', 'a\0']]) {
      await expect(its.exec(command)).rejects.toThrow('The command has a zero byte');
    }
  });

  test('is one of four that run; all end with their signal, with the extension and with the app', async () => {
    const its = await setUp({ 'wait.sh': 'printf x >> began; sleep 100' });
    its.rule('command', 'allow', 'sh wait.sh');
    const began = (count: number) =>
      vi.waitFor(async () => expect(await readFile(join(its.root, 'began'), 'utf8')).toHaveLength(count));
    const codeOf = (running: Promise<unknown>) => running.catch((error) => error.failure.code);
    const stop = new AbortController();
    const stopped = codeOf(its.exec('sh wait.sh', {}, stop.signal));
    const others = Array.from({ length: 5 }, () => codeOf(its.exec('sh wait.sh')));
    await began(4);
    stop.abort();
    expect(await stopped).toBe('cancelled');
    await began(5);
    its.host.gone('another', 'It stopped.');
    its.host.gone('mine', 'It stopped.');
    expect(await Promise.all(others)).toEqual(Array(5).fill('extension-off'));
    const last = codeOf(its.exec('sh wait.sh'));
    await began(6);
    await its.host.close();
    expect(await last).toBe('cancelled');
    await began(6);
  });
});
