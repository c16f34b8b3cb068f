import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Revision } from '../../shared/contract/documents/document.ts';
import type { Result } from '../../shared/contract/errors.ts';
import { createDirectoryWatches } from './directory-watches.ts';
import type { ReadPieces } from './read-document.ts';

/** Milliseconds without a change before a file is read: other programs write in several steps. */
const settleTime = 60;
/** Milliseconds before a missing file counts as deleted: some programs save by deleting first. */
const returnTime = 250;
/** Milliseconds after which a file that keeps changing, such as a log, is read anyway. */
const longestWait = 2000;

interface Watched {
  readonly path: string;
  /** The path with links resolved; of a missing file the path itself. */
  realPath: string;
  undos: readonly (() => void)[];
  /** null: known to be missing or unreadable. */
  revision: Revision | null;
  /** Why it could not be read when that was last reported; null: it could, or nobody was told. */
  problem: string | null;
  suspended: number;
  timer: NodeJS.Timeout | undefined;
  isChecking: boolean;
  /** Its state when it was last looked at, as nobody tells of its changes. */
  seen: string | null;
  /** Time of the first change that was not checked; null: none. */
  dueSince: number | null;
}

/**
 * Reports open files that other programs changed or deleted.
 * @param onChanged gets the result of `read`
 * @param onUnwatched the system has no watches left; the files are looked at regularly instead
 */
export function createDocumentWatcher(
  read: (path: string) => Promise<Result<ReadPieces>>,
  onChanged: (path: string, document: Result<ReadPieces>) => void,
  onUnwatched: () => void,
) {
  const files = new Map<string, Watched>();
  const directories = createDirectoryWatches(({ directory, kind, name }) => {
    if (kind === 'unwatched') onUnwatched();
    for (const file of files.values()) {
      const isMeant = (place: string): boolean =>
        dirname(place) === directory && (name === null || isSameName(basename(place), name));
      if (!isMeant(file.path) && !isMeant(file.realPath)) continue;
      if (kind === 'unwatched') void look(file);
      else schedule(file);
    }
  });

  async function look(file: Watched): Promise<void> {
    const state = await stateOf(file.path);
    if (state !== file.seen) schedule(file);
    file.seen = state;
  }

  function schedule(file: Watched): void {
    file.dueSince ??= Date.now();
    if (file.suspended > 0 || file.isChecking) return;
    clearTimeout(file.timer);
    file.timer = setTimeout(() => void check(file), settleTime);
    file.timer.unref();
  }

  async function check(file: Watched): Promise<void> {
    const since = file.dueSince ?? Date.now();
    file.isChecking = true;
    file.dueSince = null;
    const isLate = Date.now() - since > longestWait;
    if (isLate || (await isSettled(file.path))) {
      const document = await read(file.path);
      if (files.get(file.path) !== file) return;
      // During a save of the app, or after another change, this read may be incomplete.
      if (file.suspended > 0 || (file.dueSince !== null && !isLate)) file.dueSince = since;
      else report(file, document);
    } else file.dueSince = since;
    file.isChecking = false;
    if (file.dueSince !== null && files.get(file.path) === file) schedule(file);
  }

  function report(file: Watched, document: Result<ReadPieces>): void {
    const revision = document.ok ? document.value.revision : null;
    const problem = document.ok ? null : document.failure.message;
    // A file that was missing may be a link or a folder by now, which is not to be written through.
    if (revision === file.revision && problem === file.problem) return;
    file.revision = revision;
    file.problem = problem;
    onChanged(file.path, document);
  }

  /**
   * Watches a file; one that is watched gets another revision and real path.
   * @param revision null: it is missing
   */
  function watch(path: string, revision: Revision | null, realPath = path): void {
    const file: Watched = files.get(path) ?? {
      path,
      realPath: '',
      undos: [],
      revision,
      problem: null,
      suspended: 0,
      timer: undefined,
      isChecking: false,
      seen: null,
      dueSince: null,
    };
    files.set(path, file);
    file.revision = revision;
    file.problem = null;
    if (file.realPath === realPath) return;
    const before = file.undos;
    file.realPath = realPath;
    file.undos = [...new Set([dirname(path), dirname(realPath)])].map((directory) => directories.watch(directory));
    for (const undo of before) undo();
  }

  function unwatch(path: string): void {
    const file = files.get(path);
    if (!file) return;
    files.delete(path);
    clearTimeout(file.timer);
    for (const undo of file.undos) undo();
  }

  return {
    watch,
    unwatch,
    /** Changes the paths of a watched file, and keeps its revision. */
    move(from: string, to: string, realPath: string) {
      const file = files.get(from);
      unwatch(from);
      if (file) watch(to, file.revision, realPath);
    },
    /** The real path of a watched file when it was last opened. */
    realPathOf: (path: string): string | undefined => files.get(path)?.realPath,
    /** Paths of the watched files, as opened. */
    paths: (): readonly string[] => [...files.keys()],
    /** Ignores a file while the app itself writes it. @returns the undo, which takes the new revision, or null */
    suspend(path: string): (revision: Revision | null) => void {
      const file = files.get(path);
      if (!file) return () => undefined;
      file.suspended++;
      clearTimeout(file.timer);
      return (revision) => {
        file.suspended--;
        if (revision !== null) {
          file.revision = revision;
          file.problem = null;
        }
        if (file.dueSince !== null && files.get(path) === file) schedule(file);
      };
    },
    /** Checks all watched files, for file systems without change events. */
    checkAll() {
      for (const file of files.values()) schedule(file);
    },
    dispose() {
      for (const path of [...files.keys()]) unwatch(path);
    },
  };
}

async function isSettled(path: string): Promise<boolean> {
  const first = await stateOf(path);
  await delay(first === 'missing' ? returnTime : settleTime, undefined, { ref: false });
  return (await stateOf(path)) === first;
}

const stateOf = (path: string): Promise<string> =>
  stat(path).then(
    ({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`,
    () => 'missing',
  );

/** macOS and Windows may report names in another case or normalization than they were opened by. */
const isSameName = (one: string, other: string): boolean =>
  process.platform === 'linux' ? one === other : fold(one) === fold(other);

const fold = (name: string): string => name.normalize('NFC').toLowerCase();
