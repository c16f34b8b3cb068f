import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { imageIdsIn } from '../../shared/content/agent-images.ts';
import { ok } from '../../shared/contract/errors.ts';
import type { FollowedEvents } from '../../shared/contract/extension-api/extension-events.ts';
import { answers, ended, send, textOf } from '../agent/agent-setting.fixture.ts';
import { asPrompt } from '../agent/as-prompt.fixture.ts';
import { eventsOf, says, type Told } from '../agent/events/hearing.fixture.ts';
import { treeOf } from '../changes/changes-world.fixture.ts';
import { agentsSetting, ask, asked, calls, ref, viewOf } from './agents-setting.fixture.ts';

const setting = agentsSetting();
const { set } = setting;
const session = () =>
  set.events.flatMap((event) => (event.type === 'agent-session' ? [event.session] : [])).at(-1) ?? null;

test.each([1, 2] as const)(
  'a prompt is answered by the agent, in version %i, with all that it does by its ids',
  async (protocol) => {
    setting.launch = { ...setting.launch, protocol };
    const agent = set.start();
    const answer = await ask(
      agent,
      'think Hm.\nsay One two\nplan a | b\ncall search Look\nnotice Mind\nusage 5 100\ntitle Named',
    );
    expect(answer).toMatchObject({ model: ref, modelName: 'Test Agent', end: { type: 'stop', reason: 'end-turn' } });
    expect(answer?.parts.map(({ type }) => type)).toEqual([
      'thinking',
      'text',
      'agent-plan',
      'agent-call',
      'agent-note',
    ]);
    expect(textOf(answer)).toBe('One two');
    expect(calls(answer)[0]).toMatchObject({ title: 'Look', kind: 'search', state: 'completed' });
    expect(await viewOf(agent)).toMatchObject({ title: { text: 'Named', by: 'model' } });
    expect((await agent.thread()).context).toEqual({ tokens: 5, limit: 100, source: 'usage' });
    expect(session()).toMatchObject({
      agent: ref,
      phase: 'ready',
      commands: [{ name: 'review' }],
      options: [{ name: 'Mode' }, { name: 'Brave' }],
      usage: { used: 5, size: 100, cost: { amount: 0.05, currency: 'USD' } },
    });
  },
);

test.each([1, 2] as const)(
  'images and mentions go along, and images are refused for an agent that takes none, in version %i',
  async (protocol) => {
    setting.launch = { ...setting.launch, protocol };
    set.mentioned = [{ kind: 'file', label: 'notes.txt', href: 'notes.txt', text: 'old' }];
    const image = { mediaType: 'image/png' as const, data: 'AAAA', width: 1, height: 1 };
    const agent = set.start();
    const { id } = await agent.thread();
    const given = async (count: number) => {
      expect(await agent.send(id, asPrompt('given', [image]))).toEqual(ok(null));
      return (await ended(agent, count)).at(-1);
    };
    const taken = textOf(await given(1));
    for (const part of ['"mimeType":"image/png"', '/notes.txt"', '"text":"old"']) expect(taken).toContain(part);
    // The next prompt starts it anew.
    setting.launch = { ...setting.launch, args: [...setting.launch.args, '--words-alone'] };
    const failure = { code: 'invalid-request', message: expect.stringContaining('Test Agent does not accept images.') };
    expect(await given(2)).toMatchObject({ parts: [], end: { type: 'failed', failure } });
  },
);

test.each([1, 2] as const)(
  'its images are in the thread once, also after a restart, in version %i',
  async (protocol) => {
    setting.launch = { ...setting.launch, protocol };
    const first = set.start();
    const answer = await ask(first, 'images');
    const imagesIn = async (agent: typeof first) =>
      (await agent.thread()).entries.flatMap((entry) => (entry.kind === 'answer-agent-image' ? [entry.image] : []));
    const images = await imagesIn(first);
    // The chart is in a message and twice in a call.
    expect(images.map(({ width, height }) => [width, height])).toEqual([
      [480, 240],
      [64, 48],
      [320, 90],
    ]);
    expect(imageIdsIn(textOf(answer))).toEqual(images.map((image) => image.id));
    expect(calls(answer)[0]?.content).toMatchObject([{ type: 'image', imageId: images[0]?.id }]);
    await first.close();
    expect(await imagesIn(set.start())).toEqual(images);
  },
);

