import { type FSWatcher, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';

export interface DirectoryChange {
  readonly directory: string;
  /** `listed`: entries were added or removed. `content`: the content of an entry changed. */
  readonly kind: 'listed' | 'content';
  /** Name of the entry; null: any of them. */
  readonly name: string | null;
}

/** Milliseconds between attempts to watch a missing directory, or one for which the system had no watch left. */
const lostPoll = 2000;

/**
 * Watches the entries of directories, not recursively. A file is watched through its directory, because that watch
 * survives programs that save by renaming another file over it. A deleted directory is polled until it is back. For one
 * that exists while the system has no watches left, `onChange` stays silent until it is watched again, and is then
 * called once, for missed changes.
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
  /** For a directory without a watch: whether it was last reported as missing. */
  let isMissing = false;

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
    isMissing = true;
    report();
    lookRegularly();
  }

  function lookRegularly(): void {
    poll = setInterval(() => void look(), lostPoll).unref();
  }

  async function look(): Promise<void> {
    const isThere = await stat(directory).then(
      (stats) => stats.isDirectory(),
      () => false,
    );
    if (isStopped || !poll) return;
    const isWatched = isThere && start() === null;
    if (isWatched) {
      clearInterval(poll);
      poll = undefined;
    }
    const isNews = isWatched || isMissing === isThere;
    isMissing = !isThere;
    if (isNews) report();
  }

  const code = start();
  if (code === 'ENOENT' || code === 'ENOTDIR') lose();
  else if (code !== null) lookRegularly();
  return () => {
    isStopped = true;
    clearInterval(poll);
    watcher?.close();
  };
}
