import { undoDepth } from '@codemirror/commands';
import type { Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { beforeEach, expect, test, vi } from 'vitest';
import type { BufferAnswer, BufferRequest } from '../../../shared/contract/change.ts';
import type { SaveRequest, WholeDocument } from '../../../shared/contract/documents/document.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { stubWindow } from '../../base/window.fixture.ts';
import { openedDocument } from '../documents/documents.fixture.ts';

// Main is faked: its answers, and the calls to it. The editor's own parts are real; their states need no page.
const answers: BufferAnswer[] = [];
const calls: string[] = [];
let disk: WholeDocument;
let answerSave: (request: SaveRequest) => Promise<Result<{ revision: string }>>;
stubWindow({
  changes: { answerBuffer: async (_id: string, answer: BufferAnswer) => void answers.push(answer) },
  documents: {
    rules: async () => ({}),
    open: async (path: string) => {
      calls.push(`open ${path}`);
      return { ok: true, value: { ...disk, path } };
    },
    close: async (path: string) => void calls.push(`close ${path}`),
    save: (request: SaveRequest) => answerSave(request),
  },
});
const { answerBufferRequest } = await import('./buffer-requests.ts');
const { reportDisk } = await import('../documents/disk/disk-changes.ts');
const { openedState, versionOf } = await import('../documents/document-state.ts');
const { findDocument, putTab, useDocuments } = await import('../documents/documents-store.ts');
const { redoTurn, undoTurn } = await import('../editing/turn-undo.ts');
const { saveDocument } = await import('../documents/saving/save-document.ts');
const { createSession, currentText, endSession, sessionPaths, stateOf, tellDocument, updateSession } = await import(
  '../sessions.ts'
);

const path = '/p/a.txt';
const opened = (text: string, revision = 'r1', lineEnding: WholeDocument['lineEnding'] = 'lf') =>
  openedDocument(path, text, { revision, lineEnding });

function open(document: WholeDocument): void {
  disk = document;
  const version = versionOf(document);
  createSession(path, version);
  putTab({ kind: 'document', path, document: openedState(path, version) });
}
const type = (text: string, at = 0) => updateSession(path, { changes: { from: at, insert: text } });
const ask = async (request: BufferRequest, until = Date.now() + 3000) => {
  await answerBufferRequest({ type: 'buffer-request', requestId: '1', request, until });
  return answers.pop();
};
const apply = (base: string, text: string, turn?: string) => ask({ type: 'apply', path, base, text, turn });
/** Presses a key of the history. @returns the text then */
function press(step: typeof undoTurn): string | undefined {
  const state = stateOf(path);
  const dispatch = (steps: readonly Transaction[]) => {
    for (const each of steps) updateSession(path, each);
  };
  step({ state, dispatch } as unknown as EditorView);
  return text();
}
const text = () => currentText(path)?.toString();

beforeEach(() => {
  for (const one of sessionPaths()) endSession(one);
  useDocuments.setState(useDocuments.getInitialState(), true);
  answers.length = 0;
  calls.length = 0;
});

test('what is not open is said to be closed, and so is what is too large for main', async () => {
  expect(await ask({ type: 'read', path })).toEqual({ type: 'closed' });
  open(opened('x'.repeat(20 * 1024 * 1024 + 1)));
  expect(await ask({ type: 'read', path })).toEqual({ type: 'closed' });
});

test('a text is read with the line ends of its file, and whether it is saved', async () => {
  open(opened('one\r\ntwo\r\n', 'r1', 'crlf'));
  expect(await ask({ type: 'read', path })).toEqual({ type: 'text', text: 'one\r\ntwo\r\n', isEdited: false });
  type('x');
  expect(await ask({ type: 'read', path })).toEqual({ type: 'text', text: 'xone\r\ntwo\r\n', isEdited: true });
});

test('a change is one step of undo, leaves the cursor, and counts as saved', async () => {
  open(opened('one\ntwo\nthree\n'));
  updateSession(path, { selection: { anchor: 9 } });
  expect(await apply('one\ntwo\nthree\n', 'zero\none\ntwo\nthree\nfour\n')).toEqual({
    type: 'applied',
    isEdited: false,
  });
  const state = stateOf(path);
  if (!state) throw new Error('The session is gone.');
  expect([text(), undoDepth(state), findDocument(path)?.isEdited]).toEqual(['zero\none\ntwo\nthree\nfour\n', 1, false]);
  expect(press(undoTurn)).toBe('one\ntwo\nthree\n');
});

test('what a turn wrote, through the app and to the disk, is undone and redone in one step, and what was typed is one of its own', async () => {
  open(opened('one\n'));
  type('mine ');
  reportDisk(path, { ok: true, value: opened('mine one\n', 'r1') });
  tellDocument(path, { type: 'written-by-main' });
  await apply('mine one\n', 'mine one\ntwo\n', 'p1');
  reportDisk(path, { ok: true, value: opened('mine one\ntwo\n', 'r2') });
  // The cursor moves meanwhile, which begins no other step.
  updateSession(path, { selection: { anchor: 2 } });
  reportDisk(path, { ok: true, value: opened('zero\nmine one\ntwo\n', 'r3') }, 'p1');
  await apply('zero\nmine one\ntwo\n', 'ZERO\nmine one\ntwo\n', 'p1');
  await apply('ZERO\nmine one\ntwo\n', 'ZERO\nmine ONE\ntwo\n', 'p2');

  expect(press(undoTurn)).toBe('ZERO\nmine one\ntwo\n');
  expect(press(undoTurn)).toBe('mine one\n');
  expect(press(undoTurn)).toBe('one\n');
  expect(press(redoTurn)).toBe('mine one\n');
  expect(press(redoTurn)).toBe('ZERO\nmine one\ntwo\n');
  expect(press(undoTurn)).toBe('mine one\n');
});

test('what main wrote then is no change of others, not even when somebody typed meanwhile', async () => {
  open(opened('old\n'));
  await apply('old\n', 'new\n');
  type('typed ');
  reportDisk(path, { ok: true, value: opened('new\n', 'r2') });
  expect(findDocument(path)).toMatchObject({ base: { revision: 'r2' }, isEdited: true, disk: { kind: 'same' } });
  expect(text()).toBe('typed new\n');
  reportDisk(path, { ok: true, value: opened('theirs\n', 'r3') });
  expect(findDocument(path)?.disk.kind).toBe('changed');
});

test('a save that began before main told of its own is made once more, on what main wrote', async () => {
  open(opened('old\n'));
  await apply('old\n', 'new\n');
  type('typed ');
  const bases: unknown[] = [];
  answerSave = async ({ baseRevision }) => {
    bases.push(baseRevision);
    if (baseRevision === 'r2') return { ok: true, value: { revision: 'r3' } };
    reportDisk(path, { ok: true, value: opened('new\n', 'r2') });
    return { ok: false, failure: { code: 'file-changed', message: 'It was changed.' } };
  };
  expect(await saveDocument(path)).toBe(true);
  expect(bases).toEqual(['r1', 'r2']);
  expect(findDocument(path)).toMatchObject({ base: { revision: 'r3' }, isEdited: false, disk: { kind: 'same' } });
});

test('over unsaved edits it stays unsaved', async () => {
  open(opened('one\n'));
  type('typed\n');
  expect(await apply('typed\none\n', 'typed\nmodel\n')).toEqual({ type: 'applied', isEdited: true });
  expect([text(), findDocument(path)?.isEdited]).toEqual(['typed\nmodel\n', true]);
  // Although the text equals that on disk by chance: the disk was not read.
  expect(await apply('typed\nmodel\n', 'one\n')).toEqual({ type: 'applied', isEdited: true });
  expect(findDocument(path)?.isEdited).toBe(false);
});

test('what main wrote to the disk first leaves no edits and no question, also when the disk was another one', async () => {
  open(opened('one\n'));
  type('typed\n');
  reportDisk(path, { ok: true, value: opened('theirs\n', 'r2') });
  expect(findDocument(path)?.disk.kind).toBe('changed');
  expect(await ask({ type: 'apply', path, base: 'typed\none\n', text: 'zero\n', isSaved: true })).toEqual({
    type: 'applied',
    isEdited: false,
  });
  reportDisk(path, { ok: true, value: opened('zero\n', 'r3') });
  expect(findDocument(path)).toMatchObject({ base: { revision: 'r3' }, isEdited: false, disk: { kind: 'same' } });
  const state = stateOf(path);
  expect(state && undoDepth(state)).toBe(2);
});

test('another text than the one it was made from is left alone, and so is one whose time is over', async () => {
  open(opened('one\n'));
  expect(await apply('other\n', 'new\n')).toEqual({ type: 'changed' });
  expect(await ask({ type: 'apply', path, base: 'one\n', text: 'new\n' }, Date.now())).toBeUndefined();
  expect(text()).toBe('one\n');
});

test('other line ends are taken over', async () => {
  open(opened('one\r\ntwo\r\n', 'r1', 'crlf'));
  await apply('one\r\ntwo\r\n', 'one\ntwo\n');
  expect([findDocument(path)?.lineEnding, text()]).toEqual(['lf', 'one\ntwo\n']);
  expect(await ask({ type: 'read', path })).toMatchObject({ text: 'one\ntwo\n' });
});

test('a save that is under way is over before the answer', async () => {
  open(opened('one\n'));
  type('typed ');
  const { promise, resolve } = Promise.withResolvers<Result<{ revision: string }>>();
  const asked = Promise.withResolvers<void>();
  answerSave = () => {
    asked.resolve();
    return promise;
  };
  const saving = saveDocument(path);
  await asked.promise;
  const answering = ask({ type: 'read', path });
  resolve({ ok: true, value: { revision: 'r2' } });
  expect(await saving).toBe(true);
  expect(await answering).toEqual({ type: 'text', text: 'typed one\n', isEdited: false });
});

test('a tab follows its file, with its edits and its history', async () => {
  open(opened('one\n'));
  type('typed ');
  const to = '/p/b.txt';
  expect(await ask({ type: 'moved', path, to })).toEqual({ type: 'applied', isEdited: true });
  expect(useDocuments.getState().tabs).toMatchObject([{ path: to, document: { path: to, isEdited: true } }]);
  expect([currentText(path), currentText(to)?.toString()]).toEqual([undefined, 'typed one\n']);
  const state = stateOf(to);
  expect(state && undoDepth(state)).toBe(1);
  await vi.waitFor(() => expect(calls).toEqual([`close ${path}`, `open ${to}`]));
  // Edits are tracked under the new path.
  updateSession(to, { changes: { from: 0, to: 6 } });
  expect(findDocument(to)).toMatchObject({ isEdited: false, disk: { kind: 'same' } });
});
