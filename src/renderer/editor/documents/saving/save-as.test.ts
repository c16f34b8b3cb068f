import { undoDepth } from '@codemirror/commands';
import { beforeEach, expect, test, vi } from 'vitest';
import type { SaveRequest, SaveTarget } from '../../../../shared/contract/documents/document.ts';
import { fail, ok, type Result } from '../../../../shared/contract/errors.ts';
import { stubWindow } from '../../../base/window.fixture.ts';
import { openedDocument } from '../documents.fixture.ts';

// Main's answers are faked. The editor's own parts are real; their states need no page.
let target: SaveTarget | null;
let answerSave: (request: SaveRequest) => Promise<Result<{ revision: string }>>;
const saved: SaveRequest[] = [];
const reports: unknown[][] = [];
stubWindow({
  documentMirror: {
    async report(events: unknown[]) {
      reports.push(events);
      return [];
    },
  },
  documents: {
    open: async (path: string) => ok({ ...opened(String(saved.at(-1)?.text ?? '')), path, revision: 'written' }),
    close: async () => {},
    rules: async () => ({}),
    pickSaveTarget: async () => target,
    save: (request: SaveRequest) => answerSave(request),
  },
});
const { saveDocumentAs } = await import('./save-as.ts');
const { applyTargetOf } = await import('../../apply/apply-target.ts');
const { reportDocuments } = await import('../document-reports.ts');
const { useEditorFacts } = await import('../../facts-store.ts');
const { newDocument } = await import('../untitled.ts');
const { showOpenedDocument } = await import('../open-document.ts');
const { saveDocument, saveInForm } = await import('./save-document.ts');
const { activateTab, dirtyPaths, findDocument, removeTab, useDocuments } = await import('../documents-store.ts');
const { currentText, endSession, sessionPaths, stateOf, updateSession } = await import('../../sessions.ts');

const path = '/p/a.txt';
const key = 'untitled:/Untitled-1';
const opened = (text: string, isReadOnly = false) => openedDocument(path, text, { isReadOnly });
const insert = (of: string, text: string) =>
  updateSession(of, { changes: { from: 0, insert: text }, userEvent: 'input' });

beforeEach(() => {
  for (const one of sessionPaths()) endSession(one);
  useDocuments.setState(useDocuments.getInitialState(), true);
  saved.length = 0;
  target = { path: '/p/b.txt', openAs: null };
  answerSave = async (request) => {
    saved.push(request);
    return ok({ revision: 'written' });
  };
});

test('an untitled document is unsaved while it has any text, and is never written without being asked where', async () => {
  newDocument();
  expect(dirtyPaths()).toEqual([]);
  insert(key, 'x');
  expect(dirtyPaths()).toEqual([key]);
  expect(await saveDocument(key)).toBe(false);
  updateSession(key, { changes: { from: 0, to: 1 } });
  expect(dirtyPaths()).toEqual([]);
  expect(saved).toEqual([]);
});

test('what is typed while the file is written is unsaved in the new one', async () => {
  newDocument();
  insert(key, 'one');
  answerSave = async (request) => {
    saved.push(request);
    insert(key, 'more ');
    return ok({ revision: 'written' });
  };
  expect(await saveDocumentAs(key)).toBe('/p/b.txt');
  expect(saved).toMatchObject([{ path: '/p/b.txt', text: 'one', baseRevision: null }]);
  expect(currentText('/p/b.txt')?.toString()).toBe('more one');
  expect(dirtyPaths()).toEqual(['/p/b.txt']);
  expect(findDocument(key)).toBeUndefined();
});

test('saves that are asked for in the same moment run one after another, each with what is there by then', async () => {
  showOpenedDocument(ok(opened('')));
  let underWay = 0;
  answerSave = async (request) => {
    underWay += 1;
    expect(underWay).toBe(1);
    saved.push(request);
    insert(path, 'x');
    await Promise.resolve();
    underWay -= 1;
    return ok({ revision: `r${saved.length + 1}` });
  };
  insert(path, 'x');
  expect(await Promise.all([1, 2, 3].map(() => saveDocument(path)))).toEqual([true, true, true]);
  expect(saved.map(({ text, baseRevision }) => [text, baseRevision])).toEqual([
    ['x', 'r1'],
    ['xx', 'r2'],
    ['xxx', 'r3'],
  ]);
});

test('a copy of a read-only file can be changed', async () => {
  showOpenedDocument(ok(opened('fixed', true)));
  expect(stateOf(path)?.readOnly).toBe(true);
  expect(await saveDocumentAs(path)).toBe('/p/b.txt');
  expect(stateOf('/p/b.txt')?.readOnly).toBe(false);
  expect(findDocument('/p/b.txt')?.isReadOnly).toBe(false);
});

test('when it fails everything is as it was, the tab of that file too', async () => {
  newDocument();
  insert(key, 'mine');
  showOpenedDocument(ok(opened('theirs')));
  activateTab(key);
  target = { path, openAs: path };
  answerSave = async () => fail('file-denied', 'It could not be saved.');
  expect(await saveDocumentAs(key)).toBeNull();
  expect(findDocument(key)).toMatchObject({ isSaving: false, isEdited: true });
  expect(currentText(path)?.toString()).toBe('theirs');
});

