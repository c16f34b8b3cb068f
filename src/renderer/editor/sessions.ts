import { isolateHistory } from '@codemirror/commands';
import {
  type ChangeSet,
  EditorState,
  type Extension,
  type StateEffect,
  type Text,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import type { BackupPlace } from '../../shared/contract/documents/backup.ts';
import { useSettings } from '../base/settings-store.ts';
import { type ExtraOptions, factsOf, type OptionFacts, optionsFor, setExtraOptions } from './document-options.ts';
import type { DocumentTransition, FileVersion } from './documents/document-state.ts';
import { updateDocument } from './documents/documents-store.ts';
import { isFolding } from './editing/folding.ts';
import { madeIn } from './editing/turn-undo.ts';
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
import { textChange } from './minimal-change.ts';
import {
  type DocumentView,
  dispatchTo,
  followerOf,
  mirror,
  mirrored,
  passHistory,
  placeOf,
  putAt,
  stateOfView,
  type ViewChange,
} from './panes/document-view.ts';
import { offsetToPlace, type Place, placeToSelection } from './place.ts';

/** The texts of the open documents, each with its views: one for each pane that has a tab of it. */
interface Session {
  /** The key of its document (`contract/document-key.ts`). Changes when the file is moved or saved as another. */
  path: string;
  readonly facts: OptionFacts;
  /** The view that was in front last. It has the undo history. */
  lead: DocumentView;
  /** Its other views. */
  followers: readonly DocumentView[];
}

/** Hears of changes to the texts. */
export interface SessionListener {
  /** `transactions` change the text or its undo history, `changes` are their composition. */
  edited?(path: string, transactions: readonly Transaction[], changes: ChangeSet): void;
  /** The selection changed in the view that leads, the text did not. */
  selected?(path: string): void;
  /** The selection or the upper edge of a view changed. */
  placed?(path: string): void;
  /** It is in front now, after another one or none, or in another pane. */
  shown?(path: string): void;
  saved?(path: string): void;
  moved?(path: string, to: string): void;
  closed?(path: string): void;
}

const sessions = new Map<string, Session>();
const listeners = new Set<SessionListener>();
let extras: Extension = [];

const viewsOf = ({ lead, followers }: Session): readonly DocumentView[] => [lead, ...followers];

/** The present state of an open document, as the view has it that was in front last. */
export function stateOf(path: string): EditorState | undefined {
  const session = sessions.get(path);
  return session && stateOfView(session.lead);
}

/** The present states of all its views. */
export const statesOf = (path: string): readonly EditorState[] => {
  const session = sessions.get(path);
  return session ? viewsOf(session).map(stateOfView) : [];
};

/** Dispatches to a document, shown or not: changes are made in all of its views, all else in the one that leads. */
export function updateSession(path: string, spec: TransactionSpec): void {
  const session = sessions.get(path);
  if (session) updateView(session, session.lead, spec);
}

/** Dispatches effects to each view of a document. */
export function configureSession(path: string, effects: StateEffect<unknown> | readonly StateEffect<unknown>[]): void {
  const session = sessions.get(path);
  if (session) for (const each of viewsOf(session)) updateView(session, each, { effects });
}

function updateView(session: Session, view: DocumentView, spec: TransactionSpec): void {
  const change = dispatchTo(view, stateOfView(view).update(spec));
  if (change) noticeChange(session, view, change);
}

function noticeChange(session: Session, view: DocumentView, { transactions, changes }: ViewChange): void {
  if (view === session.lead) {
    if (!changes.empty) for (const follower of session.followers) mirror(follower, changes);
    noticeEdit(session.path, transactions, changes);
    return;
  }
  // Only when something edits a view that is not in front.
  for (const transaction of transactions) {
    if (!transaction.docChanged || transaction.annotation(mirrored)) continue;
    const others = session.followers;
    session.followers = others.filter((follower) => follower !== view);
    updateView(session, session.lead, { changes: transaction.changes, filter: false });
    session.followers = others;
  }
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
    onUpdate({ view, transactions, changes, selectionSet }) {
      const updated = viewsOf(session).find((each) => each.view === view);
      if (!updated) return;
      noticeChange(session, updated, { transactions, changes });
      const isSelected = transactions.some((transaction) => transaction.selection && !isEdit(transaction));
      for (const { selected, placed } of listeners) {
        if (isSelected && updated === session.lead) selected?.(session.path);
        if (selectionSet || transactions.some(isFolding)) placed?.(session.path);
      }
    },
  });
  const lead: DocumentView = { pane: null, view: null, state: replay?.(state) ?? state, top: null };
  if (place) putAt(lead, place);
  const session: Session = { path, facts, lead, followers: [] };
  sessions.set(path, session);
  useEditorFacts.setState(({ indentations }) => ({ indentations: { ...indentations, [path]: indentation } }));
}

/**
 * Gives an open document a view for each of these panes, and no others.
 * @param front the pane whose view leads, if it is one of them
 * @param source the pane whose view a new one begins like
 */
export function setPanes(path: string, panes: readonly number[], front: number, source: number): void {
  const session = sessions.get(path);
  if (!session || panes.length === 0) return;
  const present = viewsOf(session);
  // A view whose tab was moved to another pane goes along.
  const free = present.filter(({ pane }) => pane === null || !panes.includes(pane));
  const views = panes.map((pane): DocumentView => {
    const view = present.find((each) => each.pane === pane) ?? free.shift();
    if (!view) return followerOf(present.find((each) => each.pane === source) ?? session.lead, pane);
    view.pane = pane;
    return view;
  });
  const kept = views.includes(session.lead) ? session.lead : undefined;
  const lead = views.find(({ pane }) => pane === front) ?? kept ?? views[0] ?? session.lead;
  const before = session.lead;
  session.lead = lead;
  session.followers = views.filter((view) => view !== lead);
  if (lead !== before) passHistory(before, lead);
}

