import { describe, expect, test, vi } from 'vitest';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { ContextUse } from '../../../shared/contract/provider.ts';
import type { AnswerActivity, ThreadEntry, ThreadSnapshot } from '../../../shared/contract/thread.ts';
import type { ToolRunState } from '../../../shared/contract/tool.ts';
import { isBusy, isRunning, phaseOf } from './agent-state.ts';
import { emptySnapshot, ended, later, loaded, prompt, provider, said, started, world } from './agent-world.fixture.ts';

describe('the thread', () => {
  test('entries that arrive within one frame are folded once', async () => {
    const { entries, frame, texts, agent } = await loaded();
    let changes = 0;
    agent.store.subscribe(() => changes++);
    entries(0, prompt('p', 'Hi'), started('a', 'p'));
    entries(2, said('a', 'Hello, '));
    entries(3, said('a', 'world!'));
    expect(changes).toBe(0);
    expect(frame()).toBe(1);
    expect(changes).toBe(1);
    expect(texts()).toEqual([['Hi', [{ type: 'text', text: 'Hello, world!' }]]]);
  });

  test('ten thousand that arrive within one frame are one change of the store, for one render', async () => {
    const { entries, frame, texts, agent } = await loaded();
    entries(0, prompt('p', 'Hi'), started('a', 'p'));
    frame();
    let changes = 0;
    const views = new Set();
    agent.store.subscribe(() => {
      changes++;
      views.add(agent.thread().view);
    });
    for (let count = 0; count < 10_000; count++) entries(2 + count, said('a', 'x'));
    expect(changes).toBe(0);
    expect(frame()).toBe(1);
    expect([changes, views.size]).toEqual([1, 1]);
    expect(texts()).toEqual([['Hi', [{ type: 'text', text: 'x'.repeat(10_000) }]]]);
    expect(frame()).toBe(0);
  });

  test('entries that the snapshot holds already are not added twice', async () => {
    const { promise, resolve } = later<ThreadSnapshot>();
    const its = world({ thread: () => promise });
    its.agent.connect();
    its.entries(0, prompt('p', 'Hi'), started('a', 'p'), said('a', 'Hello, '));
    its.entries(3, said('a', 'world!'));
    its.frame();
    expect(its.texts()).toEqual([]);
    resolve({ ...emptySnapshot, entries: [prompt('p', 'Hi'), started('a', 'p'), said('a', 'Hello, ')] });
    await expect.poll(its.texts).toEqual([['Hi', [{ type: 'text', text: 'Hello, world!' }]]]);
  });

  test('a gap in the entries is mended from the snapshot', async () => {
    const all = [prompt('p', 'Hi'), started('a', 'p'), said('a', 'Hello')];
    let known: ThreadEntry[] = [];
    const its = await loaded({ thread: async () => ({ ...emptySnapshot, entries: known }) });
    known = all;
    its.entries(2, said('a', 'Hello'));
    its.frame();
    await expect.poll(its.texts).toEqual([['Hi', [{ type: 'text', text: 'Hello' }]]]);
  });

  test('entries of another thread are passed over, also after a new one was begun', async () => {
    const its = await loaded();
    its.entries(0, prompt('p', 'Hi'));
    its.frame();
    its.tell({ type: 'command', command: 'agent.newThread' });
    await expect.poll(() => its.state().threadId).toBe('new');
    expect(its.texts()).toEqual([]);
    its.entries(1, started('a', 'p'));
    its.frame();
    expect(its.texts()).toEqual([]);
  });

  test('a prompt that an earlier run left without an answer is not shown as starting', async () => {
    const its = await loaded({ thread: async () => ({ ...emptySnapshot, entries: [prompt('p', 'Hi')] }) });
    expect(phaseOf(its.state()).type).toBe('unanswered');
    its.entries(1, prompt('q', 'Again'));
    its.frame();
    expect(phaseOf(its.state()).type).toBe('starting');
  });
});

