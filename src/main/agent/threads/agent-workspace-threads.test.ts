import { existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import { foldThread } from '../../../shared/thread/fold-thread.ts';
import type { AgentService } from '../agent-service.ts';
import { agentSetting, ended, hang, sendAndHang, showNew } from '../agent-setting.fixture.ts';
import { asPrompt } from '../as-prompt.fixture.ts';

const set = agentSetting();
const file = (id: string, folder = '') => join(set.folder, 'threads', folder, `${id}.jsonl`);
const titles = async (agent: AgentService) => (await agent.threads.list()).map(({ title }) => title);
const done = { ok: true, value: null };

async function said(agent: AgentService, prompt: string): Promise<string> {
  const { id } = await showNew(agent);
  expect(await agent.send(id, asPrompt(prompt))).toEqual(done);
  await ended(agent);
  return id;
}

describe('renaming', () => {
  test('is kept, for a thread that is shown and for one that is not', async () => {
    const agent = set.start();
    const one = await said(agent, 'one');
    const two = await said(agent, 'two');
    expect(await titles(agent)).toEqual(['two', 'one']);
    expect(await agent.threads.rename(one, '  First\n of all ')).toEqual(done);
    expect(await agent.threads.rename(two, 'Second')).toEqual(done);
    expect(await titles(agent)).toEqual(['Second', 'First of all']);
    await vi.waitFor(() =>
      expect(set.events.findLast(({ type }) => type === 'threads')).toMatchObject({
        threads: [{ title: 'Second' }, { title: 'First of all' }],
      }),
    );
    await agent.close();
    expect(await titles(set.start())).toEqual(['Second', 'First of all']);
  });

  test('to nothing, or to more than a line, is refused', async () => {
    const agent = set.start();
    const id = await said(agent, 'one');
    for (const title of ['', ' \n ', 'x'.repeat(201)]) {
      expect(await agent.threads.rename(id, title)).toMatchObject({ ok: false, failure: { code: 'invalid-request' } });
    }
    expect(await agent.threads.rename(id, 'x'.repeat(200))).toEqual(done);
    expect(await agent.threads.rename('../x', 'y')).toMatchObject({ ok: false });
    expect(await titles(agent)).toEqual(['x'.repeat(200)]);
  });
});

test('archiving is kept, and can be taken back', async () => {
  const agent = set.start();
  const one = await said(agent, 'one');
  const two = await said(agent, 'two');
  expect(await agent.threads.setArchived(one, true)).toEqual(done);
  expect(await agent.threads.setArchived(two, true)).toEqual(done);
  expect(await agent.threads.setArchived(two, false)).toEqual(done);
  await agent.close();
  expect((await set.start().threads.list()).map(({ isArchived }) => isArchived)).toEqual([false, true]);
});

test('what is changed in a thread is there when it is opened in the same moment', async () => {
  const agent = set.start();
  const one = await said(agent, 'one');
  await said(agent, 'two');
  for (let n = 0; n < 20; n += 1) {
    expect(await agent.threads.setArchived(one, n % 2 === 0)).toEqual(done);
  }
  expect(await agent.threads.setArchived(one, true)).toEqual(done);
  const opened = await agent.threads.open(one);
  const entries = opened.ok ? opened.value.entries : [];
  expect(entries.flatMap((entry) => (entry.kind === 'archived' ? [entry.isArchived] : []))).toEqual(
    Array.from({ length: 21 }, (_, n) => n % 2 === 0),
  );
});

describe('deleting', () => {
  test('takes a thread away, shows a new one in its place, and restoring brings it back', async () => {
    const agent = set.start();
    const one = await said(agent, 'one');
    const before = await agent.thread();
    expect(await agent.threads.remove(one)).toEqual(done);
    expect(await titles(agent)).toEqual([]);
    const { id, entries } = await agent.thread();
    expect([id === one, entries]).toEqual([false, []]);
    expect(await agent.threads.open(one)).toMatchObject({ ok: false });
    expect(await agent.send(one, asPrompt('hi'))).toMatchObject({ ok: false });
    expect(await agent.threads.remove(one)).toMatchObject({ ok: false });
    expect([existsSync(file(one)), existsSync(file(one, 'deleted'))]).toEqual([false, true]);
    await agent.close();

    const next = set.start();
    expect(await titles(next)).toEqual([]);
    expect((await next.thread()).entries).toEqual([]);
    expect(await next.threads.restore(one)).toEqual(done);
    expect(await titles(next)).toEqual(['one']);
    const again = await next.threads.open(one);
    expect(again.ok && foldThread(again.value.entries)).toEqual(foldThread(before.entries));
    expect(await next.threads.restore(one)).toMatchObject({ ok: false });
    expect(await next.threads.restore('../x')).toMatchObject({ ok: false });
  });

  test('stops what goes on, of which not a word is lost', async () => {
    const agent = set.start({ complete: hang });
    const id = await sendAndHang(agent);
    await agent.newThread();
    expect(await agent.threads.remove(id)).toEqual(done);
    const kept = readFileSync(file(id, 'deleted'), 'utf8');
    expect(kept).toContain('so far');
    expect(kept).toContain('stopped-by-person');
    expect(existsSync(file(id))).toBe(false);
    expect(await agent.threads.restore(id)).toEqual(done);
    expect(await agent.threads.open(id)).toMatchObject({ ok: true });
  });

  test('and sending at once leave no half of a thread', async () => {
    const agent = set.start({ complete: hang });
    const id = await sendAndHang(agent);
    await agent.stop(id);
    await agent.newThread();
    let isOver = false;
    const removed = agent.threads.remove(id).finally(() => {
      isOver = true;
    });
    let last: { ok: boolean } = { ok: true };
    while (!isOver) {
      last = await agent.send(id, asPrompt('more'));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await removed).toEqual(done);
    expect(last.ok).toBe(false);
    await agent.close();
    expect(existsSync(file(id))).toBe(false);
    // The work that was taken over has ended, too.
    const kept = readFileSync(file(id, 'deleted'), 'utf8');
    expect(kept.split('"answer-ended"').length).toBe(kept.split('"answer-started"').length);
  });

  test('counts from the day of deletion: after 30 days it is for ever', async () => {
    const agent = set.start();
    const [one, two] = [await said(agent, 'one'), await said(agent, 'two')];
    // Said long ago, deleted now.
    utimesSync(file(one), 0, 0);
    expect(await agent.threads.remove(one)).toEqual(done);
    expect(await agent.threads.remove(two)).toEqual(done);
    await agent.close();
    const day = 24 * 60 * 60;
    const now = statSync(file(one, 'deleted')).mtimeMs / 1000;
    utimesSync(file(two, 'deleted'), now - 31 * day, now - 31 * day);
    utimesSync(file(one, 'deleted'), now - 29 * day, now - 29 * day);
    set.start();
    await vi.waitFor(() => expect(readdirSync(join(set.folder, 'threads', 'deleted'))).toEqual([`${one}.jsonl`]));
    await vi.waitFor(() => expect(set.purged).toEqual([two]));
  });
});

const saysFar = (event: MainEvent) =>
  event.type === 'thread-entries' && event.entries.some(({ kind }) => kind === 'answer-text');

describe('searching', () => {
  test('looks through all threads of the workspace, also what was said just now', async () => {
    const agent = set.start({ complete: hang });
    const one = await sendAndHang(agent);
    const { id: two } = await showNew(agent);
    // Of two threads of one millisecond none is the newer one.
    const at = Date.now();
    while (Date.now() === at) await new Promise((resolve) => setImmediate(resolve));
    await agent.send(two, asPrompt('Another thing'));
    const isSaid = () => set.events.some((event) => 'threadId' in event && event.threadId === two && saysFar(event));
    while (!isSaid()) await new Promise((resolve) => setImmediate(resolve));
    expect(await agent.threads.search('FAR')).toMatchObject([
      { threadId: two, title: 'Another thing' },
      { threadId: one, title: 'go', excerpt: 'so far' },
    ]);
    set.workspace = '/elsewhere';
    expect(await agent.threads.search('far')).toEqual([]);
  });

  test('gives way to a newer one', async () => {
    const agent = set.start();
    await said(agent, 'needle');
    const [old, newer] = await Promise.all([agent.threads.search('needle'), agent.threads.search('needle')]);
    expect([old.length, newer.length]).toEqual([0, 1]);
  });
});

describe('a thread as Markdown', () => {
  test('is written where the person says', async () => {
    const agent = set.start();
    const id = await said(agent, 'Is a/b: "x"?');
    expect(await agent.threads.exportMarkdown(id)).toEqual(done);
    expect(set.suggested).toEqual(['Is a b x.md']);
    set.saveTo = join(set.folder, 'out.md');
    expect(await agent.threads.exportMarkdown(id)).toEqual({ ok: true, value: set.saveTo });
    expect(readFileSync(set.saveTo, 'utf8')).toBe(
      '# Is a/b: "x"?\n\n## You\n\n> Is a/b: "x"?\n\n## Model live\n\nHello, world!\n',
    );
    set.saveTo = join(set.folder, 'no', 'out.md');
    expect(await agent.threads.exportMarkdown(id)).toMatchObject({ ok: false, failure: { code: 'file-failed' } });
  });

  test('is opened in the editor, anew each time', async () => {
    const agent = set.start();
    const id = await said(agent, 'hi');
    expect(await agent.threads.showAsText(id)).toEqual(done);
    const path = join(set.folder, 'threads', 'exported', id, 'hi.md');
    writeFileSync(path, 'edited');
    expect(await agent.threads.showAsText(id)).toEqual(done);
    expect(set.shownFiles).toEqual([path, path]);
    expect(readFileSync(path, 'utf8')).toContain('Hello, world!');
    expect(await agent.threads.showAsText('../x')).toMatchObject({ ok: false });
  });
});