test('what is typed in the tab of the file while that is replaced goes on without a file', async () => {
  newDocument();
  insert(key, 'mine');
  showOpenedDocument(ok(opened('theirs')));
  activateTab(key);
  target = { path, openAs: path };
  answerSave = async (request) => {
    saved.push(request);
    insert(path, 'not saved, ');
    return ok({ revision: 'written' });
  };
  expect(await saveDocumentAs(key)).toBe(path);
  const other = 'untitled:/Untitled-2';
  expect(
    useDocuments
      .getState()
      .tabs.map((tab) => tab.path)
      .toSorted(),
  ).toEqual([path, other]);
  expect([currentText(path)?.toString(), currentText(other)?.toString()]).toEqual(['mine', 'not saved, theirs']);
  expect(dirtyPaths()).toEqual([other]);
  const state = stateOf(other);
  expect(state && undoDepth(state)).toBe(1);
});

test('code can be put into an untitled document, and no file is made of one that is closed', async () => {
  newDocument();
  insert(key, 'one');
  const into = await applyTargetOf(key);
  expect(into).toMatchObject({ type: 'open', path: key, text: 'one' });
  expect(await applyTargetOf('untitled:/Untitled-2')).toBe(
    'Untitled-2 is not open. Open it, then apply the code again.',
  );
});

test('extensions hear of a document when it has a file', async () => {
  newDocument();
  insert(key, 'one');
  useEditorFacts.setState({ languages: { [key]: 'Plain text' } });
  reportDocuments(true);
  await vi.waitFor(() => expect(reports).toEqual([[]]));
  await saveDocumentAs(key);
  useEditorFacts.setState({ languages: { [key]: 'Plain text', '/p/b.txt': 'Plain text' } });
  await vi.waitFor(() => expect(reports.flat()).toMatchObject([{ type: 'opened', path: '/p/b.txt', text: 'one' }]));
  // A document that is not reported is not requested repeatedly.
  expect(reports.length).toBe(2);
  reportDocuments(false);
});

test('extensions are not told of a large document', async () => {
  void showOpenedDocument(ok(opened('line\n'.repeat(300_001))));
  useEditorFacts.setState({ languages: { [path]: 'Plain text' } });
  reportDocuments(true);
  await vi.waitFor(() => expect(reports.at(-1)).toEqual([]));
  endSession(path);
  removeTab(path);
  void showOpenedDocument(ok(opened('line\n'.repeat(299_999))));
  useEditorFacts.setState({ languages: { [path]: 'Text' } });
  await vi.waitFor(() => expect(reports.at(-1)).toMatchObject([{ type: 'opened', path }]));
  reportDocuments(false);
});

test('Save As keeps the encoding of the document', async () => {
  showOpenedDocument(ok({ ...opened('gr\u00fcn'), encoding: 'windows1252' }));
  expect(await saveDocumentAs(path)).toBe('/p/b.txt');
  expect(saved).toMatchObject([{ path: '/p/b.txt', text: 'grün', encoding: 'windows1252', hasBom: false }]);
});

test('a document has the encoding that it was saved with, and its own when it could not be', async () => {
  showOpenedDocument(ok({ ...opened('gr\u00fcn'), encoding: 'windows1252' }));
  const save = async (key: string) => ((await saveDocument(key)) ? key : null);
  answerSave = async () => fail('file-encoding', 'It has no such letter.');
  expect(await saveInForm(path, { encoding: 'koi8r', hasBom: false }, save)).toBeNull();
  expect(findDocument(path)).toMatchObject({ encoding: 'windows1252', isEdited: false });
  answerSave = async (request) => {
    saved.push(request);
    return ok({ revision: 'r2' });
  };
  expect(await saveInForm(path, { encoding: 'utf8', hasBom: true }, save)).toBe(path);
  expect(saved).toMatchObject([{ encoding: 'utf8', hasBom: true, baseRevision: 'r1' }]);
  expect(findDocument(path)).toMatchObject({ encoding: 'utf8', hasBom: true, isEdited: false });
});

test('what an encoding lacks is offered in UTF-8', async () => {
  const { useNotices } = await import('../../../base/notices/notices-store.ts');
  showOpenedDocument(ok({ ...opened('one'), encoding: 'windows1252' }));
  insert(path, '漢');
  answerSave = async (request) => {
    saved.push(request);
    return request.encoding === 'utf8' ? ok({ revision: 'r2' }) : fail('file-encoding', 'It has no “漢”.');
  };
  expect(await saveDocument(path)).toBe(false);
  const way = useNotices
    .getState()
    .notices.flatMap(({ actions }) => actions)
    .find(({ label }) => label === 'Save with UTF-8');
  way?.run();
  await vi.waitFor(() => expect(dirtyPaths()).toEqual([]));
  expect(saved.map(({ encoding }) => encoding)).toEqual(['windows1252', 'utf8']);
  expect(findDocument(path)?.encoding).toBe('utf8');
});
