import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ThreadTask } from '../../../../shared/contract/extension-api/extension-tasks.ts';
import type { CompletionEvent } from '../../../../shared/contract/provider.ts';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import { say } from '../../../providers/memory-extension.fixture.ts';
import type { AgentService } from '../../agent-service.ts';
import { agentSetting, ended, hang, send, sendAndHang, tool } from '../../agent-setting.fixture.ts';
import { contents, scripted, stop, text } from '../../turns/scripted-model.fixture.ts';
import type { FollowEntries } from './child-threads.ts';
import { createTaskLimits } from './task-limits.ts';

const set = agentSetting();
const by = { extensionId: 'one', extensionName: 'One' };
const used: CompletionEvent = { type: 'usage', value: { inputTokens: 10, outputTokens: 5 } };

function spawn(
  agent: AgentService,
  task: Partial<ThreadTask> = {},
  parentId: string | null = null,
  { signal = new AbortController().signal, follow = () => {} }: { signal?: AbortSignal; follow?: FollowEntries } = {},
) {
  const place = { parentId, toolUseId: 'call' };
  return agent.forExtensions.spawn(by, { task: 'Look around', ...task }, place, follow, signal);
}

/** The id of the thread of a task, once it streams. */
async function hanging(agent: AgentService, task: Partial<ThreadTask> = {}, parentId: string | null = null) {
  let id = '';
  const outcome = spawn(agent, task, parentId, {
    follow(thread, entries) {
      if (entries.some(({ kind }) => kind === 'answer-text')) id = thread.id;
    },
  });
  await vi.waitFor(() => expect(id).not.toBe(''));
  return { id, outcome };
}

/** Its model ends the first answer by itself, and no other. */
function startAnsweringOnce(): AgentService {
  let count = 0;
  return set.start({
    complete() {
      count += 1;
      return count === 1 ? say(text('so far'), stop('end-turn')) : hang();
    },
  });
}

/** What is in the file of a thread that is not shown. */
async function viewOf(agent: AgentService, id: string) {
  const read = await agent.threads.readAhead(id);
  if (!read.ok) throw new Error(read.failure.message);
  return foldThread(read.value.entries);
}

test('a task is a thread of its own, which its parent knows and is charged for', async () => {
  set.autoTitles = true;
  const { agent, requests } = scripted(
    set,
    [text('parent'), used, stop('end-turn')],
    [text('child'), used, stop('end-turn')],
  );
  const parentId = await send(agent);
  await ended(agent);
  set.autoTitles = true;
  const { threadId, ...outcome } = await spawn(
    agent,
    { task: '\n Look around\nand tell', instructions: 'Be kind.' },
    parentId,
  );
  expect(outcome).toEqual({
    ...{ status: 'completed', stopReason: 'end-turn', text: 'child', model: 'good:chat/live' },
    usage: { inputTokens: 10, outputTokens: 5 },
  });
  expect(contents(requests.at(-1)?.messages[0])?.[0]).toContain('Be kind.');
  expect(requests).toHaveLength(2);
  expect((await agent.thread()).id).toBe(parentId);
  expect(await agent.threads.list()).toEqual([
    expect.objectContaining({ id: threadId, title: 'Look around', origin: { extensionName: 'One', parentId } }),
    expect.not.objectContaining({ origin: expect.anything() }),
  ]);
  const { tasks } = await viewOf(agent, parentId);
  expect(tasks).toMatchObject([
    { threadId, title: 'Look around', extensionName: 'One', toolUseId: 'call', spent: { tokens: 15 } },
  ]);
  expect(await agent.forExtensions.info(parentId)).toMatchObject({ tokens: 30 });
});

test('no task has more tools than its parent', async () => {
  set.offers = { ...set.offers, tools: () => [tool('read-file'), tool('word-count'), tool('delete')] };
  const { agent, requests } = scripted(set, [text('a'), used, stop('end-turn')]);
  const person = await send(agent);
  await ended(agent);
  const { threadId: first } = await spawn(agent, { tools: ['read-file', 'word_count'] }, person);
  const { threadId: second } = await spawn(agent, {}, first);
  await spawn(agent, { tools: ['toolbox__word_count'] }, second);
  const names = requests.map(({ tools }) => tools.map(({ name }) => name.replace('toolbox__', '')));
  expect(names.slice(1)).toEqual([['read_file', 'word_count'], ['read_file', 'word_count'], ['word_count']]);
  await expect(spawn(agent, { tools: ['delete', 'grep'] }, first)).rejects.toThrow(
    'There is no tool “delete”, “grep” for this task. There are toolbox__read_file, toolbox__word_count.',
  );
  await expect(spawn(agent, { task: ' ' })).rejects.toThrow('The task is empty.');
  await expect(spawn(agent, { model: 'no:such/model' })).rejects.toThrow('is not installed or not enabled');
  await expect(spawn(agent, {}, 'none')).rejects.toThrow('This thread is gone.');
});

test('an agent gives a task what it does not name, and no tool that its parent lacks', async () => {
  set.offers = { ...set.offers, tools: () => [tool('read-file'), tool('word-count'), tool('delete')] };
  set.agents = { reviewer: { instructions: 'Review.', tools: ['read-file', 'delete'] } };
  const { agent, requests } = scripted(set);
  const { threadId } = await spawn(agent, { tools: ['read-file', 'word-count'] });
  await spawn(agent, { agent: 'reviewer', instructions: 'Be kind.' }, threadId);
  expect(contents(requests[1]?.messages[0])?.[0]).toContain('Review.\n\nBe kind.');
  expect(requests[1]?.tools.map(({ name }) => name)).toEqual(['toolbox__read_file']);
  await expect(spawn(agent, { agent: 'nobody' })).rejects.toThrow(
    'There is no agent “nobody”. One is named as its file: “reviewer” of reviewer.agent.md.',
  );
});

