import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AgentUpdate } from '../../../shared/contract/agent-servers/agent-update.ts';
import { patientLimits, recordingClient } from '../testing/recording-client.fixture.ts';
import { testAgent } from '../testing/test-agent.ts';
import type { AgentConnection } from './agent-connection.ts';
import { connectAgent } from './connect-agent.ts';

const forever = new AbortController().signal;
const connectOptions = { version: '0.0.0', limits: patientLimits, scrub: (text: string) => text };

describe.each([1, 2] as const)('in version %i', (version) => {
  let folder: string;
  let connection: AgentConnection;
  let recorded: ReturnType<typeof recordingClient>;
  let id: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(realpathSync(tmpdir()), 'outrigger-agent-'));
    recorded = recordingClient();
    connection = await connect(recorded);
  }, 60_000);
  afterAll(async () => {
    await connection.close();
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(async () => {
    id = (await connection.newSession(folder, forever)).id;
    recorded.updates.length = 0;
    recorded.asked.length = 0;
    recorded.lines.length = 0;
    recorded.answers.ask = async () => 'once';
  });

  /** One that has it alone: a test that is skipped counts as failed. */
  const inVersion = (own: 1 | 2) => (name: string, run: () => Promise<void>) => {
    if (version === own) test(name, run);
  };

  function connect({ client }: ReturnType<typeof recordingClient>, ...args: string[]) {
    const launch = testAgent(version, '--sessions', join(folder, 'sessions'), ...args);
    return connectAgent(launch, client, { ...connectOptions, folder }, forever);
  }
  const prompt = (...lines: string[]) =>
    connection.prompt(id, [{ type: 'text', text: lines.join('\n') }], forever).then(({ end }) => end);
  const updates = <T extends AgentUpdate['type']>(type: T) =>
    recorded.updates.flatMap(({ sessionId, update }) =>
      sessionId === id && update.type === type ? [update as Extract<AgentUpdate, { type: T }>] : [],
    );
  const done = { type: 'stop', reason: 'end-turn' };
  const stopped = { type: 'stopped-by-person' };

  test('what it tells becomes updates, in the order in which it came', async () => {
    const end = await prompt(
      'think Hm.',
      'plan look | change | test',
      'say Well then',
      'call search Look for it',
      'usage 12 100',
      'title A short one',
      'notice Mind the gap',
      'stop max_tokens',
    );
    expect(end).toEqual({ type: 'stop', reason: 'max-tokens' });
    const [thought, plan, well, then] = recorded.updates.map(({ update }) => update);
    expect(thought).toMatchObject({ type: 'message', by: 'thought', text: 'Hm.', isWhole: false });
    expect(plan).toEqual({
      type: 'plan',
      plan: {
        id: 'plan',
        entries: [
          { content: 'look', priority: 'medium', state: 'completed' },
          { content: 'change', priority: 'medium', state: 'in_progress' },
          { content: 'test', priority: 'medium', state: 'pending' },
        ],
      },
    });
    expect([well, then]).toMatchObject([{ text: 'Well ' }, { text: 'then' }]);
    const calls = updates('call').map(({ call }) => call);
    expect(new Set(calls.map((call) => call.id)).size).toBe(1);
    expect(calls).toMatchObject([
      { title: 'Look for it', kind: 'search', state: 'pending', input: '{\n  "wanted": "search Look for it"\n}' },
      { state: 'in_progress' },
      { state: 'completed', content: [{ type: 'text', text: 'Done.' }] },
    ]);
    expect(updates('usage')).toEqual([
      { type: 'usage', usage: { used: 12, size: 100, cost: { amount: 0.05, currency: 'USD' } } },
    ]);
    expect(updates('title')).toEqual([{ type: 'title', title: 'A short one' }]);
    expect(updates('note')).toMatchObject([{ note: { severity: 'warning', title: 'Mind the gap' } }]);
  });

  test('all parts of a prompt reach it, in the words of the protocol', async () => {
    const uri = 'file:///project/a.ts#L3';
    const blocks = [
      { type: 'text', text: 'given' },
      { type: 'image', mediaType: 'image/png', data: 'AAAA' },
      { type: 'link', uri, name: 'a.ts' },
      { type: 'resource', uri, text: 'content' },
    ] as const;
    await connection.prompt(id, blocks, forever);
    const given: unknown = JSON.parse(recorded.said());
    expect(given).toEqual([
      { type: 'text', text: 'given' },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource_link', uri, name: 'a.ts' },
      { type: 'resource', resource: { uri, text: 'content' } },
    ]);
  });

  test('a permission is answered by the agent’s own option, of a call that is told of before', async () => {
    recorded.answers.ask = async (question) => {
      expect(updates('call').map(({ call }) => call.title)).toEqual(['Do it?']);
      return question.options[2]?.id ?? null;
    };
    await prompt('ask Do it?');
    const [asked] = recorded.asked;
    expect(asked?.callId).toBe(updates('call')[0]?.call.id);
    expect(asked?.question.options).toEqual([
      { id: 'once', name: 'Allow', kind: 'allow_once' },
      { id: 'always-here', name: 'Always in this folder', kind: 'allow_always' },
      { id: 'always', name: 'Always', kind: 'allow_always' },
      { id: 'no', name: 'Reject', kind: 'reject_once' },
    ]);
    expect(recorded.said()).toBe('Answer: always.');
    // An option that was not offered answers nothing.
    recorded.answers.ask = async () => 'forged';
    await prompt('ask And this?');
    expect(recorded.said()).toContain('Answer: cancelled.');
  });

  test('Stop ends a turn that waits for a person, and one that calls its end a usual one', async () => {
    const isAsked = Promise.withResolvers<void>();
    const isAborted = Promise.withResolvers<void>();
    recorded.answers.ask = (_, signal) => {
      isAsked.resolve();
      signal.addEventListener('abort', () => isAborted.resolve());
      return new Promise(() => {});
    };
    const waiting = prompt('ask Do it?');
    await isAsked.promise;
    connection.cancel(id);
    expect(await waiting).toEqual(stopped);
    await isAborted.promise;

    const deaf = prompt('say I', 'deaf 20');
    await expect.poll(() => recorded.said()).toBe('I');
    connection.cancel(id);
    expect(await deaf).toEqual(stopped);
  });

  test('a second prompt waits for the first, even if nobody waits for that one', async () => {
    const impatient = new AbortController();
    const answer = Promise.withResolvers<string>();
    recorded.answers.ask = () => answer.promise;
    const first = connection.prompt(id, [{ type: 'text', text: 'ask Go on?' }], impatient.signal);
    const second = prompt('say Next');
    await expect.poll(() => recorded.asked.length).toBe(1);
    impatient.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
    answer.resolve('once');
    await second;
    expect(recorded.said()).toBe('Answer: once.Next');
  });

  test('what goes wrong is told in its own words', async () => {
    const failed = version === 1 ? prompt('error No disk').catch((error) => error.failure) : undefined;
    const failure = failed ? await failed : ((await prompt('error No disk')) as { failure: object }).failure;
    expect(failure).toMatchObject({ code: 'agent-failed', message: expect.stringContaining('No disk') });
    expect(await prompt('stop refusal')).toEqual({ type: 'stop', reason: 'refusal' });
    expect(await prompt('stop max_turn_requests')).toMatchObject({ type: 'failed', failure: { code: 'agent-failed' } });
    // The next prompt is answered as ever.
    expect(await prompt('say Fine')).toEqual(done);
  });

  test('updates that nobody understands cost none that are right', async () => {
    expect(await prompt('stray An old log line', 'broken')).toEqual(done);
    expect(updates('call').at(-1)?.call).toEqual({
      id: 'bent',
      kind: 'other',
      isPartly: true,
      content: [{ type: 'text', text: 'kept' }],
    });
    expect(recorded.said()).toBe('Still here.');
    expect(recorded.lines).toEqual([
      'An old log line',
      '{"broken":',
      '[1, 2]',
      'It told of a session that is not open: nobody.',
    ]);
  });

  test('what no prompt asked for is told when it comes', async () => {
    expect(await prompt('say Started', 'later 50 By the way')).toEqual(done);
    await expect.poll(() => recorded.said()).toBe('StartedBy the way');
    const states = updates('state').map(({ isRunning }) => isRunning);
    if (version === 2)
      await expect.poll(() => updates('state').map(({ isRunning }) => isRunning)).toEqual([true, false]);
    else expect(states).toEqual([]);
    // Work of its own is no answer to the prompt that comes meanwhile.
    await prompt('later 0 first', 'wait 20');
    expect(await prompt('say last')).toEqual(done);
    expect(recorded.said().endsWith('last')).toBe(true);
  });

  test('options are set, whatever they are called on the wire', async () => {
    const [mode, brave] = (await connection.newSession(folder, forever)).options;
    await connection.setOption(id, mode?.id ?? '', 'quick');
    await connection.setOption(id, brave?.id ?? '', true);
    expect(
      updates('options')
        .at(-1)
        ?.options.map(({ value }) => value),
    ).toEqual(['quick', true]);
    await expect(connection.setOption(id, 'no-such', 'x')).resolves.toBeUndefined();
  });

  test('a form is asked, and its values are given back', async () => {
    recorded.answers.elicit = async () => ({ type: 'accepted', values: { name: 'Ada', sizes: ['small'] } });
    await prompt('form');
    const answer: unknown = JSON.parse(recorded.said().replace('Form: ', ''));
    expect(answer).toEqual({ action: 'accept', content: { name: 'Ada', sizes: ['small'] } });
  });

  test('sessions are listed, resumed, and loaded with their history before the answer', async () => {
    await prompt('say A thing to remember');
    const other = recordingClient();
    const later = await connect(other);
    try {
      const { sessions } = await later.listSessions(folder, null, forever);
      expect(sessions).toContainEqual({ id, title: 'say A thing to remember', at: expect.any(Number) });
      const loaded = await later.loadSession(id, folder, forever);
      expect(loaded.replayed.map((one) => (one.type === 'message' ? [one.by, one.text] : one.type))).toEqual([
        ['person', 'say A thing to remember'],
        ['agent', 'A thing to remember'],
      ]);
      expect(loaded.commands.map(({ name }) => name)).toEqual(['review']);
      expect(other.updates).toEqual([]);
      const resumed = await later.resumeSession(id, folder, forever);
      expect(resumed.replayed).toEqual([]);
      await expect(later.loadSession('unknown', folder, forever)).rejects.toMatchObject({ code: 'agent-failed' });
      await later.closeSession(id);
      await expect(later.prompt(id, [], forever)).rejects.toMatchObject({ code: 'agent-failed' });
    } finally {
      await later.close();
    }
  });

  inVersion(1)('a history that is told after the answer is one, and no news', async () => {
    await prompt('say A thing to remember');
    const other = recordingClient();
    const later = await connect(other, '--late-history');
    try {
      const { replayed } = await later.loadSession(id, folder, forever);
      expect(replayed.map((one) => (one.type === 'message' ? [one.by, one.text] : one.type))).toEqual([
        ['person', 'say A thing to remember'],
        ['agent', 'A thing to remember'],
      ]);
      expect(other.updates).toEqual([]);
    } finally {
      await later.close();
    }
  });

  inVersion(1)('files and terminals are the app’s', async () => {
    recorded.files.set(join(folder, 'a.txt'), 'unsaved\n');
    await prompt('read a.txt', 'edit a.txt better', 'run echo hi');
    expect(recorded.said()).toBe('Read: unsaved\nRan: ran (0)');
    expect(recorded.files.get(join(folder, 'a.txt'))).toBe('better\n');
    expect(recorded.ran).toMatchObject([{ command: 'sh', args: ['-c', 'echo hi'] }]);
    expect(updates('call').find(({ call }) => call.content?.[0]?.type === 'diff')?.call.content).toEqual([
      {
        type: 'diff',
        change: {
          kind: 'edit',
          path: 'a.txt',
          patch: '@@ -1,1 +1,1 @@\n-unsaved\n+better\n',
          isCut: false,
          added: 1,
          removed: 1,
        },
      },
    ]);
    // What it asks for in vain, it is told.
    await expect(prompt('read missing.txt')).rejects.toMatchObject({ code: 'agent-failed' });
  });

  inVersion(2)('terminals of its own are shown, of letters that come in pieces', async () => {
    await prompt('run printf "\\033[31mgrün\\033[0m"; exit 4', 'edit b.txt new');
    const terminals = updates('terminal').map(({ terminal }) => terminal);
    expect(terminals.map(({ added }) => added ?? '').join('')).toBe('grün');
    expect(terminals.at(-1)?.exit).toEqual({ code: 4 });
    expect(updates('call').find(({ call }) => call.content?.[0]?.type === 'diff')?.call.content).toEqual([
      {
        type: 'diff',
        change: { kind: 'create', path: 'b.txt', patch: '@@ -0,0 +1,1 @@\n+new\n', isCut: false, added: 1, removed: 0 },
      },
    ]);
  });

  test('a sign-in is asked for, and is enough', async () => {
    const other = recordingClient();
    const signedOut = await connect(other, '--signed-out');
    try {
      expect(signedOut.signIn).toMatchObject([
        { id: 'browser', type: 'agent' },
        {
          id: 'terminal',
          type: 'terminal',
          command: expect.stringMatching(/^BIRD_HOME=nest MODE='sign in' .* --login$/),
        },
      ]);
      await expect(signedOut.newSession(folder, forever)).rejects.toMatchObject({ code: 'agent-signed-out' });
      await signedOut.authenticate('browser', forever);
      const session = await signedOut.newSession(folder, forever);
      await signedOut.logout();
      await expect(signedOut.newSession(folder, forever)).rejects.toMatchObject({ code: 'agent-signed-out' });
      if (version === 1) {
        const asked = signedOut.prompt(session.id, [{ type: 'text', text: 'sign-in' }], forever);
        await expect(asked).rejects.toMatchObject({ code: 'agent-signed-out' });
      }
    } finally {
      await signedOut.close();
    }
    await after(0);
    expect(other.failures).toMatchObject([{ code: 'agent-gone' }]);
  });
});