test('a change is asked for, written through review, and can be taken back', async () => {
  const agent = set.start();
  const id = await send(agent, 'edit notes.txt new');
  const question = await asked(agent);
  expect(question.options.map(({ name }) => name)).toEqual(['Allow', 'Always in this folder', 'Always', 'Reject']);
  await vi.waitFor(async () => expect((await agent.threads.list())[0]?.state).toBe('asking'));
  expect(await agent.agents.answerQuestion(id, question, 'nothing of this')).toMatchObject({ ok: false });
  expect(await agent.agents.answerQuestion(id, question, 'once')).toEqual(ok(null));
  const [answer] = await ended(agent);
  expect(calls(answer)[0]).toMatchObject({ state: 'completed', questions: [{ answer: 'once' }] });
  expect(await setting.world.text('notes.txt')).toBe('new\n');
  const promptId = (await viewOf(agent)).turns[0]?.promptId ?? '';
  const { files } = await setting.world.service.review.review(id);
  expect(files.map(({ path }) => path)).toEqual([setting.world.path('notes.txt')]);
  expect(await setting.world.service.review.restore(id, promptId, false)).toMatchObject({ ok: true });
  expect(await setting.world.text('notes.txt')).toBe('old\n');
});

test('what an agent writes to the disk itself is of its turn, too', async () => {
  const agent = set.start();
  await ask(agent, 'disk notes.txt secretly');
  const id = (await agent.thread()).id;
  await vi.waitFor(async () => {
    const { files } = await setting.world.service.review.review(id);
    expect(files.map(({ path }) => path)).toEqual([setting.world.path('notes.txt')]);
  });
});

test('an agent reads text that is not saved, and of a file that is not there nothing; no other folder', async () => {
  await setting.world.open('notes.txt', 'unsaved');
  const agent = set.start();
  expect(textOf(await ask(agent, 'read notes.txt'))).toBe('Read: unsaved');
  expect(textOf(await ask(agent, 'read missing.txt', 2))).toBe('Read: ');
  expect(await ask(agent, 'read ../user', 3)).toMatchObject({ end: { type: 'failed' } });
});

test.each([1, 2] as const)(
  'what it says right after its turn is an answer that nobody asked for, in version %i',
  async (protocol) => {
    setting.launch = { ...setting.launch, protocol };
    const agent = set.start();
    await ask(agent, 'say first\nlater 1 I have news');
    const [own] = await vi.waitFor(
      async () => {
        const { unprompted } = await viewOf(agent);
        expect(unprompted).toMatchObject([{ end: { type: 'stop' } }]);
        return unprompted;
      },
      { timeout: 60_000 },
    );
    expect(textOf(own)).toBe('I have news');
    expect(own).toMatchObject({ afterPromptId: (await viewOf(agent)).turns[0]?.promptId, modelName: 'Test Agent' });
    expect(textOf((await answers(agent))[0])).toBe('first');
  },
);

/** From now on. @returns waits until looks at the folder that were begun by then are taken, and those that were ended are recorded */
function looks(): () => Promise<unknown> {
  const { service } = setting.world;
  const begun: Promise<unknown>[] = [];
  const changes: typeof service = {
    ...service,
    beforeCommand(...of) {
      const noted = service.beforeCommand(...of);
      begun.push(noted);
      return noted;
    },
  };
  set.agentServers = { ...set.agentServers, changes };
  return () => Promise.all([...begun, service.forget('nobody')]);
}

test('what it changes after its turn counts for the prompt before', async () => {
  setting.launch = { ...setting.launch, protocol: 2 };
  const looked = looks();
  const agent = set.start();
  const [first, second] = [join(set.folder, 'first'), join(set.folder, 'second')];
  await ask(agent, `say first\nlater-disk ${first} ${second} notes.txt late`);
  await looked();
  await writeFile(first, '');
  await vi.waitFor(async () => expect((await viewOf(agent)).unprompted).toHaveLength(1), { timeout: 60_000 });
  await looked();
  await writeFile(second, '');
  await vi.waitFor(async () => expect((await viewOf(agent)).unprompted).toMatchObject([{ end: { type: 'stop' } }]), {
    timeout: 60_000,
  });
  const { id } = await agent.thread();
  const promptId = (await viewOf(agent)).turns[0]?.promptId ?? '';
  await vi.waitFor(async () => expect((await setting.world.service.review.review(id)).files).toHaveLength(1), {
    timeout: 60_000,
  });
  expect(await setting.world.service.review.restore(id, promptId, false)).toMatchObject({ ok: true });
  expect(await setting.world.text('notes.txt')).toBe('old\n');
});

