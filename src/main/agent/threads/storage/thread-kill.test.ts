import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { randomOf } from '../../../../shared/testing/random.ts';
import { lengthOf } from '../../../../shared/testing/soak.ts';
import { foldThread } from '../../../../shared/thread/fold-thread.ts';
import { throwing } from '../../../testing/throwing.ts';
import { agentSetting, textOf } from '../../agent-setting.fixture.ts';
import { endOfApp, openThread } from '../open-thread.ts';
import { createThreadIndex } from './thread-index.ts';
import { createThreadLog, type ThreadFile } from './thread-log.ts';

const set = agentSetting();
const child = join(import.meta.dirname, 'thread-writer.child.ts');
const uuids = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder).filter((name) => /^[0-9a-f-]{36}\.jsonl$/.test(name)) : [];

/** Pieces as the child writes them: a number, the time, and some words. */
const timesIn = (text: string): number[] => Array.from(text.matchAll(/\d+:(\d{13}) /g), ([, at]) => Number(at));

/**
 * Duration of the missing text, in ms. Between two pieces are 2 ms; more is a machine that gave the process no
 * time, in which nothing was written either.
 */
function missingMs(spoken: readonly number[], kept: number): number {
  let missing = 0;
  for (let n = Math.max(kept, 1); n < spoken.length; n += 1) {
    missing += Math.min((spoken[n] ?? 0) - (spoken[n - 1] ?? 0), 10);
  }
  return missing;
}

/** The only thread of a folder, as a start of the app reads it. */
async function reopened(folder: string): Promise<ThreadFile> {
  const [name = ''] = uuids(folder);
  const file = await createThreadLog(folder, throwing).open(name.replace('.jsonl', ''), '/project');
  if (!file) throw new Error('It was not read.');
  return file;
}

test('the app killed at any moment leaves threads and an index that can be read', {
  tags: ['soak'],
  timeout: 900_000,
}, async () => {
  const folder = join(set.folder, 'threads');
  const random = randomOf('kills of threads');
  const rounds = 40;
  // A thread is of one round: no later one writes in it.
  const checked = new Set<string>();
  for (let round = 0; round < rounds; round += 1) {
    const writer = fork(child, [folder], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    await once(writer, 'message');
    // On a busy machine as well it has made something; when it is killed after that must not follow from what it does.
    const made = () => uuids(folder).length + uuids(join(folder, 'deleted')).length;
    const before = made();
    await expect.poll(made, { timeout: 60_000 }).toBeGreaterThan(before + 1);
    await delay(random() * 250);
    writer.kill('SIGKILL');
    await once(writer, 'exit');

    const agent = set.start();
    const listed = await agent.threads.list();
    for (const { id, title } of listed) {
      if (checked.has(id)) continue;
      checked.add(id);
      const opened = await agent.threads.open(id);
      if (!opened.ok) throw new Error(opened.failure.message);
      const { title: own, turns } = foldThread(opened.value.entries);
      expect(turns[0]?.text).toMatch(/^prompt \d+$/);
      expect(title).toBe(own?.text ?? turns[0]?.text);
      expect(turns[0]?.answers.every(({ end }) => end !== undefined)).toBe(true);
    }
    // Never both: a thread is there, or it is deleted.
    const deleted = new Set(uuids(join(folder, 'deleted')));
    expect(uuids(folder).filter((name) => deleted.has(name))).toEqual([]);
    expect((await agent.thread()).id).toBeDefined();
    await agent.close();
  }
  expect(set.notices.filter(({ id }) => id === 'thread-unreadable')).toEqual([]);

  // The index agrees with the files.
  const list = () => createThreadIndex(createThreadLog(folder, throwing), throwing).list('/project');
  const withIndex = await list();
  rmSync(join(folder, 'index.jsonl'));
  const withoutIndex = await list();
  expect(withIndex.length).toBeGreaterThan(rounds);
  expect(withoutIndex).toEqual(withIndex);
});

test('the app killed at any moment of a long answer keeps all of it but the last 100 ms', {
  tags: ['soak'],
  timeout: 900_000,
}, async () => {
  const lost: number[] = [];
  const random = randomOf('kills of answers');
  const rounds = 40;
  // On until something was not on its way to the file yet: it was killed in the middle.
  for (let round = 0; round < rounds || (lost.every((ms) => ms === 0) && round < 40); round += 1) {
    const folder = join(set.folder, `stream-${round}`);
    const writer = fork(child, [folder, 'stream'], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    let spoken = '';
    writer.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      spoken += piece;
    });
    await once(writer.stdout ?? writer, 'data');
    await delay(random() * 600);
    writer.kill('SIGKILL');
    await once(writer, 'close');

    const thread = openThread(await reopened(folder), () => {});
    const { view } = thread;
    await thread.close();
    const [answer] = view.turns[0]?.answers ?? [];
    const kept = textOf(answer);
    // Killed with its first words, it may have nothing in its file yet.
    if (kept !== '') expect([view.turns[0]?.text, answer?.end]).toEqual(['for ever', endOfApp]);
    // Not a letter of it is another or in another place.
    expect(spoken.startsWith(kept)).toBe(true);
    lost.push(missingMs(timesIn(spoken), timesIn(kept).length));
  }
  expect(lost.filter((ms) => ms > 100)).toEqual([]);
  expect(lost.some((ms) => ms > 0)).toBe(true);
});

