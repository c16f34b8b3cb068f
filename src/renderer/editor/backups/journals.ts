import type { EditorSelection, Text, Transaction } from '@codemirror/state';
import type { BackupEntry, RestoredJournal } from '../../../shared/contract/documents/backup.ts';
import { pathOf } from '../../../shared/contract/documents/journal.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { settle } from '../../base/settle.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { api } from '../../bridge.ts';
import { formOf, isSameForm } from '../documents/document-state.ts';
import { piecesOf } from '../documents/document-text.ts';
import { findDocument, useDocuments } from '../documents/documents-store.ts';
import { currentText, followSessions, type SessionListener } from '../sessions.ts';
import { editOf, type Form } from './replay.ts';

/** Milliseconds in which edits are gathered; during unbroken typing this is the interval of writes. */
const gatherMs = 200;
/** Milliseconds after a write that failed. */
const pauseMs = 2_000;
/** Characters of a text that go to main in one call. */
const pieceLength = 256 * 1024;
/** Limit for the changes in characters, beyond the length of the text; then the journal begins anew. */
const longestJournal = 2_000_000;
/** Length counted for an edit, besides the text it inserts. */
const editLength = 80;

class Journal {
  readonly id: string;
  path: string;
  /** Not on the disk yet: entries, and the text before the first edit. */
  pending: BackupEntry[] = [];
  text: Text | null;
  /** Number of edits, and their approximate length in characters. */
  edits: number;
  length: number;
  /** As in the last entry that has one. */
  form: Form;
  /** The selection after the last edit; null once another one was made. */
  left: EditorSelection | null = null;
  /** Its document is closed, and the backup is not wanted. */
  isDropped = false;
  /** One write at a time, so that entries arrive in their order. */
  #writing: Promise<void> = Promise.resolve();
  #textWriting: Promise<void> = Promise.resolve();

  constructor({
    id,
    path,
    text,
    form,
    edits,
    length,
  }: Pick<Journal, 'id' | 'path' | 'text' | 'form' | 'edits' | 'length'>) {
    this.id = id;
    this.path = path;
    this.text = text;
    this.form = form;
    this.edits = edits;
    this.length = length;
  }

  get isKept(): boolean {
    return this.pending.length === 0 && this.text === null;
  }

  /** Resolves when everything pending was written, or tried. */
  write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeNow());
    if (this.text) this.#textWriting = this.#textWriting.then(() => this.#writeText());
    return Promise.all([this.#writing, this.#textWriting]).then(() => undefined);
  }

  async drop(): Promise<void> {
    this.isDropped = true;
    this.pending = [];
    this.text = null;
    await this.#writing;
    await api.backups.drop(this.id).catch(() => undefined);
  }

  async #writeNow(): Promise<void> {
    while (this.pending.length > 0 && !this.isDropped) {
      const entries = this.pending.slice(0, 1000);
      if (!tell(await settle(api.backups.append(this.id, entries)))) return schedule(pauseMs);
      this.pending = this.pending.slice(entries.length);
    }
  }

  /** Until the text is kept the file on disk stands for it, which is the same unless another program changes that. */
  async #writeText(): Promise<void> {
    const { text } = this;
    if (!text) return;
    let at = 0;
    for (const piece of piecesOf(text, pieceLength)) {
      const end = at + piece.length;
      if (!tell(await settle(api.backups.keepText(this.id, at, piece, end === text.length)))) return schedule(pauseMs);
      if (this.text !== text) return;
      at = end;
    }
    this.text = null;
  }
}

/** By path. */
const journals = new Map<string, Journal>();
let timer: ReturnType<typeof setTimeout> | undefined;
let timerAt = Number.POSITIVE_INFINITY;
/** The last write failed, and the person was told. */
let isFailing = false;
/** Tabs are being put away with their folder: their journals stay. */
let isLeaving = false;
/** Called when a journal begins, so that the tabs are kept with its id. */
let onBegun = (): void => undefined;

export const journalOf = (path: string): { readonly id: string; readonly edits: number } | undefined =>
  journals.get(path);

/** Keeps a journal of each document that is edited. Call once. */
export function followEdits(whenBegun: () => void): void {
  onBegun = whenBegun;
  followSessions({
    edited(path, transactions) {
      const [first] = transactions;
      if (first && !journals.has(path)) begin(path, first.startState.doc);
      for (const transaction of transactions) add(path, transaction);
    },
    selected(path) {
      const journal = journals.get(path);
      if (journal) journal.left = null;
    },
    moved(path, to) {
      const journal = journals.get(path);
      if (!journal) return;
      journals.delete(path);
      journals.set(to, journal);
      journal.path = to;
      push(journal, { type: 'moved', path: to });
    },
    closed(path) {
      const journal = journals.get(path);
      journals.delete(path);
      if (!isLeaving) void journal?.drop();
    },
  } satisfies SessionListener);
  useDocuments.subscribe(() => {
    for (const journal of journals.values()) noteForm(journal);
  });
}

