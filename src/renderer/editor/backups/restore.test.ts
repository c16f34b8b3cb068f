import { undo } from '@codemirror/commands';
import { beforeEach, expect, test, vi } from 'vitest';
import type { OpenTabs, Restored, RestoredDocument } from '../../../shared/contract/documents/backup.ts';
import { ok } from '../../../shared/contract/errors.ts';
import { stubWindow } from '../../base/window.fixture.ts';
import { openedDocument } from '../documents/documents.fixture.ts';

let arrival: PromiseWithResolvers<RestoredDocument | null>;
const closed: string[] = [];
const asked: string[] = [];
let keptTabs: OpenTabs['tabs'] = [];
stubWindow({
  backups: {
    restoreLate(lateId: string) {
      asked.push(lateId);
      return arrival.promise;
    },
    keepTabs: async (_folder: string | null, { tabs }: OpenTabs) => {
      keptTabs = tabs;
      return ok(null);
    },
    append: async () => ok(null),
    keepText: async () => ok(null),
    drop: async () => {},
    putAside: async () => {},
  },
  documents: {
    open: async () => ok(onDisk),
    close: async (path: string) => void closed.push(path),
    piece: async (id: string, at: number) => ['on ', id === 'file' ? 'disk\r\n' : 'disk\n'][at] ?? '',
    rules: async () => ({}),
  },
});
vi.stubGlobal('document', { querySelector: () => null, documentElement: { dataset: {} } });
for (const name of ['requestAnimationFrame', 'requestIdleCallback']) vi.stubGlobal(name, (run: () => void) => run());
const { announceEditable } = await import('../../base/first-paint.ts');
const { keepTabsOf } = await import('./open-tabs.ts');
const { showRestored } = await import('./restore.ts');
const { openDocument, showOpenedDocument } = await import('../documents/open-document.ts');
const { findDocument, findTab, removeTab, useDocuments } = await import('../documents/documents-store.ts');
const { currentText, endSession, stateOf, updateSession } = await import('../sessions.ts');

const path = '/p/large.txt';
const id = '0b7c4d5e-1111-4222-8333-444455556666';
const onDisk = openedDocument(path, 'on disk\r\n', { lineEnding: 'crlf', revision: 'r1' });
const restored: Restored = {
  documents: [{ path, lateId: 'late', journalId: id, encoding: 'utf16le' }],
  active: path,
  recent: [],
};
const form = { revision: 'r1', lineEnding: 'crlf', encoding: 'utf8', hasBom: false } as const;
const late: RestoredDocument = {
  path,
  document: ok({ ...onDisk, text: { id: 'file', pieces: 2 } }),
  journal: {
    id,
    beginning: { type: 'begun', folder: null, path, ...form },
    text: { id: 'text', pieces: 2 },
    entries: [{ type: 'edited', changes: [[0, 'mine '], 8], at: 0 }],
  },
};

beforeEach(() => {
  arrival = Promise.withResolvers();
  closed.length = 0;
  asked.length = 0;
  endSession(path);
  useDocuments.setState(useDocuments.getInitialState(), true);
});

const shown = () => [currentText(path)?.toString(), findDocument(path)?.isEdited, findTab(path)?.kind];

test('one behind another tab is asked for after the first paint', async () => {
  const front = '/p/front.txt';
  const seen = { path: front, document: ok(openedDocument(front, 'seen\n')) };
  showRestored({ documents: [seen, { path, lateId: 'late' }], active: front, recent: [] });
  expect([findTab(front)?.kind, findTab(path)?.kind]).toEqual(['document', 'opening']);
  await Promise.resolve();
  expect(asked).toEqual([]);
  announceEditable();
  arrival.resolve({ path, document: ok(onDisk) });
  await expect.poll(shown).toEqual(['on disk\n', false, 'document']);
  endSession(front);
});

test('a large document has its tab at once, and its unsaved text when that has arrived', async () => {
  showRestored(restored);
  expect(shown()).toEqual([undefined, undefined, 'opening']);
  // If the app ends now, it is there at the next start.
  await keepTabsOf(null);
  expect(keptTabs).toEqual([{ path, id, encoding: 'utf16le' }]);
  arrival.resolve(late);
  await expect.poll(shown).toEqual(['mine on disk\n', true, 'document']);
  const state = stateOf(path);
  if (state) undo({ state, dispatch: (transaction) => updateSession(path, transaction) });
  expect(shown()).toEqual(['on disk\n', false, 'document']);
});

test.each([
  ['from the list of files', () => openDocument(path)],
  ['from the command line', () => showOpenedDocument(ok(onDisk))],
])('one that is opened meanwhile %s waits for its unsaved text', async (_where, open) => {
  showRestored(restored);
  const opening = open();
  arrival.resolve(late);
  await opening;
  expect(shown()).toEqual(['mine on disk\n', true, 'document']);
});

test('a tab that was closed meanwhile stays closed, and comes back with the text when it is opened again', async () => {
  showRestored(restored);
  removeTab(path);
  arrival.resolve(late);
  await expect.poll(() => closed).toEqual([path]);
  expect(findTab(path)).toBeUndefined();

  arrival = Promise.withResolvers();
  showRestored(restored);
  removeTab(path);
  const opening = openDocument(path);
  arrival.resolve(late);
  await opening;
  expect(shown()).toEqual(['mine on disk\n', true, 'document']);
});

test('what does not come is said in the tab', async () => {
  showRestored(restored);
  arrival.resolve(null);
  await expect.poll(shown).toEqual([undefined, undefined, 'failed']);
});