describe('sending', () => {
  test('what is sent leaves the field for what is typed next', async () => {
    const { promise, resolve } = later<Result<null>>();
    const its = await loaded({ send: () => promise });
    its.agent.setDraft('Hi');
    const sent = its.agent.send('Hi');
    expect(its.state()).toMatchObject({ draft: '', sending: [{ id: 'sent-1', text: 'Hi', isGiven: false }] });
    its.agent.setDraft('Hi');
    resolve(ok(null));
    await sent;
    expect(its.state()).toMatchObject({ draft: 'Hi', sending: [] });
  });

  test('two that are sent one after the other are two, before main has the first', async () => {
    const its = await loaded({ send: () => new Promise(() => {}) });
    its.agent.setDraft('Hi');
    void its.agent.send('Hi');
    its.agent.setDraft('Hi');
    void its.agent.send('Hi');
    await Promise.resolve();
    expect(its.state().sending).toMatchObject([{ id: 'sent-1' }, { id: 'sent-2' }]);
    its.entries(0, prompt('sent-2', 'Hi'));
    its.frame();
    expect(its.state().sending).toMatchObject([{ id: 'sent-1', text: 'Hi' }]);
  });

  test('a prompt is known by its id: another one with its words is not taken for it', async () => {
    const its = await loaded({ send: () => new Promise(() => {}) });
    its.agent.setDraft('Hi');
    void its.agent.send('Hi');
    its.entries(0, prompt('p', 'Hi'));
    its.frame();
    expect(its.state().sending).toHaveLength(1);
    its.entries(1, prompt('sent-1', 'Hi'));
    its.frame();
    expect(its.state().sending).toEqual([]);
  });

  test('what cannot be sent comes back before what was typed since', async () => {
    const first = later<Result<null>>();
    const its = await loaded({ send: () => first.promise });
    its.agent.setDraft('one');
    const sent = its.agent.send('one');
    its.agent.setDraft('two');
    first.resolve(fail('network', 'No network.'));
    await sent;
    expect(its.state()).toMatchObject({ draft: 'one\ntwo', sending: [], problem: { code: 'network' } });
  });

  test('a text that could not be sent is back, with the reason', async () => {
    for (const send of [async () => fail('model-missing', 'No model.'), () => Promise.reject(new Error('gone'))]) {
      const its = await loaded({ send });
      its.agent.setDraft('Hi');
      await its.agent.send('Hi');
      expect(its.state()).toMatchObject({ draft: 'Hi', sending: [] });
      expect(its.state().problem?.message).toMatch(/No model\.|gone/);
    }
  });

  test('while an answer runs main queues what is sent; nothing goes without words', async () => {
    const { promise, resolve } = later<Result<null>>();
    const sent: string[] = [];
    const its = await loaded({
      send: (_, { text }) => {
        sent.push(text);
        return promise;
      },
    });
    await its.agent.send(' \n');
    its.entries(0, prompt('p', 'Hi'), started('a', 'p'));
    its.frame();
    its.agent.setDraft('More');
    const first = its.agent.send('More');
    await its.agent.send('');
    await vi.waitFor(() => expect(sent).toEqual(['More']));
    its.entries(2, { kind: 'queue-added', id: 'sent-1', at: 3, text: 'More' });
    its.frame();
    expect(its.state()).toMatchObject({ draft: '', sending: [] });
    expect(its.state().view.queue).toMatchObject([{ id: 'sent-1', text: 'More' }]);
    resolve(ok(null));
    await first;
    await its.agent.stop();
    expect(its.asked).toEqual(['stop t']);
  });
});

describe('a slash command', () => {
  const shout = {
    extensionId: 'toolbox',
    extensionName: 'Toolbox',
    id: 'shout',
    name: 'shout',
    description: '',
    argument: '',
  };

  test('runs with its argument; the field is free for what is typed next', async () => {
    const { promise, resolve } = later<Result<null>>();
    const calls: string[][] = [];
    const its = await loaded({
      runSlashCommand: (...call) => {
        calls.push(call);
        return promise;
      },
    });
    its.agent.setDraft('/shout hi');
    const ran = its.agent.runCommand(shout, 'hi');
    expect(its.state()).toMatchObject({ draft: '', command: { name: '/shout', text: '/shout hi' } });
    expect(isBusy(its.state())).toBe(true);
    // Main queues it.
    await its.agent.send('beside it');
    await its.agent.runCommand(shout, 'twice');
    await its.agent.stop();
    expect(its.asked).toEqual(['send t beside it', 'stop t']);
    resolve(ok(null));
    await ran;
    expect(calls).toEqual([['t', 'toolbox', 'shout', 'hi']]);
    expect(its.state()).toMatchObject({ draft: '', command: null, problem: null });
  });

  test('that fails keeps what was typed and says why; a stopped one says nothing', async () => {
    for (const code of ['extension-failed', 'cancelled'] as const) {
      const its = await loaded({ runSlashCommand: async () => fail(code, 'No.') });
      its.agent.setDraft('/shout hi');
      await its.agent.runCommand(shout, 'hi');
      expect(its.state()).toMatchObject({ draft: '/shout hi', command: null });
      expect(its.state().problem?.code).toBe(code === 'cancelled' ? undefined : code);
    }
  });
});

