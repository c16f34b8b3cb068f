/** @module-tag search */

import { redo, undo, undoDepth } from '@codemirror/commands';
import { EditorSelection, type StateCommand } from '@codemirror/state';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { BackupEntry } from '../../../shared/contract/documents/backup.ts';
import { stubWindow } from '../../base/window.fixture.ts';
import { openedDocument } from '../documents/documents.fixture.ts';

stubWindow();
const { openedState, versionOf } = await import('../documents/document-state.ts');
const { putTab, useDocuments } = await import('../documents/documents-store.ts');
const {
  createSession,
  endSession,
  followSessions,
  placeIn,
  putIn,
  setPanes,
  stateOf,
  statesOf,
  updateSession,
  viewIn,
} = await import('../sessions.ts');
const { editOf, replay } = await import('../backups/replay.ts');

const path = '/p/a.txt';
const beginning = { revision: 'r1', lineEnding: 'lf', encoding: 'utf8', hasBom: false } as const;
const version = versionOf(openedDocument(path, 'one two\nthree\n', { revision: 'r1' }));

function start(): void {
  endSession(path);
  useDocuments.setState(useDocuments.getInitialState(), true);
  createSession(path, version);
  putTab({ kind: 'document', path, document: openedState(path, version) });
}

const text = (): string => stateOf(path)?.doc.toString() ?? '';
const run = (command: StateCommand): void => {
  const state = stateOf(path);
  if (state) command({ state, dispatch: (transaction) => updateSession(path, transaction) });
};
const cursorIn = (pane: number) => viewIn(path, pane)?.state.selection.main.head;

it('a document in two panes has one text and one history, and a cursor in each', () => {
  start();
  setPanes(path, [0], 0, 0);
  updateSession(path, { selection: { anchor: 4 } });
  setPanes(path, [0, 1], 1, 0);
  expect([cursorIn(0), cursorIn(1)]).toEqual([4, 4]);
  updateSession(path, { changes: { from: 0, insert: 'zero ' }, selection: { anchor: 5 }, userEvent: 'input.type' });
  expect([cursorIn(0), cursorIn(1)]).toEqual([9, 5]);
  setPanes(path, [0, 1], 0, 1);
  run(undo);
  expect([text(), cursorIn(0)]).toEqual(['one two\nthree\n', 4]);
  run(redo);
  setPanes(path, [1], 1, 0);
  run(undo);
  expect([text(), statesOf(path).length]).toEqual(['one two\nthree\n', 1]);
});

it('a view that is not shown stays at its lines when text is inserted above', () => {
  start();
  setPanes(path, [0, 1], 0, 0);
  putIn(path, 1, { selection: { ranges: [{ anchor: 10, head: 10 }], main: 0 }, top: { at: 8, offset: 3 }, edits: 0 });
  updateSession(path, { changes: { from: 0, insert: 'zero\n' } });
  expect(placeIn(path, 1)).toMatchObject({ selection: { ranges: [{ anchor: 15 }] }, top: { at: 13, offset: 3 } });
});

it('a moved tab keeps its cursor, and a pane that is closed takes no history along', () => {
  start();
  setPanes(path, [0, 1], 0, 0);
  updateSession(path, { changes: { from: 0, insert: 'x' }, selection: { anchor: 1 } });
  updateSession(path, { selection: { anchor: 3 } });
  setPanes(path, [1, 2], 2, 1);
  expect([cursorIn(1), cursorIn(2)]).toEqual([0, 3]);
  setPanes(path, [1], 1, 2);
  expect(undoDepth(stateOf(path) ?? expect.fail('It is closed.'))).toBe(1);
});

it('has the same text in all views, and in its backup, whatever is typed, undone and divided', () => {
  const act = fc.oneof(
    fc.record({ type: fc.constant('type' as const), at: fc.nat(40), text: fc.constantFrom('a', 'bc', '\n', '') }),
    fc.record({ type: fc.constant('delete' as const), at: fc.nat(40), length: fc.nat(5) }),
    fc.record({ type: fc.constant('select' as const), at: fc.nat(40) }),
    fc.record({ type: fc.constant('step' as const), isBack: fc.boolean() }),
    fc.record({
      type: fc.constant('panes' as const),
      panes: fc.uniqueArray(fc.nat(3), { minLength: 1 }),
      front: fc.nat(3),
    }),
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 40 }), (acts) => {
      start();
      const entries: BackupEntry[] = [];
      const unfollow = followSessions({
        edited: (_path, transactions) => entries.push(...transactions.map((each) => editOf(each, null))),
      });
      const begun = stateOf(path) ?? expect.fail('It is closed.');
      setPanes(path, [0], 0, 0);
      let panes = [0];
      for (const one of acts) {
        const { length } = text();
        if (one.type === 'step') run(one.isBack ? undo : redo);
        else if (one.type === 'panes') {
          setPanes(path, one.panes, one.front, panes[0] ?? 0);
          ({ panes } = one);
        } else {
          const from = Math.min(one.at, length);
          if (one.type === 'select') updateSession(path, { selection: EditorSelection.cursor(from) });
          else if (one.type === 'type')
            updateSession(path, { changes: { from, insert: one.text }, userEvent: 'input.type' });
          else updateSession(path, { changes: { from, to: Math.min(from + one.length, length) } });
        }
        const states = statesOf(path);
        expect(states).toHaveLength(panes.length);
        for (const state of states) expect(state.doc.eq(states[0]?.doc ?? state.doc)).toBe(true);
      }
      const edits = entries.filter((entry) => entry.type !== 'begun');
      expect(
        replay(begun, { beginning: { type: 'begun', folder: null, path, ...beginning }, entries: edits }),
      ).toMatchObject({
        isCut: false,
      });
      const { state } = replay(begun, {
        beginning: { type: 'begun', folder: null, path, ...beginning },
        entries: edits,
      });
      expect(state.doc.toString()).toBe(text());
      unfollow();
    }),
  );
});
