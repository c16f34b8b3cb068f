import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { AnswerView } from '../../shared/contract/thread-view.ts';
import type { AgentService } from '../agent/agent-service.ts';
import { answers, ended, send, showNew, textOf } from '../agent/agent-setting.fixture.ts';
import { asPrompt } from '../agent/as-prompt.fixture.ts';
import { endOfApp } from '../agent/threads/open-thread.ts';
import { agentsSetting, ask, asked, calls, ref, viewOf } from './agents-setting.fixture.ts';
import { testAgent } from './testing/test-agent.ts';

const setting = agentsSetting();
const { set } = setting;
const stopped = { type: 'stopped-by-person' };
/** Longer than any test takes: what happens before does not wait for it. */
const never = 3_600_000;
const soon = 20;

const withGrace = (graceMs: number) => {
  set.agentServers = { ...set.agentServers, limits: { quietMs: 200, graceMs } };
};
const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const gone = (pid: number) => vi.waitFor(() => expect(runs(pid)).toBe(false), { timeout: 60_000 });
/** The process that answers a thread. */
const pidOf = async (agent: AgentService, count: number) => Number(textOf(await ask(agent, 'pid', count)));
const saidBy = (agent: AgentService, text: string) =>
  vi.waitFor(async () => expect(textOf((await answers(agent)).at(-1))).toBe(text), { timeout: 60_000 });
const notes = (answer: AnswerView | undefined) =>
  (answer?.parts ?? []).flatMap((part) => (part.type === 'agent-note' ? [part.note.title] : []));
const noteIn = (agent: AgentService, place: number) =>
  vi.waitFor(
    async () => {
      const [note] = notes((await answers(agent))[place]);
      if (note === undefined) throw new Error('Nothing is noted.');
      return note;
    },
    { timeout: 60_000 },
  );
const terminals = (answer: AnswerView | undefined) =>
  (answer?.parts ?? []).flatMap((part) => (part.type === 'agent-terminal' ? [part.terminal] : []));

