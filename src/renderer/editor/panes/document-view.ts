import { history, historyField } from '@codemirror/commands';
import {
  Annotation,
  type ChangeSet,
  EditorSelection,
  type EditorState,
  Facet,
  type Transaction,
} from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import type { BackupPlace } from '../../../shared/contract/documents/backup.ts';
import { foldAgain, foldsOf } from '../editing/folding.ts';
import { historySlot } from '../editor-setup.ts';

/**
 * A document as one pane has it: with a cursor, folds and a scroll position of its own. One of the views of a document
 * leads: it has the undo history, and the others follow its text.
 */
export interface DocumentView {
  /** null: in no pane yet. */
  pane: number | null;
  /** The CodeMirror view while it is shown. */
  view: EditorView | null;
  /** Stale while it is shown: then the state of `view` is the current one. */
  state: EditorState;
  /** The upper edge when it was last shown, be it in an earlier run. */
  top: BackupPlace['top'] | null;
}

export const stateOfView = ({ view, state }: DocumentView): EditorState => view?.state ?? state;

/** Of a transaction whose change comes from another view of the document. */
export const mirrored = Annotation.define<true>();

export interface ViewChange {
  readonly transactions: readonly Transaction[];
  readonly changes: ChangeSet;
}

/**
 * Dispatches to a view, shown or not.
 * @returns the change of one that is not shown; CodeMirror reports those of the others
 */
export function dispatchTo(to: DocumentView, transaction: Transaction): ViewChange | null {
  if (to.view) {
    to.view.dispatch(transaction);
    return null;
  }
  const { state, changes } = transaction;
  to.state = state;
  if (to.top && !changes.empty) to.top = { ...to.top, at: changes.mapPos(to.top.at) };
  return { transactions: [transaction], changes };
}

/**
 * Makes a state of parts that no two views may share, such as elements of the page that a widget keeps, fit for another
 * view.
 */
export const forAnotherView = Facet.define<(state: EditorState) => EditorState>();

/** A view that follows, with cursor, folds and scroll position of `source`, which may lead. */
export function followerOf(source: DocumentView, pane: number): DocumentView {
  const present = stateOfView(source);
  const { state } = present.update({ effects: historySlot.reconfigure([]) });
  const own = present.facet(forAnotherView).reduce((of, make) => make(of), state);
  return { pane, view: null, state: own, top: source.view ? topOf(source.view) : source.top };
}

/** The undo history goes with the view in which one works, so that undoing a step shows it there. */
export function passHistory(from: DocumentView, to: DocumentView): void {
  const past = stateOfView(from).field(historyField);
  dispatchTo(from, stateOfView(from).update({ effects: historySlot.reconfigure([]) }));
  const extension = [historyField.init(() => past), history()];
  dispatchTo(to, stateOfView(to).update({ effects: historySlot.reconfigure(extension) }));
}

/** Passes changes on to a view that follows. */
export function mirror(to: DocumentView, changes: ChangeSet): void {
  dispatchTo(to, stateOfView(to).update({ changes, annotations: mirrored.of(true), filter: false }));
}

/** The upper edge of what is seen. */
export function topOf(view: EditorView): BackupPlace['top'] {
  const height = Math.max(0, view.scrollDOM.scrollTop - view.documentPadding.top);
  const { from, top } = view.lineBlockAtHeight(height);
  return { at: from, offset: Math.round(height - top) };
}

/** Scrolls once the lines are measured, which a height depends on. */
export function bringTo(view: EditorView, { at, offset }: BackupPlace['top']): void {
  // Forces a measurement: a later correction of estimated line heights would move the position.
  view.lineBlockAtHeight(0);
  view.requestMeasure({
    read: ({ documentPadding }) => view.lineBlockAt(at).top + offset + documentPadding.top,
    write: (height) => view.scrollDOM.scrollTo({ top: height }),
  });
}

/** Selection, folds and upper edge. */
export function placeOf(of: DocumentView): Omit<BackupPlace, 'edits'> {
  const state = stateOfView(of);
  const folds = foldsOf(state);
  const top = (of.view ? topOf(of.view) : of.top) ?? { at: 0, offset: 0 };
  return { selection: state.selection.toJSON(), top, ...(folds.length > 0 && { folds }) };
}

/** Puts a view at a place, as far as that is in its text. */
export function putAt(of: DocumentView, { selection, top, folds }: Omit<BackupPlace, 'edits'>): void {
  const present = stateOfView(of);
  const { length } = present.doc;
  const folded = folds ? foldAgain(present, folds) : present;
  const isInText = selection.ranges.every(({ anchor, head }) => Math.max(anchor, head) <= length);
  of.state = isInText ? folded.update({ selection: EditorSelection.fromJSON(selection) }).state : folded;
  if (top.at <= length) of.top = top;
  if (!of.view) return;
  of.view.setState(of.state);
  if (of.top) bringTo(of.view, of.top);
}
