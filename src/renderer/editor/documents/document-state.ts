import { Text } from '@codemirror/state';
import type { LineEnding, Revision } from '../../../shared/contract/documents/document.ts';
import type { TextForm } from '../../../shared/contract/documents/encoding.ts';
import type { Failure, Result } from '../../../shared/contract/errors.ts';
import { textChange } from '../minimal-change.ts';
import { type ReadDocument, textOf } from './document-text.ts';
import { toFileText } from './line-endings.ts';

/** Line ending and encoding: how a text becomes the bytes of its file. */
export interface FileForm extends TextForm {
  readonly lineEnding: LineEnding;
}

/** A revision of a file, as text for the editor. */
export interface FileVersion extends FileForm {
  readonly revision: Revision;
  /** Lines end with `\n`. */
  readonly text: Text;
  readonly isReadOnly: boolean;
  /** Writing the text back would not give the same bytes. */
  readonly isLossy: boolean;
}

/** The file on disk, compared with the base of the edits. */
export type DiskState =
  | { readonly kind: 'same' }
  | {
      readonly kind: 'changed';
      readonly version: FileVersion;
      /** The editor shows the differences, each of which can be decided. */
      readonly isCompared: boolean;
      /** The app showed them by itself, so that the cursor stays where it is. */
      readonly isUnasked?: boolean | undefined;
    }
  /** Deleted, or no longer readable. */
  | { readonly kind: 'gone'; readonly failure: Failure };

/** The state of an open document apart from its present text, which the editor's state holds. */
export interface DocumentState extends FileForm {
  /** Its key (`contract/document-key.ts`). */
  readonly path: string;
  /** The file that the edits are based on, as last read or written. null: there is none; saving writes whatever is there. */
  readonly base: FileVersion | null;
  readonly isReadOnly: boolean;
  /** Saving would write other bytes than those of `base`. Derived after each event, and set nowhere else. */
  readonly isEdited: boolean;
  readonly isSaving: boolean;
  readonly disk: DiskState;
}

export type DocumentTransition =
  | { readonly type: 'text-changed' }
  | { readonly type: 'save-started' }
  | { readonly type: 'saved'; readonly version: FileVersion }
  | { readonly type: 'save-failed' }
  | { readonly type: 'disk-reported'; readonly report: Result<FileVersion> }
  /** The version replaced the text in the editor. */
  | { readonly type: 'loaded'; readonly version: FileVersion }
  /** Main writes the text that is in the editor now; the revision follows. */
  | { readonly type: 'written-by-main' }
  /** The text was replaced by one with other line endings. */
  | { readonly type: 'line-ends-changed'; readonly lineEnding: LineEnding }
  /** The form to save it in. */
  | { readonly type: 'encoding-chosen'; readonly form: TextForm }
  /** The differences to the file on disk are shown from now on, or no longer. */
  | { readonly type: 'compared'; readonly isCompared: boolean; readonly isUnasked?: boolean | undefined }
  /** The person chose the text in the editor over the file on disk. */
  | { readonly type: 'kept' };

const same: DiskState = { kind: 'same' };

/** @param like a text to share equal lines with, so that comparing the two costs next to nothing */
export function versionOf(document: ReadDocument, like: Text = Text.empty): FileVersion {
  const { revision, isReadOnly, isLossy } = document;
  const change = textChange(like, textOf(document));
  const text = change ? like.replace(change.from, change.to, change.insert) : like;
  return { revision, text, ...formOf(document), isReadOnly, isLossy };
}

export const formOf = ({ lineEnding, encoding, hasBom }: FileForm): FileForm => ({ lineEnding, encoding, hasBom });

export const isSameForm = (one: FileForm, other: FileForm): boolean =>
  one.lineEnding === other.lineEnding && one.encoding === other.encoding && one.hasBom === other.hasBom;

export const openedState = (path: string, version: FileVersion): DocumentState => ({
  path,
  base: version,
  ...formOf(version),
  isReadOnly: version.isReadOnly,
  isEdited: false,
  isSaving: false,
  disk: same,
});

/** The disk does not hold the text of the editor: closing it would lose something. */
export const isDirty = (state: DocumentState): boolean => state.isEdited || state.disk.kind !== 'same';

/** The revision a save may overwrite without a question. null: any. A file that cannot be read is asked about. */
export const saveBase = ({ disk, base }: DocumentState): Revision | null =>
  disk.kind === 'gone' && disk.failure.code === 'file-not-found' ? null : (base?.revision ?? null);

