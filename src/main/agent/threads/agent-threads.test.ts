import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import {
  agentSetting,
  answers,
  contextToBe,
  ended,
  hang,
  send,
  sendAndHang,
  showNew,
  textOf,
} from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';

const set = agentSetting();

describe('the thread', () => {
  test('is there again after a restart, for its own workspace', async () => {
    const first = set.start();
    await first.send((await first.thread()).id, asPrompt('hi'));
    await ended(first);
    await contextToBe(first, { source: 'estimate' });
    const before = await first.thread();
    await first.close();
    const second = set.start();
    await contextToBe(second, { source: 'estimate' });
    const { entries, edition, ...others } = await second.thread();
    expect({ ...before, ...others }).toEqual(before);
    expect(foldThread(entries)).toEqual(foldThread(before.entries));
    expect(edition).not.toBe(before.edition);
    set.workspace = '/elsewhere';
    expect((await second.thread()).entries).toEqual([]);
    set.workspace = '/project';
    expect((await second.thread()).id).toBe(before.id);
  });

  test('has streamed text in its file within 100 ms, while the answer goes on', { tags: ['soak'] }, async () => {
    let soonest = Number.POSITIVE_INFINITY;
    // Other work of the machine can only make it later.
    for (let n = 0; n < 5 && soonest > 100; n += 1) {
      const agent = set.start({ complete: hang });
      const { id } = await showNew(agent);
      await sendAndHang(agent);
      const began = performance.now();
      const path = join(set.folder, 'threads', `${id}.jsonl`);
      await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toContain('so far'), { interval: 5 });
      soonest = Math.min(soonest, performance.now() - began);
      await agent.stop(id);
      await agent.close();
    }
    expect(soonest).toBeLessThan(100);
  });

  test('says of an answer that the app’s end cut short that it was', async () => {
    const agent = set.start({ complete: hang });
    await sendAndHang(agent);
    await agent.close();
    const [answer] = await answers(set.start());
    expect(textOf(answer)).toBe('so far');
    expect(answer?.end).toMatchObject({ type: 'failed', failure: { code: 'cancelled' } });
  });

  test('says the same after the app was killed in mid-answer, and keeps saying it', async () => {
    const agent = set.start({ complete: hang });
    const id = await sendAndHang(agent);
    const path = join(set.folder, 'threads', `${id}.jsonl`);
    await vi.waitFor(() => expect(readFileSync(path, 'utf8')).toContain('so far'));
    const killed = readFileSync(path, 'utf8');
    await agent.close();
    // The file as a kill in the middle of a line leaves it.
    writeFileSync(path, `${killed}{"kind":"answer-te`);
    const second = set.start({});
    const [answer] = await answers(second);
    expect(textOf(answer)).toBe('so far');
    expect(answer?.end).toMatchObject({
      type: 'failed',
      failure: { message: 'The app was closed while this answer was streaming. The text so far is kept.' },
    });
    const { entries } = await second.thread();
    await second.close();
    expect(foldThread((await set.start().thread()).entries)).toEqual(foldThread(entries));
  });

  test('with lines that cannot be read shows the rest, keeps the lines and says so', async () => {
    const first = set.start();
    const { id } = await first.thread();
    await first.send(id, asPrompt('hi'));
    await ended(first);
    await first.close();
    const path = join(set.folder, 'threads', `${id}.jsonl`);
    appendFileSync(path, '{"kind":"from-the-future"}\n');
    const second = set.start();
    expect(textOf((await answers(second))[0])).toBe('Hello, world!');
    expect(set.notices.map(({ text }) => text)).toEqual([
      `One line of this thread could not be read. It is kept in ${path}.`,
    ]);
    await second.send(id, asPrompt('again'));
    await ended(second, 2);
    await second.close();
    expect(readFileSync(path, 'utf8')).toContain('from-the-future');
  });

  test('of a later version is left alone', async () => {
    const first = set.start();
    const { id } = await first.thread();
    await first.send(id, asPrompt('hi'));
    await ended(first);
    await first.close();
    const path = join(set.folder, 'threads', `${id}.jsonl`);
    const later = readFileSync(path, 'utf8').replace('"v":1', '"v":2');
    writeFileSync(path, later);
    const second = set.start();
    const snapshot = await second.thread();
    expect(snapshot.entries).toEqual([]);
    expect(snapshot.id).not.toBe(id);
    await second.send(snapshot.id, asPrompt('hi'));
    await ended(second);
    await second.close();
    expect(readFileSync(path, 'utf8')).toBe(later);
  });

  test('is read with the pieces of each answer in one', async () => {
    const agent = set.start({
      async *complete() {
        for (const letter of 'abc') {
          yield { type: 'thinking', value: { text: letter } };
          yield { type: 'text', value: letter };
          // Each in an entry of its own.
          await new Promise((resolve) => setTimeout(resolve, 20));
          yield { type: 'text', value: letter };
        }
        yield { type: 'stop', value: 'end-turn' };
      },
    });
    await send(agent, 'hi');
    await ended(agent);
    const { entries } = await agent.thread();
    await agent.close();
    const read = (await set.start().thread()).entries;
    expect(foldThread(read)).toEqual(foldThread(entries));
    expect(read.filter(({ kind }) => kind === 'answer-text')).toHaveLength(3);
    expect(entries.filter(({ kind }) => kind === 'answer-text').length).toBeGreaterThan(3);
  });

  test('gives way to a new one that stays after a restart; an empty one is new enough', async () => {
    const agent = set.start();
    const old = await send(agent, 'hi');
    await ended(agent);
    const [one, two] = await Promise.all([showNew(agent), showNew(agent)]);
    expect(one.id).not.toBe(old);
    expect(two.id).toBe(one.id);
    await agent.close();
    expect((await set.start().thread()).id).toBe(one.id);
  });
});