/** Resumes a journal that was kept. @param text the text before its first edit; null: it is kept already */
export function resumeJournal(
  path: string,
  kept: Pick<RestoredJournal, 'id' | 'beginning' | 'entries'> & { form: Form },
  text: Text | null,
): void {
  const edits = kept.entries.filter((entry) => entry.type === 'edited');
  const length = edits.reduce((sum, { changes }) => sum + lengthOf(changes), 0);
  const journal = new Journal({ id: kept.id, path, text, form: kept.form, edits: edits.length, length });
  journals.set(path, journal);
  if (text) void journal.write();
  if (pathOf(kept) !== path) push(journal, { type: 'moved', path });
}

/** Whether a journal belongs to an open document. */
export const isInUse = (id: string): boolean => [...journals.values()].some((journal) => journal.id === id);

/** Begins another journal from the present text, after an incomplete restore. */
export function beginAgain(path: string): void {
  const text = currentText(path);
  if (text) begin(path, text);
}

/** Deletes the backup of a document when the person discards its changes. */
export async function discardBackup(path: string): Promise<void> {
  const journal = journals.get(path);
  journals.delete(path);
  await journal?.drop();
}

/** Whether some edits of a document are nowhere but in this window. */
export const isUnkept = (path: string): boolean => journals.get(path)?.isKept === false;

/** Keeps the journals of a folder while its tabs are put away. */
export function leaveJournals(putAway: () => void): void {
  isLeaving = true;
  try {
    putAway();
  } finally {
    isLeaving = false;
  }
}

/** Resolves when the edits of a document until now are on the disk, or could not be written. */
export const flushJournal = (path: string): Promise<void> => journals.get(path)?.write() ?? Promise.resolve();

/** @returns whether all edits are on the disk */
export async function flushJournals(): Promise<boolean> {
  // Typing may go on meanwhile; a disk that takes nothing must not be retried for ever.
  for (let tries = 0; tries < 10; tries += 1) {
    await Promise.all([...journals.values()].map((journal) => journal.write()));
    if ([...journals.values()].every(({ isKept }) => isKept)) return true;
    if (isFailing) return false;
  }
  return false;
}

function begin(path: string, text: Text): Journal | undefined {
  const document = findDocument(path);
  if (!document) return undefined;
  const { base } = document;
  const form: Form = { revision: base?.text.eq(text) ? base.revision : null, ...formOf(document) };
  const journal = new Journal({ id: crypto.randomUUID(), path, text, form, edits: 0, length: 0 });
  journals.set(path, journal);
  push(journal, { type: 'begun', folder: useWorkspace.getState().workspace?.realPath ?? null, path, ...form });
  noteForm(journal);
  onBegun();
  return journal;
}

function add(path: string, transaction: Transaction): void {
  const journal = journals.get(path);
  if (!journal) return;
  const entry = editOf(transaction, journal.left);
  journal.left = transaction.newSelection;
  journal.edits += 1;
  journal.length += lengthOf(entry.changes);
  push(journal, entry);
  if (journal.length > longestJournal + transaction.newDoc.length) renew(journal);
}

const lengthOf = (changes: Extract<BackupEntry, { type: 'edited' }>['changes']): number =>
  changes.reduce<number>(
    (sum, part) => sum + (Array.isArray(part) ? part.reduce<number>((all, line) => all + String(line).length, 0) : 0),
    editLength,
  );

/** Begins a journal from the present text; the old one is dropped once that is on the disk. */
function renew(old: Journal): void {
  const text = currentText(old.path);
  const next = text && begin(old.path, text);
  if (next) void retire(old, next);
}

async function retire(old: Journal, next: Journal): Promise<void> {
  await old.write();
  while (!next.isKept && !next.isDropped) {
    await next.write();
    if (!next.isKept) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  await old.drop();
}

/** Records that the document is based on another revision of its file, or has another encoding or line ending. */
function noteForm(journal: Journal): void {
  const document = findDocument(journal.path);
  if (!document) return;
  const { base } = document;
  const form: Form = { revision: base?.revision ?? null, ...formOf(document) };
  if (form.revision === journal.form.revision && isSameForm(form, journal.form)) return;
  journal.form = form;
  const text = currentText(journal.path);
  push(journal, { type: 'based', isText: text !== undefined && base?.text.eq(text) === true, ...form });
  // At once: the file has changed already.
  void journal.write();
}

function push(journal: Journal, entry: BackupEntry): void {
  journal.pending.push(entry);
  schedule(gatherMs);
}

function schedule(delayMs: number): void {
  const at = performance.now() + delayMs;
  if (at >= timerAt) return;
  clearTimeout(timer);
  timerAt = at;
  timer = setTimeout(() => {
    timerAt = Number.POSITIVE_INFINITY;
    for (const journal of journals.values()) void journal.write();
  }, delayMs);
}

function tell(result: Result<null>): boolean {
  if (!result.ok && !isFailing) {
    const text = `${result.failure.message} Until this is fixed, unsaved text is not backed up: save your work.`;
    notify({ severity: 'warning', text });
  }
  isFailing = !result.ok;
  return result.ok;
}