describe('Stop', () => {
  test('ends an answer at once, with what is asked in it, however long the agent goes on', async () => {
    withGrace(never);
    const agent = set.start();
    const id = await send(agent, 'ask Delete all\ndeaf');
    await asked(agent);
    await agent.stop(id);
    const [answer] = await answers(agent);
    expect(answer?.end).toEqual(stopped);
    expect(calls(answer)[0]?.questions).toMatchObject([{ answer: null }]);
    expect((await agent.threads.list())[0]?.state).toBe('idle');
  });

  test('takes a form back', async () => {
    let isAsked = false;
    let isTakenBack = false;
    set.agentServers = {
      ...set.agentServers,
      elicit: (_name, _form, signal) => {
        isAsked = true;
        return new Promise((resolve) =>
          signal.addEventListener('abort', () => {
            isTakenBack = true;
            resolve({ type: 'cancelled' });
          }),
        );
      },
    };
    withGrace(never);
    const agent = set.start();
    const id = await send(agent, 'form');
    await vi.waitFor(() => expect(isAsked).toBe(true), { timeout: 60_000 });
    await agent.stop(id);
    await vi.waitFor(() => expect(isTakenBack).toBe(true));
    await saidBy(agent, 'Form: {"action":"cancel"}');
  });

  test.each([1, 2] as const)(
    'leaves what still comes of the turn in its answer, asks nothing more, and the next prompt waits for its end, in version %i',
    async (protocol) => {
      withGrace(never);
      setting.launch = { ...setting.launch, protocol };
      const agent = set.start();
      const id = await send(agent, 'last-words Delete all');
      await saidBy(agent, 'Working.');
      await agent.stop(id);
      expect(textOf(await ask(agent, 'say next', 2))).toBe('next');
      // In version 2 agents write files themselves.
      const isWritten = protocol === 1 ? 'not written' : 'written';
      const { turns, unprompted } = await viewOf(agent);
      expect(turns[0]?.answers.map(textOf)).toEqual([`Working. Stopping. Last: cancelled, ${isWritten}.`]);
      expect(turns[0]?.answers[0]?.end).toEqual(stopped);
      expect(unprompted).toEqual([]);
      expect(setting.started).toHaveLength(1);
    },
  );

  test('lets nothing of the turn that comes after its end into the next answer, and asks nothing of it', async () => {
    const code = `
      const line = (message) => JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n';
      const text = (text) => line({ method: 'session/update', params: { sessionId: 's', update: {
        sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } } } });
      const asks = line({ id: 'late', method: 'session/request_permission', params: { sessionId: 's',
        toolCall: { toolCallId: 'late', title: 'Late' }, options: [{ optionId: 'yes', name: 'Yes', kind: 'allow_once' }] } });
      let prompt;
      require('node:readline').createInterface({ input: process.stdin }).on('line', (read) => {
        const { id, method } = JSON.parse(read);
        const answer = (result) => line({ id, result });
        if (method === 'initialize') process.stdout.write(answer({ protocolVersion: 1 }));
        else if (method === 'session/new') process.stdout.write(answer({ sessionId: 's' }));
        else if (method === 'session/cancel') {
          process.stdout.write(line({ id: prompt, result: { stopReason: 'cancelled' } }) + text('late') + asks);
        } else if (method === 'session/prompt' && prompt === undefined) {
          prompt = id;
          process.stdout.write(text('first'));
        } else if (method === 'session/prompt') process.stdout.write(text('second') + answer({ stopReason: 'end_turn' }));
      });`;
    setting.launch = { ...setting.launch, command: process.execPath, args: ['-e', code] };
    const agent = set.start();
    const id = await send(agent, 'one');
    await saidBy(agent, 'first');
    await agent.stop(id);
    const next = await ask(agent, 'two', 2);
    expect([textOf(next), calls(next)]).toEqual(['second', []]);
  });

  test('ends an agent that goes on, and says so; the next prompt starts it again, with its session', async () => {
    withGrace(soon);
    const agent = set.start();
    const pid = await pidOf(agent, 1);
    const id = await send(agent, `say working\ndeaf ${never}`);
    await saidBy(agent, 'working');
    await agent.stop(id);
    const next = ask(agent, 'say again', 3);
    await gone(pid);
    expect(await noteIn(agent, 1)).toBe('Test Agent did not stop, and was ended.');
    expect(textOf(await next)).toBe('again');
    expect(setting.started).toHaveLength(2);
    const { entries } = await agent.thread();
    expect(entries.filter(({ kind }) => kind === 'agent-session')).toHaveLength(1);
  });

  test('does not end what the same process does for other threads: it ends after that', async () => {
    withGrace(soon);
    const agent = set.start();
    const pid = await pidOf(agent, 1);
    const first = await send(agent, 'ask Something');
    const question = await asked(agent);
    const { id: second } = await showNew(agent);
    expect(await pidOf(agent, 1)).toBe(pid);
    await send(agent, `say working\ndeaf ${never}`);
    await saidBy(agent, 'working');
    await agent.stop(second);
    expect(await noteIn(agent, 1)).toBe('Test Agent did not stop, and is ended once it has answered other threads.');
    const other = await pidOf(agent, 3);
    expect(runs(pid)).toBe(true);
    expect(await agent.agents.answerQuestion(first, question, 'once')).toMatchObject({ ok: true });
    await gone(pid);
    expect(await agent.threads.open(first)).toMatchObject({ ok: true });
    await saidBy(agent, 'Answer: once.');
    expect(await pidOf(agent, 3)).toBe(other);
    expect(setting.started).toHaveLength(2);
  });

  test('ends the commands of the turn, also when the agent leaves them, and not those of turns before', async () => {
    // However slow the computer is, the agent ends the turn in time and is not ended itself.
    withGrace(never);
    const agent = set.start();
    const both = async () => (await answers(agent)).flatMap(terminals);
    await ask(agent, 'start echo first; sleep 3600');
    await vi.waitFor(async () => expect(await both()).toMatchObject([{ output: 'first\n' }]), { timeout: 60_000 });
    const id = await send(agent, 'start echo second; sleep 3600\nhang');
    const second = async () => (await both()).find(({ command }) => command?.includes('second'));
    await vi.waitFor(async () => expect((await second())?.output).toBe('second\n'), { timeout: 60_000 });
    await agent.stop(id);
    await vi.waitFor(async () => expect((await second())?.exit).toBeDefined(), { timeout: 60_000 });
    expect((await both()).find(({ command }) => command?.includes('first'))?.exit).toBeUndefined();
    expect(textOf(await ask(agent, 'say again', 3))).toBe('again');
    expect(setting.started).toHaveLength(1);
  });

  test.each([1, 2] as const)('ends what an agent does of itself, in version %i', async (protocol) => {
    withGrace(never);
    setting.launch = { ...setting.launch, protocol };
    const agent = set.start();
    const { id } = await agent.thread();
    await ask(agent, 'say first\nalone Delete all');
    const unprompted = async () => (await viewOf(agent)).unprompted;
    await vi.waitFor(async () => expect(calls((await unprompted())[0])[0]?.questions).toHaveLength(1), {
      timeout: 60_000,
    });
    await agent.stop(id);
    const [answer] = await unprompted();
    expect(answer?.end).toEqual(stopped);
    expect(calls(answer)[0]?.questions).toMatchObject([{ answer: null }]);
    await vi.waitFor(async () => expect((await unprompted()).map(textOf)).toEqual(['Alone: cancelled.']), {
      timeout: 60_000,
    });
    expect(textOf(await ask(agent, 'say next', 2))).toBe('next');
  });
});

