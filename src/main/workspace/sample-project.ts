import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDirectory } from '../documents/path-kind.ts';

/**
 * The project that comes with the app, for a person to try things in: a copy, because what comes with the app may be
 * read-only and goes with an update. What a person did to the copy stays.
 * @param from the folder that comes with the app
 * @param to where the copy belongs; the folder above it exists
 * @returns a function that makes the copy unless it is there, gives its folder and throws what the file system says
 */
export const createSampleProject = (from: string, to: string) => async (): Promise<string> => {
  if (await isDirectory(to)) return to;
  // Whole or not at all: half of it would pass for the copy from then on.
  const draft = await mkdtemp(`${to}-`);
  try {
    await cp(from, join(draft, 'copy'), { recursive: true });
    await rename(join(draft, 'copy'), to);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return to;
};
