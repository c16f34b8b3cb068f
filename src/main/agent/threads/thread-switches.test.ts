import { beforeEach, describe, expect, test, vi } from 'vitest';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { model } from '../../providers/memory-extension.fixture.ts';
import type { AgentService } from '../agent-service.ts';
import { agentSetting, ended, send, showNew } from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';
import { guarding } from '../events/hearing.fixture.ts';

const set = agentSetting();
let { guard, events } = guarding();
beforeEach(() => {
  ({ guard, events } = guarding());
  set.threadEvents = events;
});

/** Two threads with an answer each; the second one is shown. */
async function two(agent: AgentService) {
  const one = await send(agent, 'one');
  await ended(agent);
  const other = (await showNew(agent)).id;
  await agent.send(other, asPrompt('other'));
  await ended(agent);
  return { one, other };
}

const texts = async (agent: AgentService) => foldThread((await agent.thread()).entries).turns.map(({ text }) => text);

describe('before another thread is shown', () => {
  test('an extension may hold that back, and the person goes there anyway', async () => {
    const agent = set.start();
    const { one, other } = await two(agent);
    const asked: unknown[] = [];
    guard.saying = {
      session_before_switch(event) {
        asked.push(event.threadId);
        return { block: 'The plan is\nnot done.' };
      },
    };
    const message = 'Extension guard keeps you in this thread: The plan is not done.';
    expect(await agent.threads.open(one)).toMatchObject({ ok: false, failure: { code: 'held-back', message } });
    expect(await agent.newThread()).toMatchObject({ ok: false, failure: { code: 'held-back', message } });
    // It is shown already.
    expect(await agent.threads.open(other)).toMatchObject({ ok: true });
    expect((await agent.thread()).id).toBe(other);
    expect(asked).toEqual([one, null]);
    expect(await agent.threads.open(one, undefined, true)).toMatchObject({ ok: true, value: { id: one } });
    expect(await agent.newThread(true)).toMatchObject({ ok: true });
    expect(asked).toHaveLength(2);
  });

  test('the thread that is left says for whom the person waits', async () => {
    const agent = set.start();
    const { one, other } = await two(agent);
    const answer = Promise.withResolvers<object>();
    guard.saying = { session_before_switch: () => answer.promise };
    const opening = agent.threads.open(one);
    const activity = expect.objectContaining({ type: 'extension', name: 'Extension guard' });
    await vi.waitFor(() => expect(set.events).toContainEqual({ type: 'answer-activity', threadId: other, activity }));
    answer.resolve({});
    expect(await opening).toMatchObject({ ok: true });
    expect(set.events).toContainEqual({ type: 'answer-activity', threadId: other, activity: null });
  });

  test('a later wish ends the earlier one', async () => {
    const agent = set.start();
    const { one } = await two(agent);
    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<object>();
    guard.saying = {
      session_before_switch({ threadId }) {
        if (threadId === null) return {};
        asked.resolve();
        return answer.promise;
      },
    };
    const opening = agent.threads.open(one);
    await asked.promise;
    const { id } = await showNew(agent);
    answer.resolve({});
    expect(await opening).toMatchObject({ failure: { code: 'cancelled' } });
    expect((await agent.thread()).id).toBe(id);
  });
});

describe('before a prompt gets another version', () => {
  test('an extension may hold that back, and the person makes it anyway', async () => {
    const agent = set.start();
    const id = await send(agent, 'one');
    await ended(agent);
    await agent.send(id, asPrompt('two'));
    await ended(agent, 2);
    const asked: unknown[] = [];
    guard.saying = {
      session_before_fork(event) {
        asked.push(event.promptId);
        return { block: 'It is settled.' };
      },
    };
    const [first = '', last = ''] = foldThread((await agent.thread()).entries).turns.map(({ promptId }) => promptId);
    const heldBack = {
      ok: false,
      failure: { code: 'held-back', message: 'Extension guard keeps this message as it is: It is settled.' },
    };
    const edit = { ...asPrompt('edited'), replaces: first };
    expect(await agent.send(id, edit)).toMatchObject(heldBack);
    expect(await agent.regenerate(id, first)).toMatchObject(heldBack);
    expect(asked).toEqual([first, first]);
    expect(await texts(agent)).toEqual(['one', 'two']);
    // Answered once more, the last one stays what it is.
    expect(await agent.regenerate(id, last)).toMatchObject({ ok: true });
    await ended(agent, 3);
    expect(await agent.regenerate(id, first, true)).toMatchObject({ ok: true });
    await ended(agent);
    expect(await agent.send(id, { ...edit, isForced: true })).toMatchObject({ ok: true });
    await ended(agent);
    expect(await texts(agent)).toEqual(['edited']);
    expect(asked).toHaveLength(2);
  });
});

describe('extensions hear', () => {
  test('which thread is shown, once, and why', async () => {
    guard.follows = ['session_start'];
    const agent = set.start();
    const first = (await agent.thread(true)).id;
    await agent.thread(true);
    const { one, other } = await two(agent);
    await agent.threads.open(one);
    await agent.threads.remove(one);
    const { id: left } = await agent.thread();
    const of = (threadId: string, reason: string) => ({ id: 'session_start', threadId, event: { reason } });
    const told = [of(first, 'start'), of(other, 'new'), of(one, 'resume'), of(left, 'new')];
    await vi.waitFor(() => expect(guard.told).toEqual(told));
    expect(one).toBe(first);
  });

  test('which thread is shown when they begin anew, and not twice when that is why they begin', async () => {
    guard.follows = ['session_start'];
    const agent = set.start();
    const { id: threadId } = await agent.thread(true);
    agent.extensionActivated('guard');
    const start = { id: 'session_start', threadId, event: { reason: 'start' } };
    await vi.waitFor(() => expect(guard.told).toEqual([start]));
    agent.extensionActivated('guard');
    await vi.waitFor(() => expect(guard.told).toEqual([start, start]));
    agent.extensionActivated('other');
    expect(guard.told).toHaveLength(2);
  });

  test('that another model is chosen', async () => {
    guard.follows = ['model_select'];
    const agent = set.start({ models: () => [model('live', { isDefault: true }), model('next')] });
    const { id } = await agent.thread();
    await agent.chooseModel('good:chat/next');
    await agent.chooseModel('good:chat/next');
    const event = { model: 'good:chat/next', previous: 'good:chat/live' };
    await vi.waitFor(() => expect(guard.told).toEqual([{ id: 'model_select', threadId: id, event }]));
  });
});
