import { isolateHistory } from '@codemirror/commands';
import {
  type ChangeSet,
  EditorSelection,
  EditorState,
  type Extension,
  type Text,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { BackupPlace } from '../../shared/contract/documents/backup.ts';
import { type EditorSettings, editorKeys } from '../../shared/contract/settings/setting-table.ts';
import { resolveEditorSettings } from '../../shared/settings/resolve-settings.ts';
import { useSettings } from '../base/settings-store.ts';
import type { DocumentTransition, FileVersion } from './documents/document-state.ts';
import { updateDocument, useDocuments } from './documents/documents-store.ts';
import { foldAgain, foldsOf, isFolding } from './editing/folding.ts';
import { editorOptions } from './editor-options.ts';
import {
  createEditorState,
  extrasSlot,
  languageSlot,
  namedBy,
  nameSlot,
  optionsSlot,
  readOnlySlot,
} from './editor-setup.ts';
import { useEditorFacts } from './facts-store.ts';
import { detectIndentation, type Indentation, indentationOf } from './indentation.ts';
import { settingLanguages } from './languages/setting-languages.ts';
import { minimalChange } from './minimal-change.ts';
import { offsetToPlace, type Place, placeToSelection } from './place.ts';

/**
 * The editor states of the open documents, and the one view that shows the active one. A state keeps its undo history
 * and selection while another is shown; the scroll position is kept beside it.
 */
interface Session {
  /** The key of its document (`contract/document-key.ts`). Another one when the file is moved, or it is saved as another. */
  path: string;
  /** Out of date while the view shows this session: the view's is the true one then. */
  state: EditorState;
  /** What the lines said of their indentation when it was opened. */
  readonly detected: ReturnType<typeof detectIndentation>;
  /** What stood at the upper edge when it was shown last, be it in an earlier run. */
  top: BackupPlace['top'] | null;
}

/** Hears what happens to the texts. */
export interface SessionListener {
  /** `transactions` change the text or where its history stands, `changes` is what they come to. */
  edited?(path: string, transactions: readonly Transaction[], changes: ChangeSet): void;
  /** Something else is selected, and the text is as it was. */
  selected?(path: string): void;
  /** What is selected, or at the upper edge of the view, is another place. */
  placed?(path: string): void;
  /** The view shows it now, and showed another one before or none. */
  shown?(path: string): void;
  saved?(path: string): void;
  moved?(path: string, to: string): void;
  closed?(path: string): void;
}

const sessions = new Map<string, Session>();
const listeners = new Set<SessionListener>();
let host: HTMLElement | null = null;
let view: EditorView | null = null;
let shown: string | null = null;
let extras: Extension = [];

/** The present state of an open document. */
export const stateOf = (path: string): EditorState | undefined =>
  view && shown === path ? view.state : sessions.get(path)?.state;

/** Dispatches to a session, shown or not. Edits are noticed either way. */
export function updateSession(path: string, spec: TransactionSpec): void {
  const session = sessions.get(path);
  if (!session) return;
  if (view && shown === path) return view.dispatch(spec);
  const transaction = session.state.update(spec);
  session.state = transaction.state;
  noticeEdit(path, [transaction], transaction.changes);
}

/** Typing and deleting a letter may be one step, which is gone through without any change of the text. */
const isEdit = (transaction: Transaction): boolean =>
  transaction.docChanged || transaction.isUserEvent('undo') || transaction.isUserEvent('redo');

function noticeEdit(path: string, transactions: readonly Transaction[], changes: ChangeSet): void {
  const edits = transactions.filter(isEdit);
  if (edits.length === 0) return;
  // First, so that they see what the document was before.
  for (const { edited } of listeners) edited?.(path, edits, changes);
  tellDocument(path, { type: 'text-changed' });
}

/** What happened to a document, told with the text that its editor has now. */
export function tellDocument(path: string, event: DocumentTransition): void {
  const text = currentText(path);
  if (text) updateDocument(path, event, text);
}

/** @returns the undo */
export function followSessions(listener: SessionListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const sessionPaths = (): string[] => [...sessions.keys()];

function reportCursor(state: EditorState): void {
  const { main, ranges } = state.selection;
  const selected = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  useEditorFacts.setState({ cursor: { ...offsetToPlace(state.doc, main.head), selected } });
}

/** How a document was left. */
export interface Left {
  /** Brings back what was done to the text. */
  readonly replay?: ((state: EditorState) => EditorState) | undefined;
  readonly place?: BackupPlace | undefined;
}

/** Starts the session of a document that was opened. Its tab is put up by the caller. */
export function createSession(
  path: string,
  { text, isReadOnly }: Pick<FileVersion, 'text' | 'isReadOnly'>,
  { replay, place }: Left = {},
): void {
  const detected = detectIndentation(text.toString());
  const { options, indentation } = optionsFor(path, detected);
  const state = createEditorState({
    path,
    text,
    options,
    isReadOnly,
    extras,
    onUpdate: ({ state: current, transactions, changes, selectionSet }) => {
      noticeEdit(session.path, transactions, changes);
      reportCursor(current);
      const isSelected = transactions.some((transaction) => transaction.selection && !isEdit(transaction));
      for (const { selected, placed } of listeners) {
        if (isSelected) selected?.(session.path);
        if (selectionSet || transactions.some(isFolding)) placed?.(session.path);
      }
    },
  });
  const session: Session = { path, state: replay?.(state) ?? state, detected, top: null };
  if (place) putAt(session, place);
  sessions.set(path, session);
  useEditorFacts.setState(({ indentations }) => ({ indentations: { ...indentations, [path]: indentation } }));
}

function putAt(session: Session, { selection, top, folds }: BackupPlace): void {
  const { length } = session.state.doc;
  if (folds) session.state = foldAgain(session.state, folds);
  if (selection.ranges.every(({ anchor, head }) => Math.max(anchor, head) <= length)) {
    session.state = session.state.update({ selection: EditorSelection.fromJSON(selection) }).state;
  }
  if (top.at <= length) session.top = top;
}

/** What is selected and folded in an open document, and what stands at the upper edge of its view. */
export function placeIn(path: string): Omit<BackupPlace, 'edits'> | null {
  const state = stateOf(path);
  if (!state) return null;
  const top = (view && shown === path ? topOf(view) : sessions.get(path)?.top) ?? { at: 0, offset: 0 };
  const folds = foldsOf(state);
  return { selection: state.selection.toJSON(), top, ...(folds.length > 0 && { folds }) };
}

/** Not before the lines are measured, by which a place becomes a height. */
function bringTo(of: EditorView, { at, offset }: BackupPlace['top']): void {
  // Measures now: what corrects the guessed heights of lines would move the place afterwards.
  of.lineBlockAtHeight(0);
  of.requestMeasure({
    read: ({ documentPadding }) => of.lineBlockAt(at).top + offset + documentPadding.top,
    write: (height) => of.scrollDOM.scrollTo({ top: height }),
  });
}

function topOf(of: EditorView): BackupPlace['top'] {
  const height = Math.max(0, of.scrollDOM.scrollTop - of.documentPadding.top);
  const { from, top } = of.lineBlockAtHeight(height);
  return { at: from, offset: Math.round(height - top) };
}

export function endSession(path: string): void {
  if (sessions.delete(path)) for (const { closed } of listeners) closed?.(path);
  if (shown === path) shown = null;
}

/** A session goes on under another key. Its tab is moved by the caller, in the same step. */
export function moveSession(path: string, to: string): void {
  const session = sessions.get(path);
  if (!session) return;
  sessions.delete(path);
  sessions.set(to, session);
  session.path = to;
  if (shown === path) shown = to;
  for (const { moved } of listeners) moved?.(path, to);
  updateSession(to, { effects: nameSlot.reconfigure(namedBy(to)) });
  useEditorFacts.setState(({ indentations: { [path]: indentation, ...indentations } }) => ({
    indentations: indentation ? { ...indentations, [to]: indentation } : indentations,
  }));
}

/** The editor's view lives in `parent` until the undo is called. It follows the active tab. */
export function mountEditor(parent: HTMLElement): () => void {
  host = parent;
  show(useDocuments.getState().active);
  const unsubscribe = useDocuments.subscribe(({ active }) => show(active));
  return () => {
    unsubscribe();
    show(null);
    view?.destroy();
    host = view = null;
  };
}

function show(path: string | null): void {
  const session = path === null ? undefined : sessions.get(path);
  const next = session ? path : null;
  if (!host || (next === shown && view)) return;
  const leaving = shown === null ? undefined : sessions.get(shown);
  if (leaving && view) {
    leaving.state = view.state;
    leaving.top = topOf(view);
  }
  shown = next;
  // Hidden by visibility and not by display: the view keeps its layout, so that it can scroll before it is seen.
  host.style.visibility = next === null ? 'hidden' : '';
  if (!session) return;
  if (view) view.setState(session.state);
  else view = makeView(host, session.state);
  if (session.top) bringTo(view, session.top);
  reportCursor(view.state);
  if (next !== null) for (const listener of listeners) listener.shown?.(next);
}

function makeView(parent: HTMLElement, state: EditorState): EditorView {
  const made = new EditorView({ parent, state });
  made.scrollDOM.addEventListener('scroll', () => {
    if (shown !== null) for (const { placed } of listeners) placed?.(shown);
  });
  return made;
}

/** The document that the view shows. */
export const shownDocument = (): { readonly path: string; readonly state: EditorState } | null =>
  view && shown !== null ? { path: shown, state: view.state } : null;

export const focusEditor = (): void => view?.focus();

/** Puts the cursor at a place of the document in front and brings it to the middle of the view. */
export function revealPlace(path: string, place: Place): void {
  if (!view || shown !== path) return;
  const selection = placeToSelection(view.state.doc, place);
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.head, { y: 'center' }) });
}

