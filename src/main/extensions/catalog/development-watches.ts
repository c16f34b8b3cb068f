import { watchDevelopmentFolder } from './development-watch.ts';

/** Watches the folders of extensions under development. */
export function createDevelopmentWatches(onChange: (folder: string) => void) {
  const watches = new Map<string, () => void>();

  /** Watches exactly these folders. */
  function set(folders: readonly string[]): void {
    for (const [folder, undo] of watches) {
      if (folders.includes(folder)) continue;
      undo();
      watches.delete(folder);
    }
    for (const folder of folders) {
      if (!watches.has(folder))
        watches.set(
          folder,
          watchDevelopmentFolder(folder, () => onChange(folder)),
        );
    }
  }

  return { set, close: () => set([]) };
}
