import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import pLimit from 'p-limit';
import { fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { SettingLevel, SettingsReading } from '../../shared/contract/settings/settings.ts';
import { readSettings } from '../../shared/settings/read-settings.ts';
import { createDirectoryWatches } from '../documents/directory-watches.ts';
import { atomicWrite } from '../documents/saving/atomic-write.ts';
import { editSettings, type SettingEdit } from './edit-settings.ts';

export interface SettingsFileOptions {
  /** Absolute; its directory is made when something is written. */
  readonly path: string;
  readonly level: SettingLevel;
  /** Directories to watch besides its own, which may not be there yet. */
  readonly alsoWatched?: readonly string[];
  /** Called when its content has changed, or whether it can be read. */
  onChange(): void;
  /** A sentence for the person: why a change could not be written. */
  onProblem(sentence: string): void;
}

/** One file of settings: what it says now, be it changed by the app, in the editor or by another program. */
export type SettingsFile = Awaited<ReturnType<typeof openSettingsFile>>;

const writeDelay = 250;
/** Milliseconds until a change on disk is read: a program that replaces a file takes it away for a moment. */
const readDelay = 60;
const maxBytes = 4 * 1024 * 1024;
const nothing: SettingsReading = { values: {}, languages: {}, faults: [] };

/** Reads a file of settings and follows it. One that cannot be read is never written to, and keeps what it said before. */
export async function openSettingsFile(options: SettingsFileOptions) {
  const { path, level, alsoWatched = [], onChange, onProblem } = options;
  /** The last text on disk that could be read, without a byte-order mark. */
  let good = '';
  let problem: string | null = null;
  let wasRead = false;
  let reading = nothing;
  /** Not on disk yet. */
  let pending: readonly SettingEdit[] = [];
  let writeTimer: NodeJS.Timeout | undefined;
  let readTimer: NodeJS.Timeout | undefined;
  let isDisposed = false;
  const inTurn = pLimit(1);

  /** Reads anew what is known of it. */
  function interpret(): void {
    const read = readSettings(pending.length > 0 ? editSettings(good, pending) : good, level);
    if (read.isReadable) reading = read.reading;
  }

  /** @returns the text that can be edited; null: it cannot be read */
  function take(found: Found): string | null {
    if ('problem' in found) {
      problem = found.problem;
      return null;
    }
    const read = readSettings(found.text, level);
    if (!read.isReadable) {
      const [first] = read.faults;
      problem = `line ${first?.line ?? 1}: ${first?.message ?? 'no settings'}`;
      return null;
    }
    problem = null;
    wasRead = true;
    good = found.text;
    return found.text;
  }

  const unreadable = () => `${basename(path)} cannot be read (${problem}).`;

  async function load(): Promise<void> {
    const [before, hadProblem] = [good, problem];
    take(await readText(path));
    if (good === before && problem === hadProblem) return;
    interpret();
    onChange();
  }

  async function write(): Promise<void> {
    if (pending.length === 0) return;
    const edits = pending;
    const found = await readText(path);
    const [hadProblem, before] = [problem, good];
    const text = take(found);
    if (text === null) {
      // Left to wait, they would be put over what somebody writes there to mend it.
      pending = pending.slice(edits.length);
      interpret();
      onChange();
      return onProblem(`The last change was taken back: ${unreadable()} Mend it first.`);
    }
    const next = editSettings(text, edits);
    try {
      await mkdir(dirname(path), { recursive: true });
      const bytes = found.hasBom ? `\uFEFF${next}` : next;
      if (next !== text) await atomicWrite(path, bytes, level === 'user' ? { mode: 0o600 } : {});
    } catch (error) {
      // The next change or flush tries again.
      const why = String((error as NodeJS.ErrnoException).code ?? error);
      return onProblem(`The settings could not be saved (${why}). They apply until you quit.`);
    }
    good = next;
    pending = pending.slice(edits.length);
    interpret();
    if (text !== before || hadProblem !== null) onChange();
  }

  function later(): void {
    writeTimer ??= setTimeout(() => void flush(), writeDelay);
  }

  /** Resolves when all edits are on disk, or could not be written, which `onProblem` has been told. */
  function flush(): Promise<void> {
    clearTimeout(writeTimer);
    writeTimer = undefined;
    return inTurn(write);
  }

  const names = new Set([basename(path), ...(alsoWatched.length > 0 ? [basename(dirname(path))] : [])]);
  const watches = createDirectoryWatches(({ name }) => {
    if (isDisposed || (name !== null && !names.has(name))) return;
    clearTimeout(readTimer);
    readTimer = setTimeout(() => void inTurn(load), readDelay);
  });
  const undos = [dirname(path), ...alsoWatched].map((directory) => watches.watch(directory));

  take(await readText(path));
  interpret();
  return {
    state: () => ({ path, problem, wasRead, ...reading }),
    /** Holds at once, unless it is refused; it is on disk within a quarter of a second, or after `flush`. */
    edit(edits: readonly SettingEdit[]): Result<null> {
      if (edits.length === 0) return ok(null);
      if (problem !== null) return fail('settings-unreadable', `${unreadable()} Nothing was changed.`);
      pending = [...pending, ...edits];
      interpret();
      later();
      onChange();
      return ok(null);
    },
    flush,
    /** Earlier edits are still written. */
    async dispose() {
      isDisposed = true;
      for (const undo of undos) undo();
      clearTimeout(readTimer);
      await flush();
    },
  };
}

type Found = { readonly text: string; readonly hasBom: boolean } | { readonly problem: string; readonly hasBom: false };

/** One that is not there says nothing. */
async function readText(path: string): Promise<Found> {
  try {
    const { size } = await stat(path);
    if (size > maxBytes) return { problem: 'it is larger than 4 MB', hasBom: false };
    const text = await readFile(path, 'utf8');
    const hasBom = text.startsWith('\uFEFF');
    return { text: hasBom ? text.slice(1) : text, hasBom };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? { text: '', hasBom: false } : { problem: String(code ?? error), hasBom: false };
  }
}