describe('an agent that is gone', () => {
  test('in mid-turn is named with the reason, what it said is kept, and Retry goes on with its session', async () => {
    const agent = set.start();
    await ask(agent, 'say remember me');
    const { id } = await agent.thread();
    const chosen = async () => (await agent.agents.session(id))?.options.find(({ name }) => name === 'Brave')?.value;
    expect(await agent.agents.setOption(id, 'brave', true)).toMatchObject({ ok: true });
    const crashed = await ask(agent, 'say half\ncrash', 2);
    expect(textOf(crashed)).toBe('half');
    expect(crashed?.end).toMatchObject({
      type: 'failed',
      failure: { code: 'agent-gone', message: expect.stringContaining('Test Agent'), detail: 'It broke.' },
    });
    expect(await agent.agents.session((await agent.thread()).id)).toMatchObject({ phase: 'ended' });
    await agent.retry((await agent.thread()).id);
    expect((await ended(agent, 3)).at(-1)?.end).toMatchObject({ type: 'failed' });
    expect(textOf(await ask(agent, 'say again', 4))).toBe('again');
    expect(await chosen()).toBe(true);
    expect(setting.started).toHaveLength(3);
    const sessions = (await agent.thread()).entries.filter(({ kind }) => kind === 'agent-session');
    expect(sessions).toHaveLength(1);
  });

  test('between two prompts is started again for the second, even before all that it started is ended', async () => {
    const agent = set.start();
    // It keeps the group of the agent from being over.
    const pid = Number(textOf(await ask(agent, `fork trap "" TERM; sleep 60\npid`)));
    process.kill(pid, 'SIGKILL');
    await gone(pid);
    expect(textOf(await ask(agent, 'say again', 2))).toBe('again');
    expect(setting.started).toHaveLength(2);
  });

  test('while its session is opened is said, and Retry starts another', async () => {
    setting.launch = { ...setting.launch, args: [...setting.launch.args, '--crash-once', join(set.folder, 'crashed')] };
    const agent = set.start();
    expect((await ask(agent, 'say hello'))?.end).toMatchObject({
      type: 'failed',
      failure: { code: 'agent-gone', message: expect.stringContaining('Test Agent') },
    });
    await agent.retry((await agent.thread()).id);
    expect(textOf((await ended(agent, 2)).at(-1))).toBe('hello');
  });

  test('with the app leaves what it said, and how that ended; Retry goes on with its session', async () => {
    const first = set.start();
    const pid = await pidOf(first, 1);
    await send(first, 'say half\nhang');
    await saidBy(first, 'half');
    await first.close();
    expect(runs(pid)).toBe(false);
    const agent = set.start();
    const half = (await answers(agent)).at(-1);
    expect([textOf(half), half?.end]).toEqual(['half', endOfApp]);
    expect(textOf(await ask(agent, 'say again', 3))).toBe('again');
    expect(Object.keys((await viewOf(agent)).agentSessions)).toEqual([ref]);
  });
});

