import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newInPlace } from './own-place.ts';

/** Of folders in which files are until they are complete. */
const unfinished = '.unfinished-';

/**
 * Puts a file or folder into the folder of an extension, in place of what is at the path, once `make` has made all of it.
 * @param make makes it at the path that it is given
 */
export type PutWhole = (folder: string, path: string, make: (content: string) => Promise<void>) => Promise<void>;

export function createPutWhole(): PutWhole {
  /** By folder: what an earlier run of the app has left there is gone. */
  const tidied = new Map<string, Promise<void>>();

  function tidy(folder: string): Promise<void> {
    const done = tidied.get(folder) ?? removeUnfinished(folder);
    tidied.set(folder, done);
    return done;
  }

  return async function putWhole(folder, path, make) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await tidy(folder);
    const staging = join(folder, `${unfinished}${randomUUID()}`);
    await mkdir(staging);
    try {
      const content = join(staging, 'content');
      await make(content);
      const place = await newInPlace(folder, path);
      await rm(place, { recursive: true, force: true });
      await rename(content, place);
    } finally {
      await rm(staging, { recursive: true, force: true });
    }
  };
}

async function removeUnfinished(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => name.startsWith(unfinished));
  for (const name of left) await rm(join(folder, name), { recursive: true, force: true });
}