/** The view of a document in a pane that `setPanes` was given. */
export const viewIn = (path: string, pane: number): DocumentView | undefined => {
  const session = sessions.get(path);
  return session && viewsOf(session).find((view) => view.pane === pane);
};

/** Selection, folds and the upper edge of an open document, as a pane has it; without one, as it was in front last. */
export function placeIn(path: string, pane?: number): Omit<BackupPlace, 'edits'> | null {
  const view = pane === undefined ? sessions.get(path)?.lead : viewIn(path, pane);
  return view ? placeOf(view) : null;
}

/** Puts the view of a document in a pane at a place. */
export function putIn(path: string, pane: number, place: BackupPlace): void {
  const view = viewIn(path, pane);
  if (view) putAt(view, place);
}

/** Puts the cursor of an open document that is not seen at a place, which is at the upper edge once it is. */
export function putAtPlace(path: string, place: Place): void {
  const lead = sessions.get(path)?.lead;
  if (!lead) return;
  const { doc } = stateOfView(lead);
  const range = placeToSelection(doc, place);
  putAt(lead, { selection: { ranges: [range], main: 0 }, top: { at: doc.lineAt(range.head).from, offset: 0 } });
}

export function endSession(path: string): void {
  const session = sessions.get(path);
  if (!session) return;
  // Until its tab is removed an editor may still show the text, which is nobody's now.
  for (const each of viewsOf(session)) each.view = null;
  sessions.delete(path);
  for (const { closed } of listeners) closed?.(path);
}

/** Moves a session to another key. The caller moves its tab, in the same step. */
export function moveSession(path: string, to: string): void {
  const session = sessions.get(path);
  if (!session) return;
  sessions.delete(path);
  sessions.set(to, session);
  session.path = to;
  configureSession(to, nameSlot.reconfigure(namedBy(to)));
  for (const { moved } of listeners) moved?.(path, to);
  useEditorFacts.setState(({ indentations: { [path]: indentation, ...indentations } }) => ({
    indentations: indentation ? { ...indentations, [to]: indentation } : indentations,
  }));
}

/** Tells listeners that a document came to the front. */
export function noticeShown(path: string): void {
  for (const { shown } of listeners) shown?.(path);
}

/** Tells listeners that a view of a document was scrolled. */
export function noticePlaced(path: string): void {
  for (const { placed } of listeners) placed?.(path);
}

/** The present text, with `\n` line endings. */
export const currentText = (path: string): Text | undefined => stateOf(path)?.doc;

/** Whether the text was so long when it was opened that it is edited with less help (`large-text.ts`). */
export const isLargeDocument = (path: string): boolean => sessions.get(path)?.facts.isLarge === true;

/** Tells listeners that the text was saved. */
export function markSaved(path: string): void {
  for (const { saved } of listeners) saved?.(path);
}

/**
 * Loads a version of the file into the editor as one undo step; cursor and scroll position stay.
 * @param turn in which it was written, where that is known
 */
export function loadVersion(path: string, version: FileVersion, turn?: string): void {
  replaceText(path, version.text, turn);
  if (stateOf(path)?.readOnly !== version.isReadOnly) setReadOnly(path, version.isReadOnly);
  tellDocument(path, { type: 'loaded', version });
}

/**
 * Replaces the text of a document as one undo step; cursor and scroll position stay.
 * @param turn the id of the prompt for which a model or an agent did; its steps are undone together
 */
export function replaceText(path: string, text: Text, turn?: string): void {
  const session = sessions.get(path);
  if (!session) return;
  const state = stateOfView(session.lead);
  const changes = textChange(state.doc, text);
  if (!changes) return;
  const set = state.changes(changes);
  const next = set.apply(state.doc);
  const { head } = state.selection.main;
  const isInside = head > changes.from && head < changes.to;
  const scroll = session.lead.view?.scrollSnapshot().map(set);
  updateSession(path, {
    changes: set,
    annotations: [isolateHistory.of('full'), ...(turn === undefined ? [] : [madeIn(turn)])],
    ...(isInside && { selection: placeToSelection(next, offsetToPlace(state.doc, head)) }),
    ...(scroll && { effects: scroll }),
  });
}

/** Whether `setLanguage` has given it anything. */
export function hasLanguage(path: string): boolean {
  const state = stateOf(path);
  const language = state && languageSlot.get(state);
  return language !== undefined && !(Array.isArray(language) && language.length === 0);
}

export const setLanguage = (path: string, language: Extension): void =>
  configureSession(path, languageSlot.reconfigure(language));

export const setReadOnly = (path: string, isReadOnly: boolean): void =>
  configureSession(path, readOnlySlot.reconfigure(EditorState.readOnly.of(isReadOnly)));

/** Applies the present settings of its language to an open document. */
export function applyOptions(path: string): void {
  const session = sessions.get(path);
  if (!session) return;
  const { options, indentation } = optionsFor(path, session.facts);
  if (optionsSlot.get(stateOfView(session.lead)) === options) return;
  configureSession(path, optionsSlot.reconfigure(options));
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
    configureSession(path, [
      extrasSlot.reconfigure(extension),
      optionsSlot.reconfigure(optionsFor(path, session.facts).options),
    ]);
  }
}
