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
const { receiveReport } = await import('./disk-changes.ts');
const { openedState, versionOf } = await import('../document-state.ts');
const { putTab, useDocuments } = await import('../documents-store.ts');
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
