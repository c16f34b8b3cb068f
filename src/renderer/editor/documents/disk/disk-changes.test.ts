import { undo } from '@codemirror/commands';
import { beforeEach, expect, test } from 'vitest';
import { ok } from '../../../../shared/contract/errors.ts';
import { stubWindow } from '../../../base/window.fixture.ts';
import { openedDocument } from '../documents.fixture.ts';

const path = '/p/a.txt';
const file = (text: string, revision: string) => openedDocument(path, text, { revision });
let disk = file('', '');
/** By the id of a long text; its pieces come when they are given. */
const arriving = new Map<string, PromiseWithResolvers<string>>();
stubWindow({
  documents: {
    open: async () => ok(disk),
    rules: async () => ({}),
    piece: (id: string) => arriving.get(id)?.promise,
  },
});
const { receiveReport, showDifferences } = await import('./disk-changes.ts');
const { useNotices } = await import('../../../base/notices/notices-store.ts');
const { openedState, versionOf } = await import('../document-state.ts');
const { activateTab, activePath, findDocument, putTab, useDocuments } = await import('../documents-store.ts');
const { createSession, currentText, endSession, stateOf, tellDocument, updateSession } = await import(
  '../../sessions.ts'
);

beforeEach(() => {
  endSession(path);
  useDocuments.setState(useDocuments.getInitialState(), true);
  arriving.clear();
  const version = versionOf(file('one', 'r1'));
  createSession(path, version);
  putTab({ kind: 'document', path, document: openedState(path, version) });
});

const text = () => currentText(path)?.toString();

/** Main reports a long text, which is on its way. */
function report(id: string): Promise<void> {
  arriving.set(id, Promise.withResolvers());
  return receiveReport(path, ok({ ...file('', id), text: { id, pieces: 1 } }));
}

test('a long text is loaded when it has arrived, as one step that can be undone', async () => {
  const reported = report('r2');
  expect(text()).toBe('one');
  arriving.get('r2')?.resolve('two');
  await reported;
  expect(text()).toBe('two');
  const state = stateOf(path);
  if (state) undo({ state, dispatch: (transaction) => updateSession(path, transaction) });
  expect(text()).toBe('one');
});

test('of two that arrive the one that was reported last counts', async () => {
  const [second, third] = [report('r2'), report('r3')];
  arriving.get('r3')?.resolve('three');
  await third;
  arriving.get('r2')?.resolve('two');
  await second;
  expect(text()).toBe('three');
});

test('one that arrives after a save may be older than that: the file is read again', async () => {
  const reported = report('r2');
  updateSession(path, { changes: { from: 0, insert: 'mine ' } });
  disk = file('mine one', 'r3');
  tellDocument(path, { type: 'saved', version: versionOf(disk) });
  arriving.get('r2')?.resolve('two');
  await reported;
  expect(text()).toBe('mine one');
});

test('what an agent wrote under unsaved text is compared at once, and said where another file is in front', async () => {
  const said = () => useNotices.getState().notices.map((notice) => notice.text);
  activateTab(path);
  await receiveReport(path, ok(file('two', 'r2')), { name: 'One' });
  expect(findDocument(path)?.disk).toEqual({ kind: 'same' });
  updateSession(path, { changes: { from: 0, insert: 'mine ' } });
  await receiveReport(path, ok(file('three', 'r3')));
  expect(findDocument(path)?.disk).toMatchObject({ kind: 'changed', isCompared: false });
  await receiveReport(path, ok(file('four', 'r4')), { name: 'One' });
  expect(findDocument(path)?.disk).toMatchObject({ kind: 'changed', isCompared: true, isUnasked: true });
  expect(text()).toBe('mine two');
  expect(said()).toEqual([]);

  showDifferences(path, false);
  const other = versionOf(file('other', 'r1'));
  putTab({ kind: 'document', path: '/p/b.txt', document: openedState('/p/b.txt', other) });
  activateTab('/p/b.txt');
  await receiveReport(path, ok(file('five', 'r5')), { name: 'One' });
  expect(activePath()).toBe('/p/b.txt');
  expect(said()).toEqual([expect.stringMatching(/^One changed a\.txt, which has unsaved edits/)]);
});
