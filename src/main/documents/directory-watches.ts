import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

export interface DirectoryChange {
  readonly directory: string;
  /**
   * `listed`: entries were added or removed. `content`: the content of an entry changed. `unwatched`: the system has no
   * watch left, which is told every two seconds: entries are still reported, their content is to be looked at.
   */
  readonly kind: 'listed' | 'content' | 'unwatched';
  /** Name of the entry; null: any of them. */
  readonly name: string | null;
}

/** Milliseconds between attempts to watch a missing directory, or one for which the system had no watch left. */
const lostPoll = 2000;

/**
 * Watches the entries of directories, not recursively. A file is watched through its directory, because that watch
 * survives programs that save by renaming another file over it. A deleted directory is polled until it is back, and one
 * that the system has no watch for until there is; `onChange` is then called once, for missed changes.
 */
export function createDirectoryWatches(onChange: (change: DirectoryChange) => void): {
  /** @returns the undo; the last undo for a directory ends its watch */
  watch(directory: string): () => void;
} {
  const watches = new Map<string, { users: number; stop: () => void }>();
  return {
    watch(directory) {
      const known = watches.get(directory) ?? { users: 0, stop: watchOne(directory, onChange) };
      known.users++;
      watches.set(directory, known);
      let isUsed = true;
      return () => {
        if (!isUsed) return;
        isUsed = false;
        known.users--;
        if (known.users > 0) return;
        known.stop();
        watches.delete(directory);
      };
    },
  };
}

function watchOne(directory: string, onChange: (change: DirectoryChange) => void): () => void {
  let watcher: FSWatcher | null = null;
  let poll: NodeJS.Timeout | undefined;
  let isStopped = false;
  /** For a directory without a watch: when its entries last changed; null: it is missing. */
  let lastChange: number | null = null;

  const report = (): void => onChange({ directory, kind: 'listed', name: null });

  /** @returns the system's error code; null on success */
  function start(): string | null {
    try {
      watcher = watch(directory, { persistent: false }, (event, name) => {
        onChange({ directory, kind: event === 'rename' ? 'listed' : 'content', name });
        // A deleted directory is reported by its own name, without further events.
        if (event === 'rename' && (name === null || name === basename(directory))) void stat(directory).catch(lose);
      });
      watcher.on('error', lose);
      return null;
    } catch (error) {
      return String((error as NodeJS.ErrnoException).code);
    }
  }

  function lose(): void {
    if (isStopped || poll) return;
    watcher?.close();
    watcher = null;
    lastChange = null;
    report();
    lookRegularly();
  }

  function lookRegularly(): void {
    poll = setInterval(() => void look(), lostPoll).unref();
  }

  async function look(): Promise<void> {
    const change = await changeOf(directory);
    if (isStopped || !poll) return;
    const isWatched = change !== null && start() === null;
    if (isWatched) {
      clearInterval(poll);
      poll = undefined;
    }
    const isNews = isWatched || lastChange !== change;
    lastChange = change;
    if (isNews) report();
    if (change !== null && !isWatched) onChange({ directory, kind: 'unwatched', name: null });
  }

  const code = start();
  if (code === 'ENOENT' || code === 'ENOTDIR') lose();
  else if (code !== null) {
    void changeOf(directory).then((change) => {
      lastChange ??= change;
    });
    lookRegularly();
  }
  return () => {
    isStopped = true;
    clearInterval(poll);
    watcher?.close();
  };
}

/** In ms since 1970; null: there is no such directory. */
const changeOf = (directory: string): Promise<number | null> =>
  stat(directory).then(
    (stats) => (stats.isDirectory() ? stats.mtimeMs : null),
    () => null,
  );