test.each([1, 2] as const)(
  'what a call does that goes on after its turn is looked at from its next word on (version %i)',
  async (version) => {
    const looked = looks();
    setting.launch = { ...setting.launch, protocol: version };
    const agent = set.start();
    const [first, second] = [join(set.folder, 'first'), join(set.folder, 'second')];
    await ask(agent, `later-call ${first} ${second} notes.txt late`);
    await looked();
    await writeFile(first, '');
    const call = async () => calls((await answers(agent)).at(-1)).at(-1);
    await vi.waitFor(async () => expect((await call())?.content).toHaveLength(1), { timeout: 60_000 });
    await looked();
    // However long it says nothing more.
    await new Promise((resolve) => setTimeout(resolve, 600));
    await writeFile(second, '');
    await vi.waitFor(async () => expect((await call())?.state).toBe('completed'), { timeout: 60_000 });
    const { id } = await agent.thread();
    await vi.waitFor(async () => expect((await setting.world.service.review.review(id)).files).toHaveLength(1), {
      timeout: 20_000,
    });
    // It is said in its own turn.
    expect((await viewOf(agent)).unprompted).toEqual([]);
    expect(
      await setting.world.service.review.restore(id, (await viewOf(agent)).turns[0]?.promptId ?? '', false),
    ).toMatchObject({ ok: true });
    expect(await setting.world.text('notes.txt')).toBe('old\n');
  },
);

test('what is sent meanwhile waits, and another version of a prompt is asked as a further one', async () => {
  const agent = set.start();
  const id = await send(agent, `until ${join(set.folder, 'go on')}\nsay one`);
  await send(agent, 'say two');
  expect((await viewOf(agent)).queue).toHaveLength(1);
  await writeFile(join(set.folder, 'go on'), '');
  expect((await ended(agent, 2)).map(textOf)).toEqual(['one', 'two']);
  const [first] = (await viewOf(agent)).turns;
  const edited = asPrompt('say three');
  expect(await agent.send(id, { ...edited, replaces: first?.promptId ?? '' })).toEqual(ok(null));
  expect((await ended(agent, 1)).map(textOf)).toEqual(['three']);
  expect((await viewOf(agent)).branches).toHaveLength(2);
});

test('an extension may have a prompt otherwise, and hears what the agent says', async () => {
  const heard: string[] = [];
  const hearing = {
    id: 'e',
    names: ['input', 'agent_end'] as const,
    ask: () => says({ text: 'say changed' }),
    tell: (told: Told) => {
      heard.push(told.id);
      return null;
    },
  };
  set.threadEvents = eventsOf([hearing]).events;
  const agent = set.start();
  expect(textOf(await ask(agent, 'say mine'))).toBe('changed');
  await vi.waitFor(() => expect(heard).toEqual(['agent_end']));
});

test('extensions hear the names of its images, in what it says and in all of it so far', async () => {
  const heard: string[] = [];
  const tell = ({ id, event }: Told) => {
    if (id === 'message_update') heard.push((event as FollowedEvents['message_update']).delta.text);
    if (id === 'message_end') heard.push((event as FollowedEvents['message_end']).message.text);
    return null;
  };
  set.threadEvents = eventsOf([{ id: 'e', names: ['message_update', 'message_end'], tell }]).events;
  await ask(set.start(), 'images');
  await vi.waitFor(() => expect(heard.at(-1)).toContain('[Image: small.png, PNG, 64 × 48'));
  expect(heard.join('')).not.toContain('agent-image:');
  // The prompt, and all of the answer, are told at the end of each.
  expect(heard.slice(1, -1).join('')).toBe(heard.at(-1));
});