describe('a call of a tool', () => {
  const use: ThreadEntry = {
    kind: 'answer-tool-use',
    answerId: 'a',
    toolUse: { id: 'c', name: 'x', input: '{}', isInputComplete: true },
  };
  const run = (at: number, state: ToolRunState): ThreadEntry => ({
    kind: 'tool-run',
    answerId: 'a',
    toolUseId: 'c',
    at,
    state,
  });

  test('is asked for, runs, and then the model is waited for', async () => {
    const its = await loaded();
    const phase = (from: number, ...entries: ThreadEntry[]) => {
      its.entries(from, ...entries);
      its.frame();
      return phaseOf(its.state());
    };
    expect(phase(0, prompt('p', 'Hi'), started('a', 'p'), use).type).toBe('streaming');
    expect(phase(3, run(50, { type: 'waiting' }))).toMatchObject({ type: 'asking', since: 50 });
    await its.agent.decideTool('c', 'allow-once');
    expect(its.asked).toEqual(['decide t c allow-once']);
    expect(phase(4, run(60, { type: 'running' }))).toMatchObject({ type: 'tool', since: 60 });
    expect(phase(5, run(70, { type: 'denied' })).type).toBe('streaming');
    expect(phase(6, { kind: 'answer-step', answerId: 'a' }).type).toBe('waiting');
  });
});

describe('retry', () => {
  test('is starting until the next answer begins', async () => {
    const its = await loaded();
    its.entries(0, prompt('p', 'Hi'), started('a', 'p'), ended);
    its.frame();
    expect(phaseOf(its.state()).type).toBe('idle');
    await its.agent.retry();
    expect(its.asked).toEqual(['retry t']);
    expect(phaseOf(its.state()).type).toBe('starting');
    its.entries(3, started('b', 'p'));
    its.frame();
    expect(phaseOf(its.state()).type).toBe('waiting');
  });

  test('that is refused is over', async () => {
    const its = await loaded({ retry: async () => fail('model-missing', 'No model.') });
    its.entries(0, prompt('p', 'Hi'), started('a', 'p'), ended);
    its.frame();
    await its.agent.retry();
    expect(isRunning(phaseOf(its.state()))).toBe(false);
    expect(its.state().problem?.code).toBe('model-missing');
  });
});

describe('what holds an answer up', () => {
  const queued = (position: number): AnswerActivity => ({ type: 'queued', position, since: 1 });
  const context: ContextUse = { tokens: 5, limit: 10, source: 'usage' };

  test('comes with the thread and goes by events; those of another thread are passed over', async () => {
    const its = await loaded({ thread: async () => ({ ...emptySnapshot, activity: queued(2), context }) });
    expect(its.state()).toMatchObject({ activity: queued(2), context });
    its.tell({ type: 'answer-activity', threadId: 'other', activity: null });
    its.tell({ type: 'context-use', threadId: 'other', context: null });
    expect(its.state()).toMatchObject({ activity: queued(2), context });
    its.tell({ type: 'answer-activity', threadId: 't', activity: null });
    its.tell({ type: 'context-use', threadId: 't', context: { ...context, tokens: 6 } });
    expect(its.state()).toMatchObject({ activity: null, context: { tokens: 6 } });
    await its.agent.newThread();
    expect(its.state()).toMatchObject({ activity: null, context: null });
  });

  test('also before the answer: what is mentioned is looked up, which Stop ends', async () => {
    const its = await loaded({ thread: async () => ({ ...emptySnapshot, activity: { type: 'reading', since: 1 } }) });
    expect(isBusy(its.state())).toBe(true);
    its.tell({ type: 'answer-activity', threadId: 't', activity: null });
    expect(isBusy(its.state())).toBe(false);
  });

  test('that ended while the thread was being read does not come back with it', async () => {
    const { promise, resolve } = later<ThreadSnapshot>();
    const its = world({ thread: () => promise });
    its.agent.connect();
    its.tell({ type: 'answer-activity', threadId: 't', activity: queued(2) });
    its.tell({ type: 'answer-activity', threadId: 't', activity: null });
    resolve({ ...emptySnapshot, activity: queued(2) });
    await expect.poll(() => its.state().threadId).toBe('t');
    expect(its.state().activity).toBeNull();
  });

  test('can be cut short', async () => {
    const its = await loaded();
    await its.agent.retryNow();
    expect(its.asked).toEqual(['retry now t']);
  });
});

describe('the model', () => {
  test('is chosen at the first start when one is ready', async () => {
    const its = await loaded({}, null);
    await expect.poll(() => its.state().model).toBe('sample:models/one');
  });

  test('is not chosen for a person who has chosen one, nor when it needs a key', async () => {
    expect((await loaded({}, 'other:models/two')).asked).toEqual([]);
    const its = await loaded({ providers: async () => [{ ...provider, isAuthenticated: false }] }, null);
    expect(its.asked).toEqual([]);
    its.tell({ type: 'providers', providers: [provider] });
    await expect.poll(() => its.state().model).toBe('sample:models/one');
  });

  test('stays what it was when the choice fails', async () => {
    const its = await loaded({ chooseModel: async () => fail('credential-missing', 'No key was given.') });
    expect(await its.agent.chooseModel('other:models/two')).toBe(false);
    expect(its.state()).toMatchObject({ model: 'sample:models/one', choosing: null });
    expect(its.state().problem?.message).toBe('No key was given.');
  });
});
