import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { FailureError } from '../../../shared/contract/errors.ts';
import type { CompletionRequest } from '../../../shared/contract/provider.ts';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { helloWorld } from '../../providers/memory-extension.fixture.ts';
import type { AgentService } from '../agent-service.ts';
import { agentSetting, ended, hang, modelsWithTools, showNew, textOf } from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';
import { call, count, countName, stop, text } from '../turns/scripted-model.fixture.ts';

const set = agentSetting();

const promptOf = ({ messages }: CompletionRequest): string => {
  const part = messages.findLast(({ role }) => role === 'user')?.content[0];
  return part?.type === 'text' ? part.value : '';
};

/** Messages to the renderer about a thread. */
const toldOf = (id: string): ThreadEntry[] =>
  set.events.flatMap((event) => (event.type === 'thread-entries' && event.threadId === id ? event.entries : []));
const toldText = (id: string): string => textOf(foldThread(toldOf(id)).turns.at(-1)?.answers.at(-1));

const begun = async (agent: AgentService, prompt: string): Promise<string> => {
  const { id } = await showNew(agent);
  expect(await agent.send(id, asPrompt(prompt))).toEqual({ ok: true, value: null });
  return id;
};
const opened = async (agent: AgentService, id: string) => {
  const snapshot = await agent.threads.open(id);
  if (!snapshot.ok) throw new Error(snapshot.failure.message);
  return snapshot.value;
};
/** As it is read from its file, or is in memory. */
const viewOf = async (agent: AgentService, id: string) => foldThread((await opened(agent, id)).entries);
const stateOf = async (agent: AgentService, id: string) =>
  (await agent.threads.list()).find((each) => each.id === id)?.state;

/** The list goes by the time at which something was said last, of which a millisecond is the smallest part. */
async function aLaterTime(): Promise<void> {
  const from = Date.now();
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(from));
}

/** Says the prompt word by word, each when it is let. */
function stepwise() {
  const waiting = new Map<string, () => void>();
  const agent = set.start({
    async *complete(request) {
      const prompt = promptOf(request);
      for (let n = 1; n <= 3; n += 1) {
        yield text(`${prompt}${n} `);
        await new Promise<void>((resolve) => waiting.set(prompt, resolve));
      }
      yield stop('end-turn');
    },
  });
  const step = async (prompt: string) => {
    await vi.waitFor(() => expect(waiting.has(prompt)).toBe(true));
    waiting.get(prompt)?.();
    waiting.delete(prompt);
  };
  return { agent, step };
}

