import { expect, test, vi } from 'vitest';
import type { Access } from '../../../../shared/contract/access.ts';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import type { AgentService } from '../../../agent/agent-service.ts';
import { agentSetting, decide, ended, hang, send, sendAndHang } from '../../../agent/agent-setting.fixture.ts';
import { call, count, countName, scripted, stop, text } from '../../../agent/turns/scripted-model.fixture.ts';
import { manifestOf } from '../test-support/manifests.ts';
import { createAccessGate } from './access-gate.ts';
import { createThreadApi } from './thread-api.ts';

const set = agentSetting();
const caller = manifestOf('one');

/** @param allowed what a person has let it do for good; they close every question */
function apiOf(agent: AgentService, allowed: readonly Access[] = ['read-threads', 'change-threads']) {
  const access = createAccessGate({
    ask: async () => null,
    originOf: () => '/one',
    allowed: () => allowed,
    keep: async () => {},
  });
  const api = createThreadApi({ threads: () => agent.forExtensions, access });
  const context = { signal: new AbortController().signal };
  const items = (threadId: string, which: { limit?: number; before?: string; all?: boolean } = {}) =>
    api['thread.items'](caller, { threadId, limit: 50, all: false, ...which }, context);
  return { api, context, items };
}

test('a thread is told with its messages, calls, notes and labels', async () => {
  set.offers = {
    ...set.offers,
    tools: () => [count],
    runTool: async () => ({ text: '2 words', details: { words: 2 } }),
  };
  set.rules = [{ of: 'person', source: '/AGENTS.md', text: 'Be brief.' }];
  const { agent, ask } = scripted(
    set,
    [
      text('Let me '),
      text('see.'),
      { type: 'usage', value: { inputTokens: 10, outputTokens: 1 } },
      call('t', countName, '{"a":1}'),
      stop('tool-use'),
    ],
    [text(' Two.'), { type: 'usage', value: { inputTokens: 20, outputTokens: 2 } }, stop('end-turn')],
  );
  const threadId = await ask();
  await decide(agent, 't', 'allow-once');
  const [answer] = await ended(agent);
  const { api, context, items } = apiOf(agent);
  expect(await api['thread.shown'](caller, null, context)).toBe(threadId);
  expect(await api['thread.info'](caller, { threadId }, context)).toMatchObject({
    id: threadId,
    title: 'go',
    folder: '/project',
    model: 'good:chat/live',
    messages: 2,
    tokens: 33,
  });
  const [prompt] = await items(threadId);
  const annotate = (note: string, add: string[], remove: string[] = []) =>
    api['thread.annotate'](caller, { threadId, itemId: prompt?.id ?? '', note, add, remove }, context);
  await agent.annotate(threadId, prompt?.id ?? '', { note: 'mine', labels: ['later'] });
  await annotate('of the script', ['good']);
  await annotate('', [], ['later', 'none such']);
  await api['thread.rename'](caller, { threadId, title: ' A new \n name' }, context);
  expect(await items(threadId)).toEqual([
    expect.objectContaining({ type: 'prompt', text: 'go', images: 0, note: 'mine\n\nof the script', labels: ['good'] }),
    {
      type: 'answer',
      id: answer?.id,
      at: answer?.startedAt,
      text: 'Let me see. Two.',
      model: 'good:chat/live',
      calls: [
        { id: 't', name: countName, input: '{"a":1}', output: '2 words', details: '{"words":2}', isError: false },
      ],
      end: 'end-turn',
    },
  ]);
  expect((await agent.threads.list())[0]?.title).toBe('A new name');
  expect(await api['thread.instructions'](caller, { threadId }, context)).toContain('Be brief.');
  expect(await api['thread.state'](caller, { threadId }, context)).toMatchObject({
    isAnswering: false,
    context: { tokens: 22, source: 'usage' },
  });
});

test('nothing is read or changed that the person does not allow', async () => {
  const agent = set.start();
  const threadId = await send(agent);
  await ended(agent);
  const { api, context, items } = apiOf(agent, []);
  await expect(items(threadId)).rejects.toThrow('You have not let Extension one read your threads.');
  await expect(api['thread.info'](caller, { threadId }, context)).rejects.toThrow(
    'You have not let Extension one read your threads.',
  );
  await expect(api['thread.instructions'](caller, { threadId }, context)).rejects.toThrow(
    'You have not let Extension one read your threads.',
  );
  await expect(api['thread.rename'](caller, { threadId, title: 'x' }, context)).rejects.toThrow(
    'You have not let Extension one change your threads.',
  );
  await expect(api['thread.stop'](caller, { threadId }, context)).rejects.toThrow(
    'You have not let Extension one change your threads.',
  );
  const note = { threadId, itemId: 'x', note: 'x', add: [], remove: [] };
  await expect(api['thread.annotate'](caller, note, context)).rejects.toThrow(
    'You have not let Extension one change your threads.',
  );
  expect((await agent.thread()).entries.map(({ kind }) => kind)).not.toContain('title');
});

test('a running answer is seen and stopped', async () => {
  const agent = set.start({ complete: hang });
  const threadId = await sendAndHang(agent);
  const { api, context, items } = apiOf(agent);
  expect(await api['thread.state'](caller, { threadId }, context)).toMatchObject({ isAnswering: true });
  expect((await items(threadId)).at(-1)).not.toHaveProperty('end');
  await api['thread.stop'](caller, { threadId }, context);
  await ended(agent);
  expect((await items(threadId)).at(-1)).toMatchObject({ text: 'so far', end: 'stopped' });
  expect(await api['thread.state'](caller, { threadId }, context)).toMatchObject({ isAnswering: false });
});

test('a thread of another folder, or one that is gone, is told as gone', async () => {
  const agent = set.start();
  const threadId = await send(agent);
  await ended(agent);
  set.workspace = '/elsewhere';
  await agent.thread();
  const { api, context, items } = apiOf(agent);
  await vi.waitFor(() => expect(items(threadId)).rejects.toThrow('This thread is gone.'));
  await expect(api['thread.state'](caller, { threadId: 'none' }, context)).rejects.toThrow('This thread is gone.');
});

test('many reads at once leave main time for others', async () => {
  const agent = set.start();
  const threadId = await send(agent);
  await ended(agent);
  const { items } = apiOf(agent);
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  });
  expect(await Promise.all(Array.from({ length: 200 }, () => items(threadId)))).toHaveLength(200);
  clearInterval(counting);
  // Each pause is a millisecond at least, in which the event loop turns.
  expect(turns).toBeGreaterThan(100);
  const tooMany = await Promise.allSettled(Array.from({ length: 600 }, () => items(threadId)));
  expect(tooMany.filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0);
});

test('a loop of changes does not grow the thread’s file without end', async () => {
  const agent = set.start();
  const threadId = await send(agent);
  await ended(agent);
  const { api, context } = apiOf(agent);
  const renames = Array.from({ length: 30 }, (_, n) =>
    api['thread.rename'](caller, { threadId, title: `${n}` }, context),
  );
  const settled = await Promise.allSettled(renames);
  expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  expect(String((settled.at(-1) as PromiseRejectedResult).reason)).toContain('changes threads more than 10 times');
  expect(foldThread((await agent.thread()).entries).title?.text).toBe('9');
});
