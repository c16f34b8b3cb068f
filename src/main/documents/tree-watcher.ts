import { createDirectoryWatches } from './directory-watches.ts';
import { isInside } from './project-border.ts';

/** Milliseconds over which changes are gathered; a checkout changes thousands of entries at once. */
const batchTime = 100;
/** Each watch costs the system something; beyond this many, the directories listed longest ago go unwatched. */
const maxWatched = 1000;

/** Reports which of the listed directories would list differently now. */
export function createTreeWatcher(onChanged: (directories: readonly string[]) => void) {
  const undos = new Map<string, () => void>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const directories = createDirectoryWatches(({ directory, kind, name }) => {
    if (name === '.gitignore') {
      // Its rules hold for everything below.
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
    /** Watches the entries of a directory that was listed. */
    watch(directory: string) {
      const undo = undos.get(directory) ?? directories.watch(directory);
      undos.delete(directory);
      undos.set(directory, undo);
      const [oldest] = undos.keys();
      if (undos.size > maxWatched && oldest !== undefined) unwatch(oldest);
    },
    /** Forgets all directories, as when another folder is opened. */
    clear() {
      clearTimeout(timer);
      timer = undefined;
      for (const directory of [...undos.keys()]) unwatch(directory);
    },
  };
}