test('tasks of tasks go three deep', async () => {
  const agent = set.start();
  let parentId: string | null = null;
  for (const depth of [1, 2, 3]) {
    parentId = (await spawn(agent, {}, parentId)).threadId;
    expect((await viewOf(agent, parentId)).origin?.depth).toBe(depth);
  }
  await expect(spawn(agent, {}, parentId)).rejects.toThrow('One begins tasks within tasks, 3 deep at most.');
});

test('four of an extension run at a time, the others in their turn; one within another waits for none of them', async () => {
  const gate = Promise.withResolvers<void>();
  const agent = set.start({
    async *complete() {
      await gate.promise;
      yield* say(text('done'), stop('end-turn'));
    },
  });
  const answering = async () => (await agent.threads.list()).filter(({ state }) => state === 'answering');
  const six = Array.from({ length: 6 }, () => spawn(agent));
  await vi.waitFor(async () => expect(await answering()).toHaveLength(4));
  const within = spawn(agent, {}, (await answering())[0]?.id);
  await vi.waitFor(async () => expect(await answering()).toHaveLength(5));
  const stopping = new AbortController();
  const waiting = spawn(agent, {}, null, { signal: stopping.signal });
  stopping.abort(new Error('nobody waits'));
  await expect(waiting).rejects.toThrow('nobody waits');
  const more = Array.from({ length: 31 }, () => spawn(agent));
  await expect(more.pop()).rejects.toThrow('32 calls of this kind wait already.');
  expect(await answering()).toHaveLength(5);
  gate.resolve();
  expect(await Promise.all([...six, within, ...more])).toHaveLength(37);
});

test('two hundred begin in an hour', async () => {
  let now = 0;
  const limits = createTaskLimits(() => now);
  const take = () => limits.inTurn(by, 1, new AbortController().signal, async () => 'done');
  for (let n = 0; n < 200; n += 1) expect(await take()).toBe('done');
  await expect((async () => take())()).rejects.toThrow('One began 200 tasks in an hour, which is the most.');
  now += 3_600_000;
  expect(await take()).toBe('done');
});

test.each([
  ['the person stops it', (agent: AgentService, its: { child: string }) => agent.stop(its.child)],
  ['its parent’s answer is stopped', (agent: AgentService, its: { parent: string }) => agent.stop(its.parent)],
  [
    'its parent, which answers, is deleted',
    (agent: AgentService, { parent }: { parent: string }) => agent.threads.remove(parent),
  ],
])('a task ends when %s, and what it said is kept', async (_what, end) => {
  const agent = set.start({ complete: hang });
  const parent = await sendAndHang(agent);
  const { id: child, outcome } = await hanging(agent, {}, parent);
  await end(agent, { child, parent });
  expect(await outcome).toMatchObject({ threadId: child, status: 'stopped', text: 'so far' });
  expect((await viewOf(agent, child)).turns[0]?.answers[0]?.end).toEqual({ type: 'stopped-by-person' });
});

test('a task ends when its parent is deleted, in which nothing else goes on', async () => {
  const agent = startAnsweringOnce();
  const parent = await send(agent);
  await ended(agent);
  const { outcome } = await hanging(agent, {}, parent);
  expect(await agent.threads.remove(parent)).toMatchObject({ ok: true });
  expect(await outcome).toMatchObject({ status: 'stopped', text: 'so far' });
}, 5000);

test('a task ends with its signal and with the app, and never when its parent’s answer ends by itself', async () => {
  const agent = startAnsweringOnce();
  const parent = await send(agent);
  const signal = new AbortController();
  const stopped = spawn(agent, {}, parent, { signal: signal.signal });
  await ended(agent);
  const { outcome } = await hanging(agent, {}, parent);
  signal.abort();
  expect(await stopped).toMatchObject({ status: 'stopped' });
  await agent.close();
  expect(await outcome).toMatchObject({ status: 'failed', problem: expect.stringContaining('The app was closed') });
  await expect(spawn(agent)).rejects.toThrow();
});

test('a failure is how a task ends, and one that cannot begin leaves no thread behind', async () => {
  const stopping = new AbortController();
  let isStopping = false;
  set.offers = {
    ...set.offers,
    async resolveMentions() {
      if (isStopping) stopping.abort(new Error('nobody waits'));
      return [];
    },
  };
  const agent = set.start({
    async *complete() {
      yield { type: 'text', value: 'so far' };
      throw Object.assign(new Error('No credit.'), { code: 'provider-refused' });
    },
  });
  expect(await spawn(agent)).toMatchObject({ status: 'failed', problem: 'No credit.', text: 'so far' });
  isStopping = true;
  await expect(spawn(agent, {}, null, { signal: stopping.signal })).rejects.toThrow('nobody waits');
  expect(await agent.threads.list()).toHaveLength(1);
  expect(readdirSync(join(set.folder, 'threads')).filter((name) => /^[\w-]{36}\.jsonl$/.test(name))).toHaveLength(1);
});
