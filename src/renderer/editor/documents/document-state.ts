import type { LineEnding, OpenedDocument, Revision } from '../../../shared/contract/document.ts';
import type { Failure, Result } from '../../../shared/contract/errors.ts';

/** What the disk holds, compared with what the edits are based on. */
export type DiskState =
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly document: OpenedDocument }
  /** Deleted, or not readable any more. */
  | { readonly kind: 'gone'; readonly failure: Failure };

/** All that is known of an open document apart from its text, which the editor's state holds. */
export interface DocumentState {
  readonly path: string;
  /** The state of the file that the edits are based on. null: there is none; saving writes whatever is there. */
  readonly revision: Revision | null;
  readonly lineEnding: LineEnding;
  readonly hasBom: boolean;
  readonly isReadOnly: boolean;
  /** The text differs from the one last read or saved. */
  readonly isEdited: boolean;
  readonly isSaving: boolean;
  readonly disk: DiskState;
}

export type DocumentTransition =
  | { readonly type: 'edited'; readonly isEdited: boolean }
  | { readonly type: 'save-started' }
  /** `isEdited`: what was typed while it was being written. */
  | { readonly type: 'saved'; readonly revision: Revision; readonly isEdited: boolean }
  | { readonly type: 'save-failed' }
  | { readonly type: 'disk-reported'; readonly document: Result<OpenedDocument> }
  /** The text of `document` is in the editor now. */
  | { readonly type: 'loaded'; readonly document: OpenedDocument }
  /** The disk has the text that the edits are based on, under another revision. */
  | { readonly type: 'rebased'; readonly document: OpenedDocument }
  /** Its text is another one, with other line ends. */
  | { readonly type: 'line-ends-changed'; readonly lineEnding: LineEnding }
  /** The person decided for the text in the editor. */
  | { readonly type: 'kept' };

const same: DiskState = { kind: 'same' };

export const openedState = (document: OpenedDocument): DocumentState => ({
  path: document.path,
  revision: document.revision,
  lineEnding: document.lineEnding,
  hasBom: document.hasBom,
  isReadOnly: document.isReadOnly,
  isEdited: false,
  isSaving: false,
  disk: same,
});

/** Closing it would lose something: edits, or the only copy of a deleted file. */
export const isDirty = (state: DocumentState): boolean =>
  state.isEdited || state.disk.kind === 'gone' || state.revision === null;

/** What a save may replace without a question. null: whatever is there. What is there but cannot be read is asked about. */
export const saveBase = ({ disk, revision }: DocumentState): Revision | null =>
  disk.kind === 'gone' && disk.failure.code === 'file-not-found' ? null : revision;

export function nextDocumentState(state: DocumentState, event: DocumentTransition): DocumentState {
  switch (event.type) {
    case 'edited':
      return event.isEdited === state.isEdited ? state : { ...state, isEdited: event.isEdited };
    case 'save-started':
      return { ...state, isSaving: true };
    case 'saved':
      return { ...state, isSaving: false, isEdited: event.isEdited, revision: event.revision, disk: same };
    case 'save-failed':
      return { ...state, isSaving: false };
    case 'disk-reported':
      return { ...state, disk: diskAfter(state, event.document) };
    case 'loaded':
      return { ...openedState(event.document), isSaving: state.isSaving };
    case 'rebased': {
      const { revision, lineEnding, hasBom } = event.document;
      return { ...state, revision, lineEnding, hasBom, disk: same };
    }
    case 'line-ends-changed':
      return { ...state, lineEnding: event.lineEnding };
    case 'kept':
      return keep(state);
  }
}

function diskAfter(state: DocumentState, report: Result<OpenedDocument>): DiskState {
  if (!report.ok) return { kind: 'gone', failure: report.failure };
  return report.value.revision === state.revision ? same : { kind: 'changed', document: report.value };
}

/** Keeping the edits bases them on what is there now, so that the next save means to replace it. */
function keep(state: DocumentState): DocumentState {
  switch (state.disk.kind) {
    case 'same':
      return state;
    case 'changed':
      return { ...state, revision: state.disk.document.revision, isEdited: true, disk: same };
    case 'gone':
      return { ...state, revision: null, isEdited: true, disk: same };
  }
}

export type DiskAnswer = 'nothing' | 'reload' | 'ask';

/**
 * What a difference between disk and editor calls for. While a save runs it calls for nothing: the report may be of
 * our own writing.
 */
export function answerToDisk(state: DocumentState): DiskAnswer {
  if (state.disk.kind === 'same' || state.isSaving) return 'nothing';
  return state.disk.kind === 'changed' && !state.isEdited && state.revision !== null ? 'reload' : 'ask';
}
