import { createDirectoryWatches } from './directory-watches.ts';
import { isInside } from './project-border.ts';

/** Milliseconds over which changes are batched; a checkout changes thousands of entries at once. */
const batchTime = 100;
/** Each watch costs system resources; beyond this number, the directories listed longest ago are not watched. */
const maxWatched = 1000;

/** Reports listed directories whose listing has changed. @param onUnwatched the system has no watches left */
export function createTreeWatcher(onChanged: (directories: readonly string[]) => void, onUnwatched: () => void) {
  const undos = new Map<string, () => void>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const directories = createDirectoryWatches(({ directory, kind, name }) => {
    if (kind === 'unwatched') return onUnwatched();
    if (name === '.gitignore') {
      // Its rules apply to everything below.
      for (const listed of undos.keys()) if (isInside(directory, listed)) changed.add(listed);
    } else if (kind === 'listed') changed.add(directory);
    if (changed.size > 0) timer ??= setTimeout(report, batchTime);
  });

  function report(): void {
    timer = undefined;
    const batch = [...changed];
    changed.clear();
    onChanged(batch);
  }

  function unwatch(directory: string): void {
    undos.get(directory)?.();
    undos.delete(directory);
    changed.delete(directory);
  }

  return {
    /** Watches a listed directory. */
    watch(directory: string) {
      const undo = undos.get(directory) ?? directories.watch(directory);
      undos.delete(directory);
      undos.set(directory, undo);
      const [oldest] = undos.keys();
      if (undos.size > maxWatched && oldest !== undefined) unwatch(oldest);
    },
    /** Ends all watches, as when another folder is opened. */
    clear() {
      clearTimeout(timer);
      timer = undefined;
      for (const directory of [...undos.keys()]) unwatch(directory);
    },
  };
}