describe('a thread that is not shown any more', () => {
  test('goes on, and two answers of one provider at once keep to themselves', async () => {
    const { agent, step } = stepwise();
    const one = await begun(agent, 'one');
    const two = await begun(agent, 'two');
    for (const prompt of ['two', 'one', 'one', 'two', 'two', 'one']) await step(prompt);
    await vi.waitFor(() => {
      for (const id of [one, two]) expect(toldOf(id).at(-1)).toMatchObject({ kind: 'answer-ended' });
    });
    expect([toldText(one), toldText(two)]).toEqual(['one1 one2 one3 ', 'two1 two2 two3 ']);
    expect((await agent.thread()).id).toBe(two);
    expect(await viewOf(agent, one)).toEqual(foldThread(toldOf(one)));
    expect((await agent.thread()).id).toBe(one);
    expect(await viewOf(agent, two)).toEqual(foldThread(toldOf(two)));
  });

  test('is stopped by its id, and its state is in the list', async () => {
    const agent = set.start({ complete: hang });
    const one = await begun(agent, 'one');
    await vi.waitFor(() => expect(toldText(one)).toBe('so far'));
    await aLaterTime();
    const two = await begun(agent, 'two');
    expect(await agent.threads.list()).toMatchObject([
      { id: two, title: 'two', state: 'answering', isArchived: false },
      { id: one, title: 'one', state: 'answering' },
    ]);
    await vi.waitFor(() => expect(toldText(two)).toBe('so far'));
    await aLaterTime();
    await agent.stop(one);
    expect(toldOf(one).at(-1)).toMatchObject({ kind: 'answer-ended', end: { type: 'stopped-by-person' } });
    expect(await stateOf(agent, one)).toBe('idle');
    expect(await stateOf(agent, two)).toBe('answering');
    await vi.waitFor(() => {
      const lists = set.events.flatMap((event) => (event.type === 'threads' ? [event.threads] : []));
      expect(lists.at(-1)).toMatchObject([
        { id: one, state: 'idle' },
        { id: two, state: 'answering' },
      ]);
    });
  });

  test('asks for its tools, which a person answers there', async () => {
    set.offers = { ...set.offers, tools: () => [count], runTool: async () => '2' };
    let requests = 0;
    const agent = set.start({
      models: modelsWithTools,
      async *complete() {
        requests += 1;
        if (requests > 1) return yield* helloWorld();
        yield call('t', countName);
        yield stop('tool-use');
      },
    });
    const one = await begun(agent, 'one');
    await vi.waitFor(() => expect(toldOf(one).at(-1)).toMatchObject({ kind: 'tool-run', state: { type: 'waiting' } }));
    const { id: two } = await showNew(agent);
    expect(await stateOf(agent, one)).toBe('asking');
    await agent.decideTool(two, 't', 'allow-once');
    expect(requests).toBe(1);
    await agent.decideTool(one, 't', 'allow-once');
    await vi.waitFor(() => expect(toldText(one)).toBe('Hello, world!'));
  });

  test('tries again when a person wants it, and its activity is told', async () => {
    set.retryLimits = { firstDelayMs: 600_000, longestDelayMs: 600_000 };
    let requests = 0;
    const agent = set.start({
      async *complete() {
        requests += 1;
        if (requests > 1) return yield* helloWorld();
        throw new FailureError({ code: 'provider-overloaded', message: 'Busy.' });
      },
    });
    const one = await begun(agent, 'one');
    await agent.newThread();
    await vi.waitFor(() =>
      expect(set.events.findLast(({ type }) => type === 'answer-activity')).toMatchObject({
        threadId: one,
        activity: { type: 'retrying' },
      }),
    );
    await agent.retryNow(one);
    await vi.waitFor(() => expect(toldText(one)).toBe('Hello, world!'));
  });

  test('takes one more prompt, and can be answered anew, though it was closed meanwhile', async () => {
    const agent = set.start();
    const one = await begun(agent, 'one');
    await ended(agent);
    await agent.newThread();
    expect(await agent.send(one, asPrompt('more'))).toEqual({ ok: true, value: null });
    await vi.waitFor(() => expect(toldOf(one).filter(({ kind }) => kind === 'answer-ended')).toHaveLength(2));
    expect(await agent.retry(one)).toEqual({ ok: true, value: null });
    await vi.waitFor(() => expect(toldOf(one).filter(({ kind }) => kind === 'answer-ended')).toHaveLength(3));
    expect(await viewOf(agent, one)).toEqual(foldThread(toldOf(one)));
  });

  test.runIf(process.platform === 'linux')('is closed once nothing goes on in it', async () => {
    const { agent, step } = stepwise();
    const one = await begun(agent, 'one');
    const two = await begun(agent, 'two');
    const isHeld = (id: string) =>
      readdirSync('/proc/self/fd').some((fd) => {
        try {
          return readlinkSync(`/proc/self/fd/${fd}`) === join(set.folder, 'threads', `${id}.jsonl`);
        } catch {
          return false;
        }
      });
    await vi.waitFor(() => expect([isHeld(one), isHeld(two)]).toEqual([true, true]));
    for (const prompt of ['one', 'one', 'one', 'two', 'two', 'two']) await step(prompt);
    await vi.waitFor(() => expect([isHeld(one), isHeld(two)]).toEqual([false, true]));
    await opened(agent, one);
    await vi.waitFor(() => expect(isHeld(two)).toBe(false));
  });

  test('is ended with the app, which keeps its text', async () => {
    const agent = set.start({ complete: hang });
    const ids = [await begun(agent, 'one'), await begun(agent, 'two'), await begun(agent, 'three')];
    for (const id of ids) await vi.waitFor(() => expect(toldText(id)).toBe('so far'));
    await agent.close();
    for (const id of ids) {
      const file = readFileSync(join(set.folder, 'threads', `${id}.jsonl`), 'utf8');
      expect(file).toContain('so far');
      expect(file).toContain('The app was closed while this answer was streaming.');
    }
    const next = set.start();
    const listed = (await next.threads.list()).map(({ id, state }) => [id, state]);
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(ids.map((id) => [id, 'idle'])));
    expect((await next.thread()).id).toBe(ids[2]);
  });
});

describe('opening a thread', () => {
  test('shows it, also after a restart', async () => {
    const agent = set.start();
    const one = await begun(agent, 'one');
    await ended(agent);
    await begun(agent, 'two');
    await ended(agent);
    expect((await opened(agent, one)).id).toBe(one);
    await agent.close();
    expect((await set.start().thread()).id).toBe(one);
  });

  test('refuses what is not of the open workspace', async () => {
    const agent = set.start();
    const one = await begun(agent, 'one');
    await ended(agent);
    set.workspace = '/elsewhere';
    const { id } = await agent.thread();
    for (const wrong of [one, '../last-threads', 'a1200b7b-21a0-400b-bdd9-afeeb2a8a597']) {
      expect(await agent.threads.open(wrong)).toMatchObject({ ok: false, failure: { code: 'invalid-request' } });
      expect(await agent.send(wrong, asPrompt('hi'))).toMatchObject({ ok: false });
    }
    expect((await agent.thread()).id).toBe(id);
    expect(await agent.threads.list()).toEqual([]);
  });

  test('at once with a new one ends with one of the two, for all to see', async () => {
    const agent = set.start();
    const one = await begun(agent, 'one');
    await ended(agent);
    await agent.newThread();
    await Promise.all([agent.threads.open(one), agent.newThread(), agent.threads.open(one), agent.newThread()]);
    const { id, entries } = await agent.thread();
    expect(id).not.toBe(one);
    expect(entries).toEqual([]);
    expect(await agent.send(id, asPrompt('hi'))).toEqual({ ok: true, value: null });
  });
});