describe('a thread that is deleted', () => {
  test('in mid-turn has what was said when it is restored, and leaves no process that nobody uses', async () => {
    set.agentServers = { ...set.agentServers, limits: { quietMs: 200, graceMs: never, unusedMs: soon } };
    const agent = set.start();
    const pid = await pidOf(agent, 1);
    const id = await send(agent, 'say half\nhang');
    await saidBy(agent, 'half');
    expect(await agent.threads.remove(id)).toMatchObject({ ok: true });
    await gone(pid);
    expect(await agent.threads.restore(id)).toMatchObject({ ok: true });
    expect(await agent.threads.open(id)).toMatchObject({ ok: true });
    const half = (await answers(agent)).at(-1);
    expect([textOf(half), half?.end]).toEqual(['half', stopped]);
    expect(await agent.send(id, asPrompt('say again'))).toMatchObject({ ok: true });
    expect(textOf((await ended(agent, 3)).at(-1))).toBe('again');
  });

  test.each([1, 2] as const)(
    'goes on with its session when it is restored, also of an agent of version %i that keeps none it has closed',
    async (protocol) => {
      setting.launch = testAgent(protocol);
      set.agentServers = { ...set.agentServers, limits: { quietMs: 200, graceMs: never, undoMs: never } };
      const agent = set.start();
      await ask(agent, 'say first');
      const id = await send(agent, 'say half\nhang');
      await saidBy(agent, 'half');
      await agent.threads.remove(id);
      await agent.threads.restore(id);
      await agent.threads.open(id);
      expect(await agent.send(id, asPrompt('say again'))).toMatchObject({ ok: true });
      expect(textOf((await ended(agent, 3)).at(-1))).toBe('again');
    },
  );

  test('has its session closed once it was not restored for a while', async () => {
    setting.launch = testAgent(1);
    set.agentServers = { ...set.agentServers, limits: { quietMs: 200, graceMs: never, undoMs: soon } };
    const agent = set.start();
    await ask(agent, 'say first');
    const { id } = await agent.thread();
    await showNew(agent);
    /** How many sessions the agent has. */
    const open = async () => Number(textOf(await ask(agent, 'open')));
    expect(await open()).toBe(2);
    await agent.threads.remove(id);
    await vi.waitFor(async () => expect(await open()).toBe(1), { timeout: 60_000 });
    await agent.threads.restore(id);
    await agent.threads.open(id);
    // The process stays for the other thread, and knows no such session any more.
    expect(await agent.agents.prepare(id)).toMatchObject({ failure: { code: 'agent-session-gone' } });
  });

  test('while its agent starts leaves no process either', async () => {
    const { connect } = set.agentServers;
    let isOver = () => false;
    const connecting = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    set.agentServers = {
      ...set.agentServers,
      limits: { quietMs: 200, graceMs: never, unusedMs: soon },
      async connect(...wanted) {
        connecting.resolve();
        await goOn.promise;
        const connection = await connect(...wanted);
        isOver = connection.isOver;
        return connection;
      },
    };
    const agent = set.start();
    const id = await send(agent, 'say hello');
    await connecting.promise;
    const removed = agent.threads.remove(id);
    goOn.resolve();
    expect(await removed).toMatchObject({ ok: true });
    await vi.waitFor(() => expect(isOver()).toBe(true), { timeout: 60_000 });
  });
});
