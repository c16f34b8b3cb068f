import { describe, expect, test } from 'vitest';
import type { AppCommand } from '../../../shared/contract/app-commands.ts';
import { fail, ok } from '../../../shared/contract/errors.ts';
import type { MainEvent, RendererApi } from '../../../shared/contract/renderer-api.ts';
import type { ThreadEntry, ThreadSummary } from '../../../shared/contract/thread.ts';
import { createEmitter } from '../../../shared/emitter.ts';
import type { LocalNotice } from '../../base/notices/notices-store.ts';
import { emptySnapshot, later, loaded, prompt, rethrow } from './agent-world.fixture.ts';
import { createThreadList } from './thread-list.ts';

const thread = (id: string): ThreadSummary => ({
  id,
  title: `The ${id}`,
  at: 1,
  isArchived: false,
  labels: [],
  state: 'idle',
});

/** Main and the panel, played by the test. The panel shows the thread `t`. */
async function listed(answers: Partial<RendererApi['threads']> = {}, entries: ThreadEntry[] = [prompt('p', 'Hi')]) {
  const asked: string[] = [];
  const notices: LocalNotice[] = [];
  const events = createEmitter<MainEvent>(rethrow);
  const note = (name: string) => async (id: string) => {
    asked.push(`${name} ${id}`);
    return ok(null);
  };
  const { agent } = await loaded({ thread: async () => ({ ...emptySnapshot, entries }) });
  const list = createThreadList({
    api: {
      list: async () => [thread('t')],
      search: async () => [],
      open: async () => fail('internal', 'not asked here'),
      readAhead: async () => fail('internal', 'not asked here'),
      rename: note('rename'),
      setArchived: note('archive'),
      remove: note('remove'),
      restore: note('restore'),
      exportMarkdown: async (id) => {
        asked.push(`export ${id}`);
        return ok('/home/x/t.md');
      },
      showAsText: note('text'),
      ...answers,
    },
    agent: {
      thread: agent.thread,
      load: async () => void asked.push('load'),
      openThread: async (id) => {
        asked.push(`open ${id}`);
        return true;
      },
    },
    onEvents: events.on,
    notify(notice) {
      notices.push(notice);
      return () => void notices.splice(notices.indexOf(notice), 1);
    },
  });
  list.connect();
  if (!answers.list) await expect.poll(() => list.store.getState().threads).not.toBeNull();
  return {
    list,
    asked,
    texts: () => notices.map((notice) => notice.text),
    undo: () => notices.at(-1)?.actions?.[0]?.run(),
    tell: events.emit,
    command: (command: AppCommand) => events.emit({ type: 'command', command }),
    ids: () => list.store.getState().threads?.map(({ id }) => id),
  };
}

describe('the list', () => {
  test('is what main told last; an older one that comes late does not replace it', async () => {
    const slow = later<ThreadSummary[]>();
    const its = await listed({ list: () => slow.promise });
    const loading = its.list.load();
    its.tell({ type: 'threads', threads: [thread('new'), thread('t')] });
    slow.resolve([thread('t')]);
    await loading;
    expect(its.ids()).toEqual(['new', 't']);
  });

  test('that cannot be read says why', async () => {
    const its = await listed({ list: () => Promise.reject(new Error('No disk')) });
    await expect.poll(its.texts).toEqual([expect.stringMatching(/^The threads could not be loaded\. No disk\./)]);
  });
});

describe('deleting', () => {
  test('is undone by the notice; the thread that was shown is shown again', async () => {
    const its = await listed();
    await its.list.remove(thread('t'));
    expect(its.asked).toEqual(['remove t', 'load']);
    expect(its.texts()).toEqual(['“The t” was deleted.']);
    its.undo();
    await expect.poll(() => its.asked.slice(2)).toEqual(['restore t', 'open t']);
    expect(its.texts()).toEqual([]);
  });

  test('several are undone one after the other, the last first, with one notice at a time', async () => {
    const its = await listed();
    await its.list.remove(thread('a'));
    await its.list.remove(thread('b'));
    expect(its.texts()).toEqual(['“The b” was deleted.']);
    expect(its.list.store.getState().removed).toBe('b');
    await its.list.undoRemove();
    await its.list.undoRemove();
    await its.list.undoRemove();
    expect(its.asked).toEqual(['remove a', 'remove b', 'restore b', 'restore a']);
    expect(its.list.store.getState().removed).toBeNull();
  });

  test('that fails says why and offers no undo; another folder takes the offer away', async () => {
    const its = await listed({ remove: async () => fail('file-failed', 'No disk.') });
    await its.list.remove(thread('a'));
    expect(its.texts()[0]).toMatch(/^The thread could not be deleted\. No disk\./);
    expect(its.list.store.getState().removed).toBeNull();
    const other = await listed();
    await other.list.remove(thread('a'));
    other.tell({ type: 'workspace', workspace: null, layout: { treeVisible: true } as never });
    expect(other.texts()).toEqual([]);
    expect(other.list.store.getState().removed).toBeNull();
  });
});

test('the palette exports the thread that is shown, and says so; an empty one has nothing to export', async () => {
  const its = await listed();
  its.command('agent.exportThread');
  await expect.poll(its.texts).toEqual(['Exported to /home/x/t.md']);
  expect(its.asked).toEqual(['export t']);
  const empty = await listed({}, []);
  empty.command('agent.exportThread');
  expect(empty.texts()).toEqual(['This thread has no messages yet.']);
  expect(empty.asked).toEqual([]);
  const cancelled = await listed({ exportMarkdown: async () => ok(null) });
  await cancelled.list.exportMarkdown('t');
  expect(cancelled.texts()).toEqual([]);
});
