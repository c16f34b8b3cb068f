import { history, isolateHistory, redo, redoDepth, undo, undoDepth } from '@codemirror/commands';
import { EditorSelection, EditorState, StateEffect, type Transaction, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BackupEntry, backupEntrySchema } from '../../../shared/contract/documents/backup.ts';
import { lengthOf } from '../../../shared/testing/soak.ts';
import { madeIn, turnUndo, undoTurn } from '../editing/turn-undo.ts';
import { editOf, replay } from './replay.ts';

const extensions = [history(), EditorState.allowMultipleSelections.of(true), EditorState.lineSeparator.of('\n')];
const beginning = {
  type: 'begun',
  folder: null,
  path: '/a',
  revision: 'r',
  lineEnding: 'lf',
  encoding: 'utf8',
  hasBom: false,
} as const;
type Edits = Exclude<BackupEntry, { type: 'begun' }>[];

/** An editor whose edits are kept as the app keeps them, as text that is read again. */
function recorded(doc: string) {
  let state = EditorState.create({ doc, extensions });
  let left: EditorSelection | null = null;
  const entries: Edits = [];
  const dispatch = (transaction: Transaction) => {
    state = transaction.state;
    const isStep = transaction.isUserEvent('undo') || transaction.isUserEvent('redo');
    if (!transaction.docChanged && !isStep) {
      if (transaction.selection) left = null;
      return;
    }
    const entry = backupEntrySchema.parse(JSON.parse(JSON.stringify(editOf(transaction, left))));
    if (entry.type !== 'begun') entries.push(entry);
    left = transaction.newSelection;
  };
  return {
    entries,
    state: () => state,
    update: (spec: TransactionSpec) => dispatch(state.update(spec)),
    run: (command: typeof undo) => command({ state, dispatch }),
  };
}

const start = (doc: string) => EditorState.create({ doc, extensions });

/** All that undo, and then redo, shows, step by step. */
function steps(state: EditorState): string[] {
  let present = state;
  const seen = [present.doc.toString()];
  for (const command of [undo, redo]) {
    while (
      command({
        state: present,
        dispatch: (transaction) => {
          present = transaction.state;
        },
      })
    ) {
      seen.push(`${present.doc.toString()} ${JSON.stringify(present.selection.toJSON())}`);
    }
  }
  return seen;
}

