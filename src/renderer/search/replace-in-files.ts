import { isolateHistory } from '@codemirror/commands';
import { ChangeSet, type Text } from '@codemirror/state';
import { create } from 'zustand';
import { isUntitled } from '../../shared/contract/documents/document-key.ts';
import type { Encoding } from '../../shared/contract/documents/encoding.ts';
import type { FoundFile, FoundLine } from '../../shared/contract/documents/folder-search.ts';
import { visibleBaseName } from '../base/paths.ts';
import { api } from '../bridge.ts';
import { isDirty } from '../editor/documents/document-state.ts';
import { textOf } from '../editor/documents/document-text.ts';
import { findDocument, findTab } from '../editor/documents/documents-store.ts';
import { openFile, saveFile } from '../editor/documents/file-texts.ts';
import { saveDocument } from '../editor/documents/saving/save-document.ts';
import { inTurn } from '../editor/documents/saving/save-queue.ts';
import { textChange } from '../editor/minimal-change.ts';
import { currentText, updateSession } from '../editor/sessions.ts';
import { leftWords } from './left-words.ts';
import { changesOf, isStillThere } from './match-changes.ts';
import { countMatches, type SearchRow } from './search-rows.ts';
import { dismiss, useSearch } from './search-store.ts';

/** What was replaced last, and can be taken back in one step. */
interface Replacement {
  /** The search that had found it. */
  readonly searchId: string | null;
  readonly matches: number;
  readonly done: readonly { readonly path: string; readonly changes: ChangeSet; readonly inverse: ChangeSet }[];
  /** Sentences about files that stayed as they were. */
  readonly problems: readonly string[];
  readonly isUndone: boolean;
}

interface ReplaceState {
  readonly isRunning: boolean;
  readonly last: Replacement | null;
}

export const useReplace = create<ReplaceState>(() => ({ isRunning: false, last: null }));

export const forgetReplacement = (): void => useReplace.setState({ last: null });

/**
 * Gives the changes for a text, or a sentence about why it stays as it is.
 * @param encoding of its file; null: it has unsaved changes
 */
type Edit = (doc: Text, encoding: Encoding | null) => ChangeSet | string;

/** Replaces what was found, or a part of it; replaced lines leave the list. */
export async function replaceFound(row?: SearchRow): Promise<void> {
  const { searchId, files, end } = useSearch.getState();
  // They are out of date, or not all of them are there.
  if (end === null || end.failure) return;
  const wanted: readonly FoundFile[] = row
    ? [{ ...row.file, lines: row.kind === 'file' ? row.file.lines : [row.line] }]
    : files;
  const done = await replaceInFiles(wanted, searchId);
  const replaced = new Set<FoundLine>(wanted.filter(({ path }) => done.has(path)).flatMap(({ lines }) => lines));
  dismiss((_, line) => replaced.has(line));
}

/** @returns the files in which it was done */
async function replaceInFiles(files: readonly FoundFile[], searchId: string | null): Promise<ReadonlySet<string>> {
  if (useReplace.getState().isRunning) return new Set();
  useReplace.setState({ isRunning: true });
  const done: Replacement['done'][number][] = [];
  const problems: string[] = [];
  let matches = 0;
  for (const { path, lines } of files) {
    let before: Text | null = null;
    const outcome = await change(path, (doc, encoding) => {
      before = doc;
      return changesOf(doc, lines) ?? leftWords(path, encoding);
    });
    if (typeof outcome === 'string') problems.push(outcome);
    else if (before) {
      done.push({ path, changes: outcome, inverse: outcome.invert(before) });
      matches += countMatches(lines);
    }
  }
  useReplace.setState({ isRunning: false, last: { searchId, matches, done, problems, isUndone: false } });
  return new Set(done.map(({ path }) => path));
}

/** Takes the last replacement back, where the text is still what it made. */
export async function undoReplacement(): Promise<void> {
  const { last, isRunning } = useReplace.getState();
  if (!last || isRunning || last.isUndone) return;
  useReplace.setState({ isRunning: true });
  const problems: string[] = [];
  for (const { path, changes, inverse } of last.done) {
    const outcome = await change(path, (doc) =>
      isStillThere(doc, changes) ? inverse : `${visibleBaseName(path)} has changed since, and was left as it is.`,
    );
    if (typeof outcome === 'string') problems.push(outcome);
  }
  useReplace.setState({ isRunning: false, last: { ...last, problems, isUndone: true } });
}

/** Changes an open document, and saves it unless it had unsaved changes; any other file is changed on the disk. */
async function change(path: string, edit: Edit): Promise<ChangeSet | string> {
  const document = findDocument(path);
  if (!document) return inTurn(path, () => changeFile(path, edit));
  const text = currentText(path);
  if (!text) return `${visibleBaseName(path)} is not open any more.`;
  if (document.isReadOnly) return `${visibleBaseName(path)} cannot be written to.`;
  const wasDirty = isDirty(document);
  const changes = edit(text, wasDirty ? null : document.encoding);
  if (typeof changes === 'string') return changes;
  updateSession(path, { changes, annotations: isolateHistory.of('full') });
  if (wasDirty || isUntitled(path)) return changes;
  await saveDocument(path, true);
  // It may have been tidied when it was saved.
  const saved = currentText(path);
  const tidied = saved && textChange(changes.apply(text), saved);
  return tidied ? changes.compose(ChangeSet.of(tidied, changes.newLength, '\n')) : changes;
}

async function changeFile(path: string, edit: Edit): Promise<ChangeSet | string> {
  const opened = await openFile(path);
  if (!opened.ok) return opened.failure.message;
  try {
    const { lineEnding, encoding, hasBom, revision, isReadOnly, isLossy } = opened.value;
    if (isReadOnly || isLossy) return `${visibleBaseName(path)} cannot be written to.`;
    const doc = textOf(opened.value);
    const changes = edit(doc, encoding);
    if (typeof changes === 'string') return changes;
    const form = { lineEnding, encoding, hasBom };
    const saved = await saveFile({ path, text: changes.apply(doc), ...form, baseRevision: revision });
    return saved.ok ? changes : saved.failure.message;
  } finally {
    // It may have been opened meanwhile, and is watched then.
    if (!findTab(path)) await api.documents.close(path);
  }
}
