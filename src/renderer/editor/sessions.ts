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
import { useSettings } from '../base/settings-store.ts';
import { type ExtraOptions, factsOf, type OptionFacts, optionsFor, setExtraOptions } from './document-options.ts';
import type { DocumentTransition, FileVersion } from './documents/document-state.ts';
import { updateDocument, useDocuments } from './documents/documents-store.ts';
import { foldAgain, foldsOf, isFolding } from './editing/folding.ts';
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
import { minimalChange } from './minimal-change.ts';
import { offsetToPlace, type Place, placeToSelection } from './place.ts';

/**
 * The editor states of the open documents, and the one view that shows the active one. A state keeps its undo history
 * and selection while another is shown; the scroll position is kept beside it.
 */
interface Session {
  /** The key of its document (`contract/document-key.ts`). Changes when the file is moved or saved as another. */
  path: string;
  /** Stale while the view shows this session: then the view's state is the current one. */
  state: EditorState;
  readonly facts: OptionFacts;
  /** The upper edge of the view when it was last shown, be it in an earlier run. */
  top: BackupPlace['top'] | null;
}

/** Hears of changes to the texts. */
export interface SessionListener {
  /** `transactions` change the text or its undo history, `changes` are their composition. */
  edited?(path: string, transactions: readonly Transaction[], changes: ChangeSet): void;
  /** The selection changed, the text did not. */
  selected?(path: string): void;
  /** The selection or the upper edge of the view changed. */
  placed?(path: string): void;
  /** The view shows it now, after another one or none. */
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

/** Dispatches to a session, shown or not. Listeners are called either way. */
export function updateSession(path: string, spec: TransactionSpec): void {
  const session = sessions.get(path);
  if (!session) return;
  if (view && shown === path) return view.dispatch(spec);
  const transaction = session.state.update(spec);
  session.state = transaction.state;
  noticeEdit(path, [transaction], transaction.changes);
}

/** Typing and then deleting a letter may be one undo step, which is passed without any change of the text. */
const isEdit = (transaction: Transaction): boolean =>
  transaction.docChanged || transaction.isUserEvent('undo') || transaction.isUserEvent('redo');

function noticeEdit(path: string, transactions: readonly Transaction[], changes: ChangeSet): void {
  const edits = transactions.filter(isEdit);
  if (edits.length === 0) return;
  // Before the document's state changes, so that listeners see the old one.
  for (const { edited } of listeners) edited?.(path, edits, changes);
  tellDocument(path, { type: 'text-changed' });
}

/** Applies an event to a document's state, with the present text of its editor. */
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

/** The state that a document was left in. */
export interface Left {
  /** Restores the edits. */
  readonly replay?: ((state: EditorState) => EditorState) | undefined;
  readonly place?: BackupPlace | undefined;
}

/** Starts the session of an opened document. The caller adds its tab. */
export function createSession(
  path: string,
  { text, isReadOnly }: Pick<FileVersion, 'text' | 'isReadOnly'>,
  { replay, place }: Left = {},
): void {
  const facts = factsOf(text);
  const { options, indentation } = optionsFor(path, facts);
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
  const session: Session = { path, state: replay?.(state) ?? state, facts, top: null };
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

/** Selection, folds and the upper edge of the view of an open document. */
export function placeIn(path: string): Omit<BackupPlace, 'edits'> | null {
  const state = stateOf(path);
  if (!state) return null;
  const top = (view && shown === path ? topOf(view) : sessions.get(path)?.top) ?? { at: 0, offset: 0 };
  const folds = foldsOf(state);
  return { selection: state.selection.toJSON(), top, ...(folds.length > 0 && { folds }) };
}

/** Scrolls once the lines are measured, which a height depends on. */
function bringTo(of: EditorView, { at, offset }: BackupPlace['top']): void {
  // Forces a measurement: a later correction of estimated line heights would move the position.
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

/** Moves a session to another key. The caller moves its tab, in the same step. */
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

/** Mounts the editor's view in `parent` until the undo is called. It shows the active tab. */
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
  // Hidden by visibility, not display: the view keeps its layout, so that it can scroll before it is visible.
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

export const shownDocument = (): { readonly path: string; readonly state: EditorState } | null =>
  view && shown !== null ? { path: shown, state: view.state } : null;

export const focusEditor = (): void => view?.focus();

/** Puts the cursor at a place of the active document and centres it. */
export function revealPlace(path: string, place: Place): void {
  if (!view || shown !== path) return;
  const selection = placeToSelection(view.state.doc, place);
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.head, { y: 'center' }) });
}

/** The present text, with `\n` line endings. */
export const currentText = (path: string): Text | undefined => stateOf(path)?.doc;

/** Tells listeners that the text was saved. */
export function markSaved(path: string): void {
  for (const { saved } of listeners) saved?.(path);
}

/** Loads a version of the file into the editor as one undo step; cursor and scroll position stay. */
export function loadVersion(path: string, version: FileVersion): void {
  replaceText(path, version.text.toString());
  if (stateOf(path)?.readOnly !== version.isReadOnly) setReadOnly(path, version.isReadOnly);
  tellDocument(path, { type: 'loaded', version });
}

/** Replaces the text of a document as one undo step; cursor and scroll position stay. @param text with `\n` line endings */
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

/** Applies the present settings of its language to an open document. */
export function applyOptions(path: string): void {
  const session = sessions.get(path);
  if (!session) return;
  const { options, indentation } = optionsFor(path, session.facts);
  const state = stateOf(path);
  if (state && optionsSlot.get(state) === options) return;
  updateSession(path, { effects: optionsSlot.reconfigure(options) });
  useEditorFacts.setState(({ indentations }) => ({ indentations: { ...indentations, [path]: indentation } }));
}

/** Applies the settings to every open document, now and whenever they change. */
export function followSettings(): void {
  useSettings.subscribe(() => {
    for (const path of sessions.keys()) applyOptions(path);
  });
}

/** Adds the extensions that are loaded after the first paint to every editor, open or future. */
export function setExtras(extension: Extension, options: ExtraOptions): void {
  extras = extension;
  setExtraOptions(options);
  for (const [path, session] of sessions) {
    const effects = [
      extrasSlot.reconfigure(extension),
      optionsSlot.reconfigure(optionsFor(path, session.facts).options),
    ];
    updateSession(path, { effects });
  }
}

/** Runs a CodeMirror command on the view when it shows a document. */
export const runInEditor = (command: (view: EditorView) => boolean): boolean =>
  view !== null && shown !== null && command(view);
