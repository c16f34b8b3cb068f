import type { EditorSelection, Text, Transaction } from '@codemirror/state';
import { type BackupEntry, pathOf, type RestoredJournal } from '../../../shared/contract/documents/backup.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { settle } from '../../base/settle.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { api } from '../../bridge.ts';
import { formOf, isSameForm } from '../documents/document-state.ts';
import { findDocument, useDocuments } from '../documents/documents-store.ts';
import { currentText, followSessions, type SessionListener } from '../sessions.ts';
import { editOf, type Form } from './replay.ts';

/** Milliseconds in which typing is gathered; unbroken typing is written as often. */
const gatherMs = 200;
/** After a write that failed. */
const pauseMs = 2_000;
/** Characters of a text that go to main at a time. */
const pieceLength = 256 * 1024;
/** About how many characters of changes are kept beyond the length of the text; then the journal begins anew. */
const longestJournal = 2_000_000;
/** Of an edit, besides what it inserts. */
const editLength = 80;

class Journal {
  readonly id: string;
  path: string;
  /** What is not on the disk yet: entries, and the text before the first edit. */
  pending: BackupEntry[] = [];
  text: Text | null;
  /** How many edits it has, and about how long they are. */
  edits: number;
  length: number;
  /** As the last entry that says it has it. */
  form: Form;
  /** What the last edit left selected, and still is. */
  left: EditorSelection | null = null;
  /** Its document is closed, and nothing of it is wanted. */
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

  /** Resolves when all that is pending now was written, or tried. */
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

  /** Until it is kept the text on disk stands for it, which is the same when nobody changes that. */
  async #writeText(): Promise<void> {
    const { text } = this;
    if (!text) return;
    for (let at = 0; this.text === text; ) {
      const end = pieceEnd(text, at);
      const isLast = end === text.length;
      if (!tell(await settle(api.backups.keepText(this.id, at, text.sliceString(at, end), isLast))))
        return schedule(pauseMs);
      if (isLast) {
        if (this.text === text) this.text = null;
        return;
      }
      at = end;
    }
  }
}

/** By path. */
const journals = new Map<string, Journal>();
let timer: ReturnType<typeof setTimeout> | undefined;
let timerAt = Number.POSITIVE_INFINITY;
/** The last write failed, and the person knows. */
let isFailing = false;
/** Tabs are put away with their folder: their journals stay. */
let isLeaving = false;
/** The tabs are to name it. */
let onBegun = (): void => undefined;

/** The journal of a document that was edited. */
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

/** A journal that was kept goes on. @param text what its first edit was made to; null: it is kept already */
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

/** Whether a journal is that of a document that is open. */
export const isInUse = (id: string): boolean => [...journals.values()].some((journal) => journal.id === id);

/** What was brought back in part goes on in a journal of its own, from the text that is shown. */
export function beginAgain(path: string): void {
  const text = currentText(path);
  if (text) begin(path, text);
}

/** The person wants nothing of what was not saved. */
export async function discardBackup(path: string): Promise<void> {
  const journal = journals.get(path);
  journals.delete(path);
  await journal?.drop();
}

/** Whether some of what was typed in a document is nowhere but in this window. */
export const isUnkept = (path: string): boolean => journals.get(path)?.isKept === false;

/** What is known of the documents of a folder is kept while their tabs are put away. */
export function leaveJournals(putAway: () => void): void {
  isLeaving = true;
  try {
    putAway();
  } finally {
    isLeaving = false;
  }
}

/** Resolves when what was typed in a document until now is on the disk, or could not be written. */
export const flushJournal = (path: string): Promise<void> => journals.get(path)?.write() ?? Promise.resolve();

/** @returns whether all that was typed is on the disk */
export async function flushJournals(): Promise<boolean> {
  // Somebody may type meanwhile; a disk that takes nothing is not asked for ever.
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

/** The text as it is takes the place of all that led to it, when it is on the disk. */
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

/** It is based on another file than its last entry says, or becomes other bytes. */
function noteForm(journal: Journal): void {
  const document = findDocument(journal.path);
  if (!document) return;
  const { base } = document;
  const form: Form = { revision: base?.revision ?? null, ...formOf(document) };
  if (form.revision === journal.form.revision && isSameForm(form, journal.form)) return;
  journal.form = form;
  const text = currentText(journal.path);
  push(journal, { type: 'based', isText: text !== undefined && base?.text.eq(text) === true, ...form });
  // The file is another one already.
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

/** No character of two units is cut in the middle. */
function pieceEnd(text: Text, at: number): number {
  const end = Math.min(text.length, at + pieceLength);
  const isCut = end < text.length && /[\ud800-\udbff]/.test(text.sliceString(end - 1, end));
  return isCut ? end - 1 : end;
}

function tell(result: Result<null>): boolean {
  if (!result.ok && !isFailing) {
    const text = `${result.failure.message} Until this is fixed, unsaved text is not backed up: save your work.`;
    notify({ severity: 'warning', text });
  }
  isFailing = !result.ok;
  return result.ok;
}
