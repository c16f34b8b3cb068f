import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { changePane, type Documents, frontPane, paneOf, useDocuments } from '../documents/documents-store.ts';
import { documentKey } from '../editor-setup.ts';
import { useEditorFacts } from '../facts-store.ts';
import { offsetToPlace, type Place, placeToSelection } from '../place.ts';
import { followSessions, noticePlaced, noticeShown, sessionPaths, setPanes, viewIn } from '../sessions.ts';
import { bringTo, type DocumentView, topOf } from './document-view.ts';
import { isRead, withRendered } from './pane.ts';

/** The editor of one pane on the screen. It shows the pane's active document. */
interface PaneEditor {
  readonly host: HTMLElement;
  /** Kept while other content is shown. */
  view: EditorView | null;
  shown: DocumentView | null;
  /** The preview of the document. It has the keyboard while it is shown in place of the text. */
  preview: HTMLElement | null;
}

const editors = new Map<number, PaneEditor>();
/** Of an editor below other content. */
const empty = EditorState.create();
/** As listeners were told last. */
let front: DocumentView | null = null;
/** A new pane is to have the focus as soon as it is mounted. */
let isFocusDue = false;

useDocuments.subscribe((now, before) => showAll(now, before.front));
followSessions({ edited: reportCursorOf, placed: reportCursorOf });

/** Mounts the editor of a pane in `host` until the undo is called. */
export function mountEditor(pane: number, host: HTMLElement): () => void {
  const editor: PaneEditor = { host, view: null, shown: null, preview: null };
  editors.set(pane, editor);
  const documents = useDocuments.getState();
  showAll(documents, documents.front);
  if (isFocusDue && pane === documents.front) focusEditor();
  return () => {
    leave(editor);
    editors.delete(pane);
    editor.view?.destroy();
  };
}

/** Lets the keyboard go to the preview of a pane while that is shown. @returns the undo */
export function mountPreview(pane: number, element: HTMLElement): () => void {
  const editor = editors.get(pane);
  if (editor) editor.preview = element;
  return () => {
    if (editor?.preview === element) editor.preview = null;
  };
}

/** @param source the pane that was in front before */
function showAll(documents: Documents, source: number): void {
  for (const [pane, editor] of editors) if (editor.shown !== wanted(documents, pane)) leave(editor);
  for (const path of sessionPaths()) {
    const panes = documents.panes.filter(({ paths }) => paths.includes(path)).map(({ id }) => id);
    setPanes(path, panes, documents.front, source);
  }
  for (const [pane, editor] of editors) {
    const next = wanted(documents, pane);
    // Hidden by visibility, not display: the view keeps its layout, so that it can scroll before it is visible.
    // What lies below a preview neither gets the keyboard nor is read aloud.
    editor.host.style.visibility = next && !isRead(paneOf(documents, pane)) ? '' : 'hidden';
    if (next && editor.shown !== next) enter(editor, next);
    // What it showed may be in another pane by now, and no two views may have the same state.
    else if (!next && editor.view && editor.view.state !== empty) editor.view.setState(empty);
  }
  const now = editors.get(documents.front)?.shown ?? null;
  if (now === front) return;
  front = now;
  const shown = shownDocument();
  if (!shown) return;
  reportCursor(shown.state);
  noticeShown(shown.path);
}

function wanted({ panes }: Documents, id: number): DocumentView | null {
  const active = panes.find((pane) => pane.id === id)?.active;
  return (active != null && viewIn(active, id)) || null;
}

function leave(editor: PaneEditor): void {
  const { view, shown } = editor;
  editor.shown = null;
  // The session may have ended.
  if (!view || !shown?.view) return;
  shown.state = view.state;
  shown.top = topOf(view);
  shown.view = null;
}

function enter(editor: PaneEditor, next: DocumentView): void {
  if (editor.view) editor.view.setState(next.state);
  else editor.view = makeView(editor, next.state);
  next.view = editor.view;
  editor.shown = next;
  if (next.top) bringTo(editor.view, next.top);
}

function makeView(editor: PaneEditor, state: EditorState): EditorView {
  const view = new EditorView({ parent: editor.host, state });
  view.scrollDOM.addEventListener('scroll', () => {
    if (editor.shown?.view) noticePlaced(view.state.facet(documentKey));
  });
  return view;
}

function reportCursorOf(path: string): void {
  const shown = shownDocument();
  if (shown?.path === path) reportCursor(shown.state);
}

function reportCursor({ doc, selection: { main, ranges } }: EditorState): void {
  const selected = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  const next = { ...offsetToPlace(doc, main.head), selected };
  const { cursor } = useEditorFacts.getState();
  const isSame = cursor.line === next.line && cursor.column === next.column && cursor.selected === next.selected;
  if (!isSame) useEditorFacts.setState({ cursor: next });
}

/** The CodeMirror view in front, if it shows a document. */
const frontView = (): EditorView | null => editors.get(useDocuments.getState().front)?.shown?.view ?? null;

export function shownDocument(): { readonly path: string; readonly state: EditorState } | null {
  const view = frontView();
  return view && { path: view.state.facet(documentKey), state: view.state };
}

export function focusEditor(): void {
  const editor = editors.get(useDocuments.getState().front);
  isFocusDue = !editor;
  (isRead(frontPane(useDocuments.getState())) ? editor?.preview : editor?.view)?.focus();
}

/** Goes back from the preview of the document in front to its text, with the keyboard. */
function showText(view: EditorView): void {
  if (!isRead(frontPane(useDocuments.getState()))) return;
  changePane((of) => withRendered(of, view.state.facet(documentKey), false));
  view.focus();
}

/** Focuses a document that is shown at last, unless the person has gone on to something else. */
export function focusLate(path: string): void {
  const isFree = document.activeElement === document.body || document.activeElement === null;
  if (isFree && shownDocument()?.path === path) focusEditor();
}

/** Puts the cursor at a place of the document in front and centres it. A preview gives way to the text. */
export function revealPlace(path: string, place: Place): void {
  const view = frontView();
  if (!view || shownDocument()?.path !== path) return;
  showText(view);
  const selection = placeToSelection(view.state.doc, place);
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.head, { y: 'center' }) });
}

/** Runs a CodeMirror command on the view in front when it shows a document. A preview gives way to the text before. */
export function runInEditor(command: (view: EditorView) => boolean): boolean {
  const view = frontView();
  if (!view) return false;
  showText(view);
  return command(view);
}