/** The text as it is now, with `\n` at the line ends. */
export const currentText = (path: string): Text | undefined => stateOf(path)?.doc;

/** What was written to the disk is told to who follows the texts. */
export function markSaved(path: string): void {
  for (const { saved } of listeners) saved?.(path);
}

/** Brings a version of the file into the editor as one step that can be undone; cursor and scroll stay. */
export function loadVersion(path: string, version: FileVersion): void {
  replaceText(path, version.text.toString());
  if (stateOf(path)?.readOnly !== version.isReadOnly) setReadOnly(path, version.isReadOnly);
  tellDocument(path, { type: 'loaded', version });
}

/** Makes another text of a document, as one step that can be undone; cursor and scroll stay. @param text ends lines with `\n` */
export function replaceText(path: string, text: string): void {
  const session = sessions.get(path);
  const state = stateOf(path);
  if (!session || !state) return;
  const changes = minimalChange(state.doc.toString(), text);
  if (!changes) return;
  const set = state.changes(changes);
  const next = set.apply(state.doc);
  const { head } = state.selection.main;
  const isInside = head > changes.from && head < changes.to;
  const scroll = shown === path ? view?.scrollSnapshot().map(set) : undefined;
  updateSession(path, {
    changes: set,
    annotations: isolateHistory.of('full'),
    ...(isInside && { selection: placeToSelection(next, offsetToPlace(state.doc, head)) }),
    ...(scroll && { effects: scroll }),
  });
  if (session.top) session.top = { ...session.top, at: set.mapPos(session.top.at) };
}

