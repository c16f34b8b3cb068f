import { expect, test, vi } from 'vitest';
import type { ContributedSlashCommand } from '../../../shared/contract/command.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { forever } from '../../providers/memory-extension.fixture.ts';
import { agentSetting, ended, hang, send, sendAndHang, textOf } from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';

const set = agentSetting();

const shout: ContributedSlashCommand = {
  extensionId: 'toolbox',
  extensionName: 'Toolbox',
  id: 'shout',
  name: 'shout',
  description: 'Shouts.',
  argument: '<text>',
};

function answering(slashCommand: (argument: string, signal: AbortSignal) => Promise<unknown>) {
  set.offers = {
    ...set.offers,
    slashCommands: () => [shout],
    slashCommand: (_extensionId, _id, argument, _threadId, signal) => slashCommand(argument, signal),
  };
}

test('a reply is shown in the thread, also after a restart, and not sent to a model', async () => {
  answering(async (argument) => ({ reply: argument.toUpperCase() }));
  const agent = set.start();
  const id = await send(agent, 'hi');
  await ended(agent);
  expect(await agent.runSlashCommand(id, 'toolbox', 'shout', 'hello')).toEqual({ ok: true, value: null });
  const { entries } = await agent.thread();
  const { turns, replies } = foldThread(entries);
  expect(turns).toHaveLength(1);
  const afterPromptId = turns[0]?.promptId;
  expect(replies).toMatchObject([{ command: '/shout hello', extensionName: 'Toolbox', text: 'HELLO', afterPromptId }]);
  await agent.close();
  expect(foldThread((await set.start().thread()).entries)).toEqual(foldThread(entries));
});

test('a prompt is sent in the person’s name', async () => {
  answering(async (argument) => ({ prompt: `Please explain ${argument}` }));
  const agent = set.start();
  const { id } = await agent.thread();
  expect(await agent.runSlashCommand(id, 'toolbox', 'shout', 'this')).toMatchObject({ ok: true });
  const [answer] = await ended(agent);
  expect(textOf(answer)).toBe('Hello, world!');
  expect(foldThread((await agent.thread()).entries).turns[0]?.text).toBe('Please explain this');
});

test('one that runs is stopped by Stop, and nothing else runs beside it', async () => {
  let told: AbortSignal | undefined;
  answering((_argument, signal) => {
    told = signal;
    return forever();
  });
  const agent = set.start();
  const { id } = await agent.thread();
  const ran = agent.runSlashCommand(id, 'toolbox', 'shout', '');
  await vi.waitFor(() => expect(told).toBeDefined());
  expect(await agent.runSlashCommand(id, 'toolbox', 'shout', '')).toMatchObject({
    failure: { code: 'answer-running' },
  });
  await agent.stop(id);
  expect(await ran).toMatchObject({
    ok: false,
    failure: { code: 'cancelled', message: '/shout was stopped. Your text is kept.' },
  });
  expect(told?.aborted).toBe(true);
  expect((await agent.thread()).entries).toEqual([]);
  answering(async () => ({ reply: 'again' }));
  expect(await agent.send(id, asPrompt('hi'))).toMatchObject({ ok: true });
});

test('one that fails, answers with nonsense or is not there says so and adds nothing', async () => {
  const answersOf: (() => Promise<unknown>)[] = [
    () => Promise.reject(new FailureError({ code: 'extension-failed', message: 'No such word.' })),
    async () => ({ prompt: '' }),
    async () => ({ reply: 7 }),
  ];
  let turn = 0;
  answering(() => (answersOf[turn++] ?? forever)());
  const agent = set.start();
  const { id } = await agent.thread();
  const run = (command = 'shout') => agent.runSlashCommand(id, 'toolbox', command, '');
  const failure = (code: string, message: unknown) => ({
    ok: false,
    failure: { code, message, extensionId: 'toolbox' },
  });
  expect(await run()).toMatchObject(failure('extension-failed', '/shout: No such word.'));
  expect(await run()).toMatchObject(failure('protocol-fault', expect.stringContaining('neither a prompt nor a reply')));
  expect(await run()).toMatchObject(failure('protocol-fault', expect.any(String)));
  expect(await run('toString')).toMatchObject(failure('extension-disabled', expect.any(String)));
  expect((await agent.thread()).entries).toEqual([]);
});

test('none is run while an answer is written', async () => {
  const slashCommand = vi.fn(async () => ({ reply: 'x' }));
  answering(slashCommand);
  const agent = set.start({ complete: hang });
  const id = await sendAndHang(agent);
  expect(await agent.runSlashCommand(id, 'toolbox', 'shout', '')).toMatchObject({
    ok: false,
    failure: { code: 'answer-running' },
  });
  expect(slashCommand).not.toHaveBeenCalled();
});
