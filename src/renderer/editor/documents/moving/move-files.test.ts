// It looks at the page when it is loaded: there is none yet.
import '@codemirror/view';
import { beforeEach, expect, test } from 'vitest';
import type { OpenedDocument } from '../../../../shared/contract/documents/document.ts';
import { fail, ok, type Result } from '../../../../shared/contract/errors.ts';
import { stubWindow } from '../../../base/window.fixture.ts';
import { openedDocument } from '../documents.fixture.ts';

let piece: PromiseWithResolvers<string>;
const moved: string[] = [];
const closed: string[] = [];
stubWindow({
  files: {
    async move(from: string, to: string) {
      moved.push(`${from} ${to}`);
      return ok(to);
    },
  },
  documents: {
    async open(path: string): Promise<Result<OpenedDocument>> {
      if (path.endsWith('.png')) return fail('file-binary', `${path} is binary.`);
      return ok({ ...openedDocument(path, ''), text: path.includes('large') ? { id: 'file', pieces: 1 } : 'text' });
    },
    close: async (path: string) => void closed.push(path),
    piece: () => piece.promise,
    rules: async () => ({}),
  },
});
const { moveOpenFiles } = await import('./move-files.ts');
const { openDocument, showOpenedDocument } = await import('../open-document.ts');
const { divide, findTab, frontPane, paneOf, pinTab, useDocuments } = await import('../documents-store.ts');
const { currentText, endSession, sessionPaths } = await import('../../sessions.ts');

const pane = (id?: number) => {
  const documents = useDocuments.getState();
  return id === undefined ? frontPane(documents) : paneOf(documents, id);
};

beforeEach(() => {
  for (const path of sessionPaths()) endSession(path);
  useDocuments.setState(useDocuments.getInitialState(), true);
  piece = Promise.withResolvers();
  moved.length = 0;
  closed.length = 0;
});

test('the tab of an image goes along, pinned or a preview, in each pane, with what is said of it', async () => {
  await openDocument('/p/in/one.png');
  pinTab('/p/in/one.png', true);
  await openDocument('/p/z.txt');
  await openDocument('/p/in/two.png', { isPreview: true });
  divide(0, 'row');
  await moveOpenFiles('/p/in', '/p/out');
  expect(pane(0)).toMatchObject({
    paths: ['/p/out/one.png', '/p/z.txt', '/p/out/two.png'],
    active: '/p/out/two.png',
    pinned: ['/p/out/one.png'],
    preview: '/p/out/two.png',
  });
  expect(pane()).toMatchObject({ id: 1, paths: ['/p/out/two.png'], active: '/p/out/two.png' });
  expect(findTab('/p/out/one.png')).toMatchObject({ failure: { message: '/p/out/one.png is binary.' } });
  await moveOpenFiles('/p/out/one.png', '/p/one.txt');
  expect(findTab('/p/one.txt')?.kind).toBe('document');
  expect(pane().active).toBe('/p/out/two.png');
});

test('a file is moved when its text has arrived, with that', async () => {
  const opening = openDocument('/p/large.txt');
  const moving = moveOpenFiles('/p/large.txt', '/p/larger.txt');
  await Promise.resolve();
  expect(moved).toEqual([]);
  piece.resolve('long');
  await Promise.all([opening, moving]);
  expect(moved).toEqual(['/p/large.txt /p/larger.txt']);
  expect(pane()).toMatchObject({ paths: ['/p/larger.txt'], active: '/p/larger.txt' });
  expect(currentText('/p/larger.txt')?.toString()).toBe('long');
});

test('one that main has opened by itself is read anew where it is moved to', async () => {
  const opening = showOpenedDocument(ok({ ...openedDocument('/p/large.txt', ''), text: { id: 'file', pieces: 1 } }));
  const moving = moveOpenFiles('/p/large.txt', '/p/larger.txt');
  piece.resolve('long');
  await Promise.all([opening, moving]);
  expect(pane()).toMatchObject({ paths: ['/p/larger.txt'], active: '/p/larger.txt' });
  expect(currentText('/p/larger.txt')?.toString()).toBe('long');
  expect(closed).toEqual(['/p/large.txt']);
});