export const setLanguage = (path: string, language: Extension): void =>
  updateSession(path, { effects: languageSlot.reconfigure(language) });

export const setReadOnly = (path: string, isReadOnly: boolean): void =>
  updateSession(path, { effects: readOnlySlot.reconfigure(EditorState.readOnly.of(isReadOnly)) });

/** What the settings come to in a document. */
function optionsFor(path: string, detected: Session['detected']): { options: Extension; indentation: Indentation } {
  const { settings, levels } = useSettings.getState();
  const languages = settingLanguages(useEditorFacts.getState().languages[path]);
  const values = resolveEditorSettings(settings, levels, languages);
  const indentation = indentationOf(values, detected, useEditorFacts.getState().rules[path]);
  return { options: madeOptions(values, indentation), indentation };
}

const optionsMade = new Map<string, Extension>();

/** The same settings give the same extension, so that nothing is drawn anew for a change that is none. */
function madeOptions(values: EditorSettings, indentation: Indentation): Extension {
  const key = JSON.stringify([editorKeys.map((name) => values[name]), indentation]);
  const made = optionsMade.get(key) ?? editorOptions(values, indentation);
  optionsMade.delete(key);
  if (optionsMade.size > 20) optionsMade.clear();
  optionsMade.set(key, made);
  return made;
}

/** Has an open document obey the settings of its language as they are now. */
export function applyOptions(path: string): void {
  const session = sessions.get(path);
  if (!session) return;
  const { options, indentation } = optionsFor(path, session.detected);
  const state = stateOf(path);
  if (state && optionsSlot.get(state) === options) return;
  updateSession(path, { effects: optionsSlot.reconfigure(options) });
  useEditorFacts.setState(({ indentations }) => ({ indentations: { ...indentations, [path]: indentation } }));
}

/** Has every open document obey the settings, now and whenever they change. */
export function followSettings(): void {
  useSettings.subscribe(() => {
    for (const path of sessions.keys()) applyOptions(path);
  });
}

/** Gives every editor, open and to come, what is loaded after the first paint. */
export function setExtras(extension: Extension): void {
  extras = extension;
  for (const path of sessions.keys()) updateSession(path, { effects: extrasSlot.reconfigure(extension) });
}

/** Runs a CodeMirror command on the view when it shows a document. */
export const runInEditor = (command: (view: EditorView) => boolean): boolean =>
  view !== null && shown !== null && command(view);
