import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import type { ThreadEntry } from '../../../shared/contract/thread.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import { prompt, started, text } from '../../../shared/thread/thread-entries.fixture.ts';
import { say } from '../../providers/memory-extension.fixture.ts';
import { agentSetting, ended, send, showNew, textOf } from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';

const set = agentSetting();
const id = randomUUID();
const path = () => join(set.folder, 'threads', `${id}.jsonl`);

/** A thread as an earlier run left it, which is the one that is shown. */
function leave(entries: readonly (ThreadEntry | object)[], head: object = { v: 1, id, workspace: '/project' }): void {
  mkdirSync(join(set.folder, 'threads'), { recursive: true });
  const lines = (values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('');
  writeFileSync(path(), lines([head, ...entries]));
  const last = [{ v: 1 }, { workspace: '/project', threadId: id }];
  writeFileSync(join(set.folder, 'threads', 'last-threads.jsonl'), lines(last));
}

const turn = (n: number): ThreadEntry[] => [
  prompt(`p${n}`),
  started(`a${n}`, `p${n}`),
  text(`a${n}`, `answer ${n} ${'x'.repeat(500)}`),
  { kind: 'answer-ended', answerId: `a${n}`, at: 9, end: { type: 'stop', reason: 'end-turn' } },
];
const turns = (count: number) => Array.from({ length: count }, (_, n) => turn(n)).flat();

test('a long thread opens at its end, keeps its title, says what is left out, and goes on in its own file', async () => {
  set.maxRead = 5000;
  leave([...turns(50), { kind: 'title', at: 1, text: 'Early days', by: 'person' }, ...turns(50)]);
  const before = readFileSync(path(), 'utf8');
  const agent = set.start();
  const shown = await agent.thread(true);
  const { turns: read, title } = foldThread(shown.entries);
  expect(shown.id).toBe(id);
  expect(read.map(({ promptId }) => promptId).at(-1)).toBe('p49');
  expect(read.length).toBeGreaterThan(2);
  expect(read.length).toBeLessThan(10);
  expect(read.every(({ answers }) => textOf(answers[0]).startsWith('answer'))).toBe(true);
  expect(title).toEqual({ text: 'Early days', by: 'person' });
  expect(set.notices).toMatchObject([{ severity: 'info', text: expect.stringContaining('only its end is shown') }]);
  expect((await agent.threads.list())[0]).toMatchObject({ id, title: 'Early days' });
  await agent.send(id, asPrompt('and now?'));
  await vi.waitFor(async () =>
    expect(foldThread((await agent.thread()).entries).turns.at(-1)?.answers[0]?.end).toBeDefined(),
  );
  await agent.close();
  expect(readFileSync(path(), 'utf8').startsWith(before)).toBe(true);
  expect(readFileSync(path(), 'utf8')).toContain('and now?');
});

test('however long a thread is, it is answered as it was set up', async () => {
  set.maxRead = 5000;
  const setup = { kind: 'setup', at: 1, tools: [], instructions: 'Be kind.' } as const;
  leave([setup, ...turns(50)]);
  expect(foldThread((await set.start().thread(true)).entries).setup).toEqual({ tools: [], instructions: 'Be kind.' });
});

test('a thread of very many turns opens with the last thousand, however short they are', async () => {
  leave(turns(1500).filter((entry) => 'kind' in entry && entry.kind !== 'answer-text'));
  const read = foldThread((await set.start().thread(true)).entries).turns;
  expect(read.map(({ promptId }) => promptId)).toEqual(Array.from({ length: 1000 }, (_, n) => `p${n + 500}`));
  expect(set.notices).toMatchObject([{ text: expect.stringContaining('only its end is shown') }]);
});

test('of an answer that is longer than what is read, the end is shown', async () => {
  set.maxRead = 5000;
  leave([prompt('p'), started('a', 'p'), ...Array.from({ length: 1000 }, (_, n) => text('a', `piece ${n} `))]);
  const { entries } = await set.start().thread(true);
  const [only] = foldThread(entries).turns;
  expect(only?.text).toBe('What was asked here is left out.');
  expect(textOf(only?.answers[0])).toMatch(/^piece \d+ piece .* piece 999 $/);
  expect(only?.answers[0]?.end).toMatchObject({ type: 'failed' });
});

test.each([
  ['one line without end', () => writeFileSync(path(), `{"v":1}\n{"kind":"prompt","text":"${'x'.repeat(100_000)}`)],
  ['no text at all', () => writeFileSync(path(), Buffer.alloc(100_000, 0x80))],
  ['nothing', () => writeFileSync(path(), '')],
])('a file of %s opens as a thread in which one can write', async (_what, spoil) => {
  set.maxRead = 5000;
  leave([]);
  spoil();
  const agent = set.start();
  const shown = await agent.thread(true);
  expect(shown).toMatchObject({ id, entries: [] });
  await agent.send(id, asPrompt('hi'));
  expect(textOf((await ended(agent))[0])).toBe('Hello, world!');
});

test('a thread that is pointed at is read and not shown: opened, it is as it was, told from there on, and says only then what is left out', async () => {
  set.maxRead = 5000;
  leave(turns(50));
  const agent = set.start();
  const { id: shown } = await agent.threads.open(id).then(() => showNew(agent));
  set.notices.length = 0;
  const ahead = await agent.threads.readAhead(id);
  if (!ahead.ok) throw new Error(ahead.failure.message);
  const { edition, entries } = ahead.value;
  expect(entries.length).toBeGreaterThan(4);
  expect((await agent.thread()).id).toBe(shown);
  expect(set.notices).toEqual([]);
  const opened = await agent.threads.open(id, { edition, count: entries.length });
  expect(opened).toMatchObject({ ok: true, value: { edition, from: entries.length, entries: [] } });
  expect(set.notices).toMatchObject([{ text: expect.stringContaining('only its end is shown') }]);
  expect((await agent.thread()).id).toBe(id);
});

test('a long thread of a later version is left alone', async () => {
  set.maxRead = 5000;
  leave(turns(50), { v: 2, id, workspace: '/project' });
  const { size } = statSync(path());
  const shown = await set.start().thread(true);
  expect(shown).toMatchObject({ entries: [] });
  expect(shown.id).not.toBe(id);
  expect(statSync(path()).size).toBe(size);
});

test('a start depends on no thread: after two windows that never drew it, the third comes up with an empty one and says why', async () => {
  leave([...turns(2), { kind: 'title', at: 1, text: 'Poison', by: 'person' }]);
  for (const _ of [1, 2]) expect((await set.start().thread(true)).id).toBe(id);
  const agent = set.start();
  const shown = await agent.thread(true);
  expect(shown).toMatchObject({ entries: [] });
  expect(shown.id).not.toBe(id);
  expect(set.notices.at(-1)?.text).toContain('stopped twice while opening the thread “Poison”');
  // It is there, for whoever asks for it.
  expect((await agent.threads.list()).map((thread) => thread.id)).toEqual([id]);
  expect(await agent.threads.open(id)).toMatchObject({ ok: true });
});

test('a thread that was drawn, or whose app was closed, is shown at every start', async () => {
  leave(turns(2));
  for (const _ of [1, 2, 3]) {
    const agent = set.start();
    expect((await agent.thread(true)).id).toBe(id);
    await agent.threadDrawn();
  }
  for (const _ of [1, 2, 3]) {
    const agent = set.start();
    expect((await agent.thread(true)).id).toBe(id);
    await agent.close();
  }
});

test('an answer is ended at the limit that is set, keeps what came, and can go on; a thread that is full takes no more', async () => {
  set.sizeLimits = { answer: 20 * 1024, thread: 1024 * 1024 };
  let isEndless = true;
  const agent = set.start({
    async *complete() {
      while (isEndless) yield { type: 'text', value: 'word '.repeat(1000) };
      yield* say({ type: 'text', value: 'On.' }, { type: 'stop', value: 'end-turn' });
    },
  });
  const threadId = await send(agent, 'for ever');
  const [first] = await ended(agent);
  expect(textOf(first)).toHaveLength(20 * 1024);
  expect(first?.end).toMatchObject({ type: 'failed', failure: { code: 'answer-too-long' } });
  expect(first?.usage).toMatchObject({ isEstimated: true });
  isEndless = false;
  expect(await agent.continueAnswer(threadId)).toMatchObject({ ok: true });
  expect(textOf((await ended(agent, 2))[1])).toBe('On.');
  await agent.send(threadId, asPrompt('x'.repeat(1024 * 1024)));
  await ended(agent, 3);
  const refused = await agent.send(threadId, asPrompt('more'));
  expect(refused).toMatchObject({ ok: false, failure: { code: 'thread-full' } });
  expect((await agent.thread()).entries.at(-1)).toMatchObject({ kind: 'answer-ended' });
});
