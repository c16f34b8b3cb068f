// It looks at the page when it is loaded: there is none yet.
import '@codemirror/view';
import type { DragEvent } from 'react';
import { beforeEach, expect, test } from 'vitest';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import { stubWindow } from '../base/window.fixture.ts';

// Main's files are faked, as far as there are paths.
const there = new Map<string, 'file' | 'directory'>();
const inTrash = new Map<string, string>();
const asked: unknown[][] = [];
const isWithin = (directory: string, path: string) => path === directory || path.startsWith(`${directory}/`);
const put = (path: string, doing: string): Result<string> => {
  if (there.has(path)) return fail('file-failed', `“${path}” could not be ${doing}: something with that name exists.`);
  there.set(path, 'file');
  return ok(path);
};
stubWindow({
  files: {
    create: async (directory: string, name: string) => put(`${directory}/${name}`, 'created'),
    async move(from: string, to: string, isBack: boolean) {
      asked.push([from, to, isBack]);
      if (!there.has(from)) return fail('file-not-found', `“${from}” could not be moved: it does not exist.`);
      if (there.has(to)) return put(to, 'moved');
      for (const [path, kind] of [...there].filter(([path]) => isWithin(from, path))) {
        there.delete(path);
        there.set(to + path.slice(from.length), kind);
      }
      return ok(to);
    },
    async copy(from: string, directory: string) {
      if (isWithin(from, directory)) return fail('file-failed', 'a folder cannot be put into itself.');
      return put(`${directory}/${from.split('/').at(-1)}${there.has(from) ? ' copy' : ''}`, 'copied');
    },
    async trash(path: string) {
      if (!there.delete(path)) return fail('file-not-found', `“${path}” could not be deleted: it does not exist.`);
      inTrash.set(`id ${path}`, path);
      return ok({ undoId: `id ${path}` });
    },
    async restore(undoId: string) {
      const path = inTrash.get(undoId) ?? '';
      const restored = put(path, 'brought back');
      if (restored.ok) inTrash.delete(undoId);
      return restored;
    },
  },
  workspace: {
    saveLayout: async () => {},
    async list(directory: string) {
      const of = (wanted: string) =>
        [...there].flatMap(([path, kind]) => {
          const name = path.slice(directory.length + 1);
          return kind === wanted && path === `${directory}/${name}` && !name.includes('/') ? [name] : [];
        });
      return ok({ directories: of('directory'), files: of('file') });
    },
  },
  documents: {
    open: async () => fail('file-not-found', 'It is not there.'),
    close: async () => {},
    rules: async () => ({}),
  },
});
const { canUndoAct } = await import('./done-acts.ts');
const { copyEntries, renameEntry, trashEntries } = await import('./file-acts.ts');
const { runTreeCommand } = await import('./tree-commands.ts');
const { takeDrop } = await import('./tree-drag.ts');
const { selectEntry, toggleSelected, useTreeFocus } = await import('./tree-focus.ts');
const { reload, toggleDirectory, useTree } = await import('./tree-store.ts');
const { useNotices } = await import('../base/notices/notices-store.ts');

const paths = () => [...there.keys()].sort();
const notices = () => useNotices.getState().notices.map(({ text }) => text);
const undo = () => runTreeCommand('tree.undo');

beforeEach(async () => {
  there.clear();
  for (const path of ['/p/a.txt', '/p/b.txt', '/p/lib/util.ts']) there.set(path, 'file');
  for (const path of ['/p/lib', '/p/src']) there.set(path, 'directory');
  inTrash.clear();
  asked.length = 0;
  useTree.setState({ root: '', listings: new Map(), expanded: new Set() });
  useTree.setState({ root: '/p' });
  useTreeFocus.setState(useTreeFocus.getInitialState(), true);
  useNotices.setState({ notices: [] });
  await reload('/p');
});

