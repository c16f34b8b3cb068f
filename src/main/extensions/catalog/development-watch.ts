import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createDirectoryWatches } from '../../documents/directory-watches.ts';

/** Milliseconds without changes before a report; a build writes many files. */
const calm = 200;
/** Milliseconds after which a report is made during continuous changes. */
const patience = 2000;
/** Each watch costs system resources; a folder with more subfolders is watched in part. */
const maxWatched = 1000;

/** Names that are neither source nor build result: dependencies, dot files, backups of editors. */
const isIgnored = (name: string): boolean => name === 'node_modules' || name.startsWith('.') || name.endsWith('~');

const entriesOf = (directory: string) => readdir(directory, { withFileTypes: true });

/**
 * Watches the folder of an extension under development, subfolders included; links are not followed.
 * @param folder absolute
 * @param read lists a folder
 * @returns a function that ends the watch
 */
export function watchDevelopmentFolder(folder: string, onChange: () => void, read = entriesOf): () => void {
  const undos = new Map<string, () => void>();
  let isStopped = false;
  let scans = 0;
  /** The last scan of each folder, by a number: of two, the one that began first may end last, and be out of date. */
  const latest = new Map<string, number>();
  let begun = 0;
  let timer: NodeJS.Timeout | undefined;
  let firstChange: number | null = null;

  const directories = createDirectoryWatches(({ directory, kind, name }) => {
    if (isStopped || kind === 'unwatched' || (name !== null && isIgnored(name))) return;
    if (kind === 'listed') void scan(directory);
    changed();
  });

  function changed(): void {
    firstChange ??= Date.now();
    clearTimeout(timer);
    timer = setTimeout(report, Math.max(0, Math.min(calm, firstChange + patience - Date.now())));
  }

  function report(): void {
    // New folders must be watched before the report, which says that everything is up to date.
    if (scans > 0) {
      timer = setTimeout(report, calm);
      return;
    }
    firstChange = null;
    onChange();
  }

  /** Watches a folder before it is scanned, so that no change in between is missed. */
  async function add(directory: string): Promise<void> {
    if (undos.has(directory) || undos.size >= maxWatched) return;
    undos.set(directory, directories.watch(directory));
    await scan(directory);
  }

  async function scan(directory: string): Promise<void> {
    scans++;
    const number = ++begun;
    latest.set(directory, number);
    try {
      const entries = await read(directory).catch(() => []);
      if (isStopped || !undos.has(directory) || latest.get(directory) !== number) return;
      const below = new Set(
        entries.filter((one) => one.isDirectory() && !isIgnored(one.name)).map(({ name }) => join(directory, name)),
      );
      for (const known of [...undos.keys()]) {
        if (dirname(known) === directory && known !== directory && !below.has(known)) forget(known);
      }
      await Promise.all([...below].map(add));
    } finally {
      scans--;
    }
  }

  function forget(directory: string): void {
    undos.get(directory)?.();
    undos.delete(directory);
    latest.delete(directory);
    for (const known of [...undos.keys()]) if (dirname(known) === directory) forget(known);
  }

  void add(folder);
  return () => {
    isStopped = true;
    clearTimeout(timer);
    for (const undo of undos.values()) undo();
    undos.clear();
  };
}
