import { realpath, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { OpenedDocument, Revision } from '../../shared/contract/documents/document.ts';
import type { Result } from '../../shared/contract/errors.ts';
import { createDirectoryWatches } from './directory-watches.ts';

/** Milliseconds that a file must stay as it is before it is read: other programs write in several steps. */
const settleTime = 60;
/** Milliseconds that a missing file has to come back: some programs save by deleting first. */
const returnTime = 250;
/** Milliseconds after which a file that never settles, such as a log, is read all the same. */
const longestWait = 2000;

interface Watched {
  readonly path: string;
  /** Where it lives: the path as opened and, when that is a link, the real one. */
  readonly places: string[];
  readonly undos: (() => void)[];
  /** null: known to be missing or unreadable. */
  revision: Revision | null;
  suspended: number;
  timer: NodeJS.Timeout | undefined;
  isChecking: boolean;
  /** When a change was first noticed that has not been looked at; null: none. */
  dueSince: number | null;
}

/** Reports an open file that another program changed or deleted. `onChanged` gets what is on disk now, as `read` reads it. */
export function createDocumentWatcher(
  read: (path: string) => Promise<Result<OpenedDocument>>,
  onChanged: (path: string, document: Result<OpenedDocument>) => void,
) {
  const files = new Map<string, Watched>();
  const directories = createDirectoryWatches(({ directory, name }) => {
    for (const file of files.values()) {
      const isMeant = (place: string): boolean =>
        dirname(place) === directory && (name === null || isSameName(basename(place), name));
      if (file.places.some(isMeant)) schedule(file);
    }
  });

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
      // A save of our own began meanwhile, or another change came: this reading may be half of something.
      if (file.suspended > 0 || (file.dueSince !== null && !isLate)) file.dueSince = since;
      else report(file, document);
    } else file.dueSince = since;
    file.isChecking = false;
    if (file.dueSince !== null && files.get(file.path) === file) schedule(file);
  }

  function report(file: Watched, document: Result<OpenedDocument>): void {
    const revision = document.ok ? document.value.revision : null;
    if (revision === file.revision) return;
    file.revision = revision;
    onChanged(file.path, document);
  }

  async function watchRealPlace(file: Watched): Promise<void> {
    const real = await realpath(file.path).catch(() => file.path);
    if (real === file.path || files.get(file.path) !== file) return;
    file.places.push(real);
    file.undos.push(directories.watch(dirname(real)));
  }

  /** Watches a file whose content is known (null: it is missing); watching it again only updates what is known. */
  function watch(path: string, revision: Revision | null): void {
    const known = files.get(path);
    if (known) {
      known.revision = revision;
      return;
    }
    const file: Watched = {
      path,
      places: [path],
      undos: [directories.watch(dirname(path))],
      revision,
      suspended: 0,
      timer: undefined,
      isChecking: false,
      dueSince: null,
    };
    files.set(path, file);
    void watchRealPlace(file);
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
    /** A file that is watched has another path; what is known of it holds on. */
    move(from: string, to: string) {
      const file = files.get(from);
      unwatch(from);
      if (file) watch(to, file.revision);
    },
    /** The files that are watched, as they were opened. */
    paths: (): readonly string[] => [...files.keys()],
    /** While the app itself writes a file nobody looks at it. @returns the undo, which takes the new revision, or null */
    suspend(path: string): (revision: Revision | null) => void {
      const file = files.get(path);
      if (!file) return () => undefined;
      file.suspended++;
      clearTimeout(file.timer);
      return (revision) => {
        file.suspended--;
        if (revision !== null) file.revision = revision;
        if (file.dueSince !== null && files.get(path) === file) schedule(file);
      };
    },
    /** Looks at all watched files, for file systems that report nothing. */
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

/** macOS and Windows report names in another case or composition than they were opened by. */
const isSameName = (one: string, other: string): boolean =>
  process.platform === 'linux' ? one === other : fold(one) === fold(other);

const fold = (name: string): string => name.normalize('NFC').toLowerCase();