describe('what was done to a text', () => {
  test('is done again: text, cursor, and each step of its history', () => {
    const editor = recorded('one\ntwo\n');
    editor.update({ changes: { from: 0, insert: 'x' }, selection: { anchor: 1 }, userEvent: 'input.type' });
    editor.update({ changes: { from: 1, insert: 'y' }, selection: { anchor: 2 }, userEvent: 'input.type' });
    editor.update({ selection: { anchor: 6 } });
    editor.update({ changes: { from: 5, to: 6 }, userEvent: 'delete.backward' });
    editor.run(undo);
    const { state, isCut } = replay(start('one\ntwo\n'), { beginning, entries: editor.entries });
    expect(isCut).toBe(false);
    expect(state.doc.toString()).toBe('xyone\ntwo\n');
    expect([undoDepth(state), redoDepth(state)]).toEqual([undoDepth(editor.state()), redoDepth(editor.state())]);
    expect(steps(state)).toEqual(steps(editor.state()));
  });

  test('in one turn is still one step of the history', () => {
    const editor = recorded('one');
    editor.update({ changes: { from: 3, insert: '!' } });
    for (const insert of ['a', 'b'])
      editor.update({ changes: { from: 0, insert }, annotations: [isolateHistory.of('full'), madeIn('p')] });
    const { state } = replay(start('one').update({ effects: StateEffect.appendConfig.of(turnUndo) }).state, {
      beginning,
      entries: editor.entries,
    });
    let undone = '';
    undoTurn({
      state,
      dispatch: (steps: readonly Transaction[]) => (undone = steps.at(-1)?.newDoc.toString() ?? ''),
    } as unknown as EditorView);
    expect([state.doc.toString(), undone]).toEqual(['baone!', 'one!']);
  });

  test('is based on the file that it was saved as, or loaded from', () => {
    const editor = recorded('one');
    editor.update({ changes: { from: 3, insert: '!' } });
    const saved = {
      type: 'based',
      isText: true,
      revision: 'r2',
      lineEnding: 'crlf',
      encoding: 'utf8',
      hasBom: true,
    } as const;
    editor.entries.push(saved);
    editor.update({ changes: { from: 4, insert: '?' } });
    const replayed = replay(start('one'), { beginning, entries: editor.entries });
    expect(replayed.form).toMatchObject({ revision: 'r2', lineEnding: 'crlf', encoding: 'utf8', hasBom: true });
    expect(replayed.base?.toString()).toBe('one!');
    editor.entries.push({ ...saved, isText: false, revision: 'r3' });
    expect(replay(start('one'), { beginning, entries: editor.entries }).base).toBeNull();
  });

  test('is done as far as it fits the text, and what does not is said', () => {
    const editor = recorded('one');
    editor.update({ changes: { from: 3, insert: '!' } });
    const bad: Edits = [{ type: 'edited', changes: [9_999, [0, 'x']], at: 0 }];
    const { state, isCut } = replay(start('one'), { beginning, entries: [...editor.entries, ...bad] });
    expect(isCut).toBe(true);
    expect(state.doc.toString()).toBe('one!');
  });

  test('a step that goes back before the journal began is made as a change', () => {
    const editor = recorded('one');
    editor.update({ changes: { from: 3, insert: '!' } });
    const before = editor.entries.length;
    editor.run(undo);
    const kept = editor.entries.slice(before);
    expect(replay(start('one!'), { beginning, entries: kept }).state.doc.toString()).toBe('one');
  });
});

test('whatever is typed, selected, undone and redone, text and history are the same again', {
  tags: ['search'],
}, () => {
  const place = fc.nat({ max: 40 });
  const act = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        what: fc.constant('type' as const),
        at: place,
        words: fc.constantFrom('a', 'bc', '\n', '😀', ''),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({ what: fc.constant('delete' as const), at: place, length: fc.integer({ min: 1, max: 5 }) }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        what: fc.constant('select' as const),
        at: fc.array(place, { minLength: 1, maxLength: 3 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ what: fc.constantFrom<'undo' | 'redo'>('undo', 'redo') }) },
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 20 }), fc.array(act, { maxLength: 40 }), (raw, acts) => {
      const doc = raw.replaceAll('\r', ' ');
      const editor = recorded(doc);
      for (const one of acts) {
        const { length } = editor.state().doc;
        const within = (at: number) => Math.min(at, length);
        if (one.what === 'undo') editor.run(undo);
        else if (one.what === 'redo') editor.run(redo);
        else if (one.what === 'select') {
          editor.update({
            selection: EditorSelection.create(one.at.map((at) => EditorSelection.cursor(within(at)))),
            userEvent: 'select',
          });
        } else if (one.what === 'type') {
          const from = within(one.at);
          editor.update({
            changes: { from, insert: one.words },
            selection: { anchor: from + one.words.length },
            userEvent: 'input.type',
          });
        } else if (one.what === 'delete') {
          const from = within(one.at);
          editor.update({ changes: { from, to: within(from + one.length) }, userEvent: 'delete.forward' });
        }
      }
      // Where the cursor went after the last edit is kept with the tab, so the last thing is an edit.
      editor.update({ changes: { from: 0, insert: 'z' } });
      const { state, isCut } = replay(start(doc), { beginning, entries: editor.entries });
      expect(isCut).toBe(false);
      expect(state.doc.eq(editor.state().doc)).toBe(true);
      expect(steps(state)).toEqual(steps(editor.state()));
    }),
    { numRuns: lengthOf(300, 3000) },
  );
});
