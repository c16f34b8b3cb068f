// Before there is a window: without a page it must not look at one.
import '@codemirror/view';
import { beforeEach, expect, test } from 'vitest';
import { fail, ok } from '../../../shared/contract/errors.ts';
import { stubWindow } from '../../base/window.fixture.ts';
import { openedDocument } from '../documents/documents.fixture.ts';

// The disk is faked: what is in this set is there.
const files = new Set<string>();

stubWindow({
  documents: {
    inspect: async (paths: readonly string[]) => paths.map((path) => (files.has(path) ? 'file' : 'missing')),
    async open(path: string) {
      if (!files.has(path)) return fail('file-not-found', 'The file is gone.');
      return path.endsWith('.png') ? fail('file-binary', 'It is binary.') : ok(openedDocument(path, 'text\n'));
    },
    close: async () => {},
    rules: async () => ({}),
  },
  files: {
    async move(from: string, to: string) {
      for (const path of [...files]) if (path.startsWith(from) && files.delete(path)) files.add(path.replace(from, to));
      return ok(to);
    },
  },
});
const { activePath, useDocuments } = await import('../documents/documents-store.ts');
const { closeDocument } = await import('../documents/close-document.ts');
const { moveOpenFiles } = await import('../documents/moving/move-files.ts');
const { openDocument } = await import('../documents/open-document.ts');
const { followRecentFiles, recentFiles, setRecentFiles } = await import('../documents/recent-files.ts');
const { reopenClosed } = await import('../tabs/tab-acts.ts');
const { useNotices } = await import('../../base/notices/notices-store.ts');
followRecentFiles();

beforeEach(() => {
  useDocuments.setState(useDocuments.getInitialState(), true);
  files.clear();
  for (const name of ['a.txt', 'lib/b.txt', 'lib/c.txt']) files.add(`/p/${name}`);
});

test('a closed file is reopened and offered by the name that it has now', async () => {
  setRecentFiles([]);
  for (const path of ['/p/lib/b.txt', '/p/lib/c.txt', '/p/a.txt']) await openDocument(path);
  await closeDocument('/p/lib/c.txt');
  await closeDocument('/p/lib/b.txt');
  await moveOpenFiles('/p/lib/b.txt', '/p/lib/d.txt');
  await moveOpenFiles('/p/lib', '/p/src');
  expect(recentFiles()).toEqual(['/p/a.txt', '/p/src/c.txt', '/p/src/d.txt']);
  await reopenClosed();
  expect(activePath()).toBe('/p/src/d.txt');
  await reopenClosed();
  expect(activePath()).toBe('/p/src/c.txt');
  expect(useDocuments.getState().tabs.map(({ kind }) => kind)).toEqual(['document', 'document', 'document']);
});

test('a closed file that is gone is passed over, and it is said when none is left', async () => {
  for (const path of ['/p/a.txt', '/p/lib/b.txt']) await openDocument(path);
  for (const path of ['/p/a.txt', '/p/lib/b.txt']) await closeDocument(path);
  files.delete('/p/lib/b.txt');
  await reopenClosed();
  expect(activePath()).toBe('/p/a.txt');
  await closeDocument('/p/a.txt');
  files.clear();
  await reopenClosed();
  expect(useDocuments.getState().tabs).toEqual([]);
  expect(useNotices.getState().notices.map(({ text }) => text)).toEqual([
    'No closed file is left that could be opened again.',
  ]);
});

test('an image is reopened like a text', async () => {
  files.add('/p/a.png');
  await openDocument('/p/a.png');
  await closeDocument('/p/a.png');
  await reopenClosed();
  expect(useDocuments.getState().tabs).toMatchObject([{ kind: 'failed', path: '/p/a.png' }]);
});
