import { Text } from '@codemirror/state';
import type { LineEnding, OpenedDocument, Revision } from '../../../shared/contract/documents/document.ts';
import type { TextForm } from '../../../shared/contract/documents/encoding.ts';
import type { Failure, Result } from '../../../shared/contract/errors.ts';
import { minimalChange } from '../minimal-change.ts';
import { toEditorText, toFileText } from './line-endings.ts';

/** How a text becomes the bytes of its file. */
export interface FileForm extends TextForm {
  readonly lineEnding: LineEnding;
}

/** One state of a file, as the editor shows it. */
export interface FileVersion extends FileForm {
  readonly revision: Revision;
  /** Lines end with `\n`. */
  readonly text: Text;
  readonly isReadOnly: boolean;
  /** Its bytes are not what the text would be written as. */
  readonly isLossy: boolean;
}

/** What the disk holds, compared with what the edits are based on. */
export type DiskState =
  | { readonly kind: 'same' }
  | { readonly kind: 'changed'; readonly version: FileVersion }
  /** Deleted, or not readable any more. */
  | { readonly kind: 'gone'; readonly failure: Failure };

/** All that is known of an open document apart from its present text, which the editor's state holds. */
export interface DocumentState extends FileForm {
  /** Its key (`contract/document-key.ts`). */
  readonly path: string;
  /** The file that the edits are based on, as last read or written. null: there is none; saving writes whatever is there. */
  readonly base: FileVersion | null;
  readonly isReadOnly: boolean;
  /** Saved now it would be another file than `base`. Derived after each event, and set nowhere else. */
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
  /** Its text is in the editor now. */
  | { readonly type: 'loaded'; readonly version: FileVersion }
  /** Main writes the text that is in the editor now; it tells the revision when it has. */
  | { readonly type: 'written-by-main' }
  /** Its text is another one, with other line ends. */
  | { readonly type: 'line-ends-changed'; readonly lineEnding: LineEnding }
  /** With which it is to be saved. */
  | { readonly type: 'encoding-chosen'; readonly form: TextForm }
  /** The person decided for the text in the editor. */
  | { readonly type: 'kept' };

const same: DiskState = { kind: 'same' };

/** @param like a text with which it shares the lines that are equal, so that comparing the two costs next to nothing */
export function versionOf(document: OpenedDocument, like: Text = Text.empty): FileVersion {
  const { revision, isReadOnly, isLossy } = document;
  const change = minimalChange(like.toString(), toEditorText(document.text, document.lineEnding));
  const text = change ? like.replace(change.from, change.to, Text.of(change.insert.split('\n'))) : like;
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

/** The disk does not hold what the editor shows: closing it would lose something. */
export const isDirty = (state: DocumentState): boolean => state.isEdited || state.disk.kind !== 'same';

/** What a save may replace without a question. null: whatever is there. What is there but cannot be read is asked about. */
export const saveBase = ({ disk, base }: DocumentState): Revision | null =>
  disk.kind === 'gone' && disk.failure.code === 'file-not-found' ? null : (base?.revision ?? null);

/** @param text the present one of the editor */
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
    case 'kept':
      return { ...state, base: state.disk.kind === 'changed' ? state.disk.version : null, disk: same };
  }
}

function diskAfter({ base }: DocumentState, report: Result<FileVersion>): DiskState {
  if (!report.ok) return { kind: 'gone', failure: report.failure };
  const version = report.value;
  // What main writes has its revision only when main tells it.
  const isBase = version.revision === base?.revision && isSameFile(version, version.text, base);
  return isBase ? same : { kind: 'changed', version };
}

/** Whether a text in some form gives the very bytes of a version. */
function isSameFile(form: FileForm, text: Text, version: FileVersion): boolean {
  if (form.hasBom !== version.hasBom || form.encoding !== version.encoding) return false;
  if ((form.lineEnding === 'crlf') === (version.lineEnding === 'crlf')) return text.eq(version.text);
  if (lengthOf(form, text) !== lengthOf(version, version.text)) return false;
  return toFileText(text.toString(), form.lineEnding) === toFileText(version.text.toString(), version.lineEnding);
}

const lengthOf = ({ lineEnding }: FileForm, { length, lines }: Text): number =>
  lineEnding === 'crlf' ? length + lines - 1 : length;

/** Another revision is no difference when the edits are based on its text, or have made it. */
function withKnownDisk(state: DocumentState, text: Text): DocumentState {
  const { base, disk, isSaving, lineEnding, encoding, hasBom } = state;
  // While we save, what was reported may be older.
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

export type DiskAnswer = 'nothing' | 'reload' | 'ask';

/**
 * What a difference between disk and editor calls for. While a save runs it calls for nothing: the report may be of
 * our own writing.
 */
export function answerToDisk(state: DocumentState): DiskAnswer {
  if (state.disk.kind === 'same' || state.isSaving) return 'nothing';
  return state.disk.kind === 'changed' && !state.isEdited ? 'reload' : 'ask';
}