test.each([['resume'], ['load']])(
  'the next start goes on with the session, by %s, and nothing is doubled',
  async (way) => {
    const other = way === 'load' ? ['--no-resume'] : ['--no-load'];
    setting.launch = { ...setting.launch, args: [...setting.launch.args, ...other] };
    const first = set.start();
    await ask(first, 'say remember me');
    await first.close();
    const agent = set.start();
    const last = await ask(agent, 'say again', 2);
    expect(textOf(last)).toBe('again');
    const view = await viewOf(agent);
    expect(view.turns.map(({ text }) => text)).toEqual(['say remember me', 'say again']);
    expect(view.unprompted).toEqual([]);
    expect(view.turns.map((turn) => turn.answers.map(textOf))).toEqual([['remember me'], ['again']]);
  },
);

test.each([1, 2] as const)(
  'what the end of the app cut short is completed by an agent that could go on without telling it, in version %i',
  async (protocol) => {
    setting.launch = { ...setting.launch, protocol };
    const first = set.start();
    await ask(first, 'say all of this');
    const { id } = await first.thread();
    await first.close();
    // As a kill leaves it: with a part of the words, and without their end.
    const path = join(set.folder, 'threads', `${id}.jsonl`);
    const entries = (await readFile(path, 'utf8')).trimEnd().split('\n');
    const from = entries.findIndex((line) => line.includes('"answer-text"'));
    const half = JSON.stringify({ ...JSON.parse(entries[from] ?? ''), text: 'all of' });
    await writeFile(path, `${[...entries.slice(0, from), half].join('\n')}\n`);
    const agent = set.start();
    await agent.thread();
    expect(await agent.agents.prepare(id)).toEqual(ok(null));
    expect((await answers(agent)).map(textOf)).toEqual(['all of this']);
    expect((await answers(agent))[0]?.end).toMatchObject({ type: 'failed' });
  },
);

test('a thread of which only the end is read goes on with its session', async () => {
  const first = set.start();
  await ask(first, `say ${'remember me '.repeat(2_000)}`);
  await first.close();
  set.maxRead = 10_000;
  const agent = set.start();
  const { id, entries } = await agent.thread();
  expect(entries.length).toBeLessThan(60);
  expect(await agent.agents.prepare(id)).toEqual(ok(null));
  expect(entries.filter(({ kind }) => kind === 'agent-session')).toHaveLength(1);
  await send(agent, 'say again');
  await vi.waitFor(async () => expect((await answers(agent)).at(-1)?.end).toBeDefined(), { timeout: 60_000 });
  const sessions = (await agent.thread()).entries.filter(({ kind }) => kind === 'agent-session');
  expect(sessions).toHaveLength(1);
});

test('a session that is lost is said, and replaced only when the person wants that', async () => {
  const first = set.start();
  await ask(first, 'say remember me');
  await first.close();
  setting.launch = { ...setting.launch, args: [...setting.launch.args, '--no-resume', '--no-load'] };
  const agent = set.start();
  const lost = await ask(agent, 'say again', 2);
  expect(lost?.end).toMatchObject({ type: 'failed', failure: { code: 'agent-session-gone' } });
  const { id } = await agent.thread();
  expect(await agent.agents.newSession(id)).toEqual(ok(null));
  await agent.retry(id);
  expect(textOf((await ended(agent, 3)).at(-1))).toBe('again');
});

test('an agent that wants a sign-in says how, and goes on after it', async () => {
  setting.launch = { ...setting.launch, args: [...setting.launch.args, '--signed-out'] };
  const agent = set.start();
  const refused = await ask(agent, 'say hello');
  expect(refused?.end).toMatchObject({ type: 'failed', failure: { code: 'agent-signed-out' } });
  const state = session();
  expect(state).toMatchObject({ phase: 'signed-out' });
  const { id } = await agent.thread();
  const method = state?.signIn.find(({ type }) => type === 'agent');
  expect(await agent.agents.signIn(id, method?.id ?? '')).toEqual(ok(null));
  expect(session()).toMatchObject({ phase: 'ready' });
  await agent.retry(id);
  expect(textOf((await ended(agent, 2)).at(-1))).toBe('hello');
});

