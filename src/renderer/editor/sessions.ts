import { isolateHistory } from '@codemirror/commands';
import type { ChangeSet, EditorState, Extension, StateEffect, Text, TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import type { DocumentTransition, FileVersion } from './documents/document-state.ts';
import { updateDocument, useDocuments } from './documents/documents-store.ts';
import { createEditorState, extrasSlot, languageSlot, namedBy, nameSlot } from './editor-setup.ts';
import { useEditorFacts } from './facts-store.ts';
import { detectIndentation } from './indentation.ts';
import { minimalChange } from './minimal-change.ts';
import { offsetToPlace, type Place, placeToSelection } from './place.ts';

/**
 * The editor states of the open documents, and the one view that shows the active one. A state keeps its undo history
 * and selection while another is shown; the scroll position is kept beside it.
 */
interface Session {
  /** Another one when the file is moved. */
  path: string;
  /** Out of date while the view shows this session: the view's is the true one then. */
  state: EditorState;
  scroll: StateEffect<unknown> | null;
}

/** Hears what happens to the texts; set while an extension follows them. */
export interface SessionListener {
  changed(path: string, changes: ChangeSet): void;
  saved(path: string): void;
  closed(path: string): void;
}

const sessions = new Map<string, Session>();
let listener: SessionListener | null = null;
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
  const { state, changes } = session.state.update(spec);
  session.state = state;
  noticeEdit(path, changes);
}

function noticeEdit(path: string, changes: ChangeSet): void {
  if (changes.empty) return;
  tellDocument(path, { type: 'text-changed' });
  listener?.changed(path, changes);
}

/** What happened to a document, told with the text that its editor has now. */
export function tellDocument(path: string, event: DocumentTransition): void {
  const text = currentText(path);
  if (text) updateDocument(path, event, text);
}

/** @param next null: nobody listens any more */
export const setSessionListener = (next: SessionListener | null): void => {
  listener = next;
};

export const sessionPaths = (): string[] => [...sessions.keys()];

function reportCursor(state: EditorState): void {
  const { main, ranges } = state.selection;
  const selected = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  useEditorFacts.setState({ cursor: { ...offsetToPlace(state.doc, main.head), selected } });
}

/** Starts the session of a document that was opened. Its tab is put up by the caller. */
export function createSession(path: string, { text, isReadOnly }: FileVersion): void {
  const indentation = detectIndentation(text.toString());
  const state = createEditorState({
    path,
    text,
    indentation,
    isReadOnly,
    extras,
    onUpdate: (current, changes) => {
      noticeEdit(session.path, changes);
      reportCursor(current);
    },
  });
  const session: Session = { path, state, scroll: null };
  sessions.set(path, session);
  useEditorFacts.setState(({ indentations }) => ({ indentations: { ...indentations, [path]: indentation } }));
}

export function endSession(path: string): void {
  if (sessions.delete(path)) listener?.closed(path);
  if (shown === path) shown = null;
}

/** The session of a file that was moved goes on under its new path. Its tab is moved by the caller, in the same step. */
export function moveSession(path: string, to: string): void {
  const session = sessions.get(path);
  if (!session) return;
  sessions.delete(path);
  listener?.closed(path);
  sessions.set(to, session);
  session.path = to;
  if (shown === path) shown = to;
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
    leaving.scroll = view.scrollSnapshot();
  }
  shown = next;
  // Hidden by visibility and not by display: the view keeps its layout, so that it can scroll before it is seen.
  host.style.visibility = next === null ? 'hidden' : '';
  if (!session) return;
  if (view) view.setState(session.state);
  else view = new EditorView({ parent: host, state: session.state });
  if (session.scroll) view.dispatch({ effects: session.scroll });
  reportCursor(view.state);
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
export const markSaved = (path: string): void => listener?.saved(path);

/** Brings a version of the file into the editor as one step that can be undone; cursor and scroll stay. */
export function loadVersion(path: string, version: FileVersion): void {
  replaceText(path, version.text.toString());
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
  session.scroll = session.scroll?.map(set) ?? null;
}

export const setLanguage = (path: string, language: Extension): void =>
  updateSession(path, { effects: languageSlot.reconfigure(language) });

/** Gives every editor, open and to come, what is loaded after the first paint. */
export function setExtras(extension: Extension): void {
  extras = extension;
  for (const path of sessions.keys()) updateSession(path, { effects: extrasSlot.reconfigure(extension) });
}

/** Runs a CodeMirror command on the view when it shows a document. */
export const runInEditor = (command: (view: EditorView) => boolean): boolean =>
  view !== null && shown !== null && command(view);