test('a thread whose file ends after any byte opens with all whole lines, and goes on', {
  tags: ['search'],
  timeout: lengthOf(120_000, 900_000),
}, async () => {
  const folder = join(set.folder, 'torn');
  const log = createThreadLog(folder, throwing);
  const thread = openThread(log.create('/project'), () => {});
  const path = log.pathOf(thread.id);
  for (let n = 0; n < 12; n += 1) {
    const text = `Grüße ${n} 😀 "\\n"`;
    thread.append([
      { kind: 'prompt', id: `p${n}`, at: n, text },
      { kind: 'answer-started', id: `a${n}`, at: n, promptId: `p${n}`, model: 'm', modelName: 'M' },
      ...Array.from({ length: 5 }, () => ({ kind: 'answer-text', answerId: `a${n}`, text }) as const),
      { kind: 'queue-added', id: `q${n}`, at: n, text },
      { kind: 'note', at: n, on: `p${n}`, text },
      { kind: 'answer-ended', answerId: `a${n}`, at: n, end: { type: 'stop', reason: 'end-turn' } },
    ]);
  }
  await thread.close();
  const whole = readFileSync(path);
  const lines = whole.toString().split('\n');
  let checked = 0;
  const sizes = lengthOf(48, 2048);
  for (let size = whole.length; size >= whole.length - sizes; size -= 1) {
    const cut = whole.subarray(0, size);
    writeFileSync(path, cut);
    const file = await reopened(folder);
    expect(file.unreadable).toBe(0);
    // The last line may be whole but for its end.
    const ends = cut.toString().split('\n').length - 1;
    const isWhole = cut.toString().split('\n').at(-1) === lines[ends];
    const expected = lines.slice(1, ends + Number(isWhole)).filter((line) => line !== '');
    const view = foldThread(expected.map((line) => JSON.parse(line)));
    expect(foldThread(file.entries)).toEqual(view);
    checked += 1;

    if (size % 16 > 0) continue;
    const open = openThread(file, () => {});
    open.append([{ kind: 'prompt', id: 'next', at: 99, text: 'goes on' }]);
    await open.close();
    // A torn line stays in the file, and spoils no line after it.
    expect(readFileSync(path).subarray(0, size)).toEqual(cut);
    const again = await reopened(folder);
    expect(again.unreadable).toBe(isWhole || cut.at(-1) === 10 ? 0 : 1);
    expect(foldThread(again.entries).turns.map(({ promptId }) => promptId)).toEqual([
      ...view.turns.map(({ promptId }) => promptId),
      'next',
    ]);
  }
  expect(checked).toBe(sizes + 1);
});