test('what cannot be taken back keeps its turn until it can be, and what is gone does not', async () => {
  await renameEntry('/p/b.txt', 'c.txt');
  await trashEntries(['/p/a.txt', '/p/lib/util.ts']);
  there.set('/p/a.txt', 'file');
  await undo();
  expect(paths()).toEqual(['/p/a.txt', '/p/c.txt', '/p/lib', '/p/lib/util.ts', '/p/src']);
  expect(notices()).toEqual(['2 entries are in the trash.', expect.stringContaining('could not be brought back')]);
  there.delete('/p/a.txt');
  await undo();
  expect(notices()).toHaveLength(1);
  expect(paths()).toContain('/p/a.txt');

  there.delete('/p/c.txt');
  await undo();
  expect(notices().at(-1)).toContain('does not exist');
  expect(canUndoAct()).toBe(false);
});

test('a copy that is taken back is in the trash, since somebody may have written into it, and that is said', async () => {
  await copyEntries(['/p/a.txt'], '/p/src');
  await undo();
  expect(paths()).not.toContain('/p/src/a.txt copy');
  expect(notices()).toEqual(['“a.txt copy” is in the trash.']);
  useNotices
    .getState()
    .notices[0]?.actions.find(({ label }) => label === 'Restore')
    ?.run();
  await expect.poll(paths).toContain('/p/src/a.txt copy');
});

test('a new name is taken back to what it was, whatever that was', async () => {
  there.set('/p/what?.txt', 'file');
  await renameEntry('/p/what?.txt', 'what!.txt');
  await undo();
  expect(asked).toEqual([
    ['/p/what?.txt', '/p/what!.txt', false],
    ['/p/what!.txt', '/p/what?.txt', true],
  ]);
});

test('what was cut or copied is pasted from where it was renamed or moved to since', async () => {
  selectEntry('/p/lib/util.ts');
  await runTreeCommand('tree.cut');
  await renameEntry('/p/lib/util.ts', 'more.ts');
  await renameEntry('/p/lib', 'source');
  selectEntry('/p/src');
  await runTreeCommand('tree.paste');
  expect(paths()).toContain('/p/src/more.ts');
  expect(notices()).toEqual([]);
});

test('a folder stays expanded by its new name, and those in it', async () => {
  there.set('/p/lib/deep', 'directory');
  for (const path of ['/p/lib', '/p/lib/deep']) toggleDirectory(path);
  await renameEntry('/p/lib', 'source');
  expect([...useTree.getState().expanded]).toEqual(expect.arrayContaining(['/p/source', '/p/source/deep']));
  await expect.poll(() => useTree.getState().listings.has('/p/source/deep')).toBe(true);
});

test('what is pasted onto its own row goes beside itself', async () => {
  selectEntry('/p/lib');
  await runTreeCommand('tree.copy');
  await runTreeCommand('tree.paste');
  expect(paths()).toContain('/p/lib copy');
  await runTreeCommand('tree.cut');
  selectEntry('/p/lib copy');
  await runTreeCommand('tree.paste');
  expect(notices()).toEqual([]);
});

test('a folder that is dropped onto itself stays, and goes along nowhere with what was dragged with it', async () => {
  const drop = (isCopy: boolean, directory: string) => {
    const event = new Event('drop');
    Object.assign(event, { ctrlKey: isCopy });
    takeDrop(event as unknown as DragEvent, directory);
  };
  selectEntry('/p/lib');
  for (const isCopy of [false, true]) drop(isCopy, '/p/lib');
  drop(false, '/p');
  toggleSelected('/p/b.txt');
  drop(false, '/p/lib');
  await expect.poll(paths).toContain('/p/lib/b.txt');
  expect(asked).toEqual([['/p/b.txt', '/p/lib/b.txt', false]]);
  expect(notices()).toEqual([]);
});

test('a name is given to one entry, as the menu says', async () => {
  selectEntry('/p/a.txt');
  toggleSelected('/p/b.txt');
  await runTreeCommand('tree.rename');
  expect(useTreeFocus.getState().naming).toBeNull();
  selectEntry('/p/b.txt');
  await runTreeCommand('tree.rename');
  expect(useTreeFocus.getState().naming).toEqual({ type: 'rename', path: '/p/b.txt' });
});
