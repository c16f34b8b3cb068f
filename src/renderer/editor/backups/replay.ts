import { isolateHistory, redo, undo } from '@codemirror/commands';
import {
  type Annotation,
  ChangeSet,
  EditorSelection,
  type EditorState,
  type Text,
  Transaction,
} from '@codemirror/state';
import type { BackupBeginning, BackupEntry, RestoredJournal } from '../../../shared/contract/documents/backup.ts';

type Edit = Extract<BackupEntry, { type: 'edited' }>;
export type Form = Pick<BackupBeginning, 'revision' | 'lineEnding' | 'encoding' | 'hasBom'>;

/** The journal entry for a change of the text. @param left the selection after the last edit; null: changed since */
export function editOf(transaction: Transaction, left: EditorSelection | null): Edit {
  const { changes, startState } = transaction;
  const event = transaction.annotation(Transaction.userEvent);
  const history = historyOf(transaction);
  return {
    type: 'edited',
    changes: changes.toJSON(),
    at: transaction.annotation(Transaction.time) ?? Date.now(),
    ...(event !== undefined && { event: event.slice(0, 256) }),
    ...(history && { history }),
    ...(!left?.eq(startState.selection) && { before: written(startState.selection) }),
    ...(transaction.selection && { after: written(transaction.selection) }),
  };
}

const maxRanges = 1000;

function written(selection: EditorSelection): NonNullable<Edit['after']> {
  const { ranges, main } = selection;
  if (ranges.length === 1 && main.empty) return main.head;
  // Thousands of cursors are more than an entry of a journal may hold.
  return (ranges.length > maxRanges ? EditorSelection.create([main]) : selection).toJSON();
}

const readSelection = (kept: NonNullable<Edit['after']>): EditorSelection =>
  typeof kept === 'number' ? EditorSelection.single(kept) : EditorSelection.fromJSON(kept);

function historyOf(transaction: Transaction): Edit['history'] {
  if (transaction.isUserEvent('undo')) return 'undo';
  if (transaction.isUserEvent('redo')) return 'redo';
  if (transaction.annotation(Transaction.addToHistory) === false) return 'none';
  return transaction.annotation(isolateHistory) === undefined ? undefined : 'apart';
}

export interface Replayed {
  readonly state: EditorState;
  /** The form of the file that the edits are based on, and its text where that is known. */
  readonly form: Form;
  readonly base: Text | null;
  /** It could only be restored in part. */
  readonly isCut: boolean;
}

/** Replays the edits on the text before the first one, so that its undo history is the same again. */
export function replay(
  start: EditorState,
  { beginning, entries }: Pick<RestoredJournal, 'beginning' | 'entries'>,
): Replayed {
  let state = start;
  let form: Form = beginning;
  let base = beginning.revision === null ? null : start.doc;
  try {
    for (const entry of entries) {
      if (entry.type === 'edited') state = redone(state, entry);
      else if (entry.type === 'based') {
        form = entry;
        base = entry.isText ? state.doc : null;
      }
    }
    return { state, form, base, isCut: false };
  } catch {
    return { state, form, base, isCut: true };
  }
}

/** @throws RangeError when the change does not fit the text */
function redone(
  before: EditorState,
  { changes: json, at, event, history, before: selected, after }: Edit,
): EditorState {
  const state = selected === undefined ? before : before.update({ selection: readSelection(selected) }).state;
  const changes = ChangeSet.fromJSON(json);
  if (history === 'undo' || history === 'redo') {
    const stepped: Transaction[] = [];
    const step = history === 'undo' ? undo : redo;
    step({ state, dispatch: (transaction) => void stepped.push(transaction) });
    const [gone] = stepped;
    // The recorded step may have come from a part of the history that was before the journal.
    if (gone && isSame(gone.changes, changes)) return gone.state;
  }
  const annotations: Annotation<unknown>[] = [Transaction.time.of(at)];
  if (event !== undefined) annotations.push(Transaction.userEvent.of(event));
  if (history === 'apart') annotations.push(isolateHistory.of('full'));
  if (history === 'none') annotations.push(Transaction.addToHistory.of(false));
  const selection = after === undefined ? undefined : readSelection(after);
  return state.update({ changes, annotations, filter: false, ...(selection && { selection }) }).state;
}

const isSame = (one: ChangeSet, other: ChangeSet): boolean =>
  JSON.stringify(one.toJSON()) === JSON.stringify(other.toJSON());
