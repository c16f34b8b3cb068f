import { stat } from 'node:fs/promises';

/** Whether a path leads to a file, by a link too; false when nothing is there or may be looked at. */
export const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isFile(),
    () => false,
  );

/** Whether a path leads to a folder, by a link too; false when nothing is there or may be looked at. */
export const isDirectory = (path: string): Promise<boolean> =>
  stat(path).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