test('the commands and options are there before the first prompt, for which the folder has been looked at, and an option can be set', async () => {
  const agent = set.start();
  const { id } = await agent.thread();
  expect(await agent.agents.prepare(id)).toEqual(ok(null));
  const kept = async () =>
    Object.values(await treeOf(join(setting.world.userData, 'checkpoints', 'blobs')).catch(() => ({})));
  await expect.poll(kept).toContain('600 old\n');
  const state = await agent.agents.session(id);
  expect(state).toMatchObject({ phase: 'ready', commands: [{ name: 'review' }] });
  expect((await agent.thread()).entries).toEqual([]);
  const mode = state?.options[0];
  const other = mode?.values.find(({ value }) => value !== mode.value)?.value ?? '';
  expect(await agent.agents.setOption(id, mode?.id ?? '', other)).toEqual(ok(null));
  expect((await agent.agents.session(id))?.options[0]?.value).toBe(other);
});

test('what it has run is shown with its output', async () => {
  const agent = set.start();
  const answer = await ask(agent, 'run echo from the terminal');
  const terminals = answer?.parts.flatMap((part) => (part.type === 'agent-terminal' ? [part.terminal] : []));
  expect(terminals).toMatchObject([{ output: 'from the terminal\n', exit: { code: 0 } }]);
  expect(await readFile(join(setting.world.root, 'notes.txt'), 'utf8')).toBe('old\n');
});

test('ten thousand updates of a turn are one message, and few events', async () => {
  const agent = set.start();
  const answer = await ask(agent, 'flood 10000');
  expect(textOf(answer).split(' ')).toHaveLength(10_001);
  expect(set.events.length).toBeLessThan(2_000);
});

test('sessions that an agent has kept are listed, and one is gone on with in a new thread that has what was said', async () => {
  const first = set.start();
  await ask(first, 'say remember me\ncall search Look');
  const { id } = await first.thread();
  expect(await first.threads.remove(id)).toMatchObject({ ok: true });
  await first.close();
  const agent = set.start();
  const listed = await agent.agents.sessions(ref, null);
  if (!listed.ok) throw new Error(listed.failure.message);
  const [kept] = listed.value.sessions;
  expect(listed.value).toMatchObject({ sessions: [{ title: expect.stringMatching(/^say remember me/) }], next: null });
  const opened = await agent.agents.openSession(ref, kept?.id ?? '', 'Its title');
  expect(opened).toMatchObject({ ok: true });
  const view = await viewOf(agent);
  expect(view.turns.map(({ text }) => text)).toEqual([expect.stringMatching(/^say remember me/)]);
  expect(view.turns[0]?.answers.map(textOf)).toEqual(['remember me']);
  expect(view).toMatchObject({ title: { text: 'Its title' }, agentSessions: { [ref]: kept?.id } });
  expect(textOf(await ask(agent, 'say again', 2))).toBe('again');
  expect((await agent.threads.list()).map(({ title }) => title)).toEqual(['Its title']);
});

test('a session that has a thread already is shown there', async () => {
  const agent = set.start();
  await ask(agent, 'say remember me');
  const { id, entries } = await agent.thread();
  const session = entries.find((entry) => entry.kind === 'agent-session');
  await agent.newThread();
  const opened = await agent.agents.openSession(ref, session?.sessionId ?? '', '');
  expect(opened).toMatchObject({ ok: true, value: { id } });
  expect((await agent.thread()).id).toBe(id);
});

test('one that cannot be gone on with is said, and the thread that was shown stays', async () => {
  const agent = set.start();
  await ask(agent, 'say here');
  const { id } = await agent.thread();
  const opened = await agent.agents.openSession(ref, 'no-such-session', '');
  expect(opened).toMatchObject({ ok: false, failure: { code: 'agent-session-gone' } });
  expect((await agent.thread()).id).toBe(id);
});

test('what was set since for an agent reaches it with the next prompt, and its session goes on in the new process', async () => {
  const agent = set.start();
  await ask(agent, 'say One.');
  await ask(agent, 'say Two.', 2);
  expect(setting.started).toHaveLength(1);
  const before = (await viewOf(agent)).agentSessions[ref];
  setting.launch = { ...setting.launch, environment: { ...setting.launch.environment, A_KEY: 'set since' } };
  const answer = await ask(agent, 'variable A_KEY', 3);
  expect(textOf(answer)).toBe('set since');
  expect(setting.started).toHaveLength(2);
  expect([before, (await viewOf(agent)).agentSessions[ref]]).toEqual([expect.any(String), before]);
});