/** @param text the present text of the editor */
export function nextDocumentState(state: DocumentState, event: DocumentTransition, text: Text): DocumentState {
  const next = withKnownDisk(after(state, event, text), text);
  const isEdited = !next.base || !isSameFile(next, text, next.base);
  return isEdited === next.isEdited ? next : { ...next, isEdited };
}

function after(state: DocumentState, event: DocumentTransition, text: Text): DocumentState {
  switch (event.type) {
    case 'text-changed':
      return state;
    case 'save-started':
      return { ...state, isSaving: true };
    case 'saved':
      return { ...state, isSaving: false, base: event.version, disk: same };
    case 'save-failed':
      return { ...state, isSaving: false };
    case 'disk-reported':
      return { ...state, disk: diskAfter(state, event.report) };
    case 'loaded':
      return { ...openedState(state.path, event.version), isSaving: state.isSaving };
    case 'written-by-main': {
      const revision = state.base?.revision ?? '';
      return { ...state, base: { revision, text, ...formOf(state), isReadOnly: state.isReadOnly, isLossy: false } };
    }
    case 'line-ends-changed':
      return { ...state, lineEnding: event.lineEnding };
    case 'encoding-chosen':
      return { ...state, ...event.form };
    case 'compared':
      return state.disk.kind === 'changed'
        ? { ...state, disk: { ...state.disk, isCompared: event.isCompared, isUnasked: event.isUnasked } }
        : state;
    case 'kept':
      return { ...state, base: state.disk.kind === 'changed' ? state.disk.version : null, disk: same };
  }
}

function diskAfter({ base, disk }: DocumentState, report: Result<FileVersion>): DiskState {
  if (!report.ok) return { kind: 'gone', failure: report.failure };
  const version = report.value;
  // For text that main writes the revision comes later, in a report.
  const isBase = version.revision === base?.revision && isSameFile(version, version.text, base);
  if (isBase) return same;
  // What was compared is compared again.
  return disk.kind === 'changed' ? { ...disk, version } : { kind: 'changed', version, isCompared: false };
}

/** Whether a text in some form gives exactly the bytes of a version. */
function isSameFile(form: FileForm, text: Text, version: FileVersion): boolean {
  if (form.hasBom !== version.hasBom || form.encoding !== version.encoding) return false;
  if ((form.lineEnding === 'crlf') === (version.lineEnding === 'crlf')) return text.eq(version.text);
  if (lengthOf(form, text) !== lengthOf(version, version.text)) return false;
  return toFileText(text.toString(), form.lineEnding) === toFileText(version.text.toString(), version.lineEnding);
}

const lengthOf = ({ lineEnding }: FileForm, { length, lines }: Text): number =>
  lineEnding === 'crlf' ? length + lines - 1 : length;

/** A new revision on disk is no difference when its text is that of the base, or that of the editor. */
function withKnownDisk(state: DocumentState, text: Text): DocumentState {
  const { base, disk, isSaving, lineEnding, encoding, hasBom } = state;
  // During a save the report may be older than the text being written.
  if (disk.kind !== 'changed' || isSaving) return state;
  const { version } = disk;
  if (isSameFile(state, text, version)) return { ...state, base: version, disk: same };
  // Written by main for a model, or put back by another program.
  if (!base?.text.eq(version.text)) return state;
  return {
    ...state,
    base: version,
    lineEnding: lineEnding === base.lineEnding ? version.lineEnding : lineEnding,
    encoding: encoding === base.encoding ? version.encoding : encoding,
    hasBom: hasBom === base.hasBom ? version.hasBom : hasBom,
    disk: same,
  };
}

/** The version on disk that the editor shows the differences to. */
export const comparedVersion = ({ disk }: DocumentState): FileVersion | null =>
  disk.kind === 'changed' && disk.isCompared ? disk.version : null;

export type DiskAnswer = 'nothing' | 'reload' | 'ask';

/**
 * The answer to a difference between disk and editor. Nothing while a save runs: the report may be about our own
 * write.
 */
export function answerToDisk(state: DocumentState): DiskAnswer {
  if (state.disk.kind === 'same' || state.isSaving) return 'nothing';
  return state.disk.kind === 'changed' && !state.isEdited ? 'reload' : 'ask';
}
