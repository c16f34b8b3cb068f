import { lstat, mkdir, readdir, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { FailureError } from '../../../../shared/contract/errors.ts';
import { PackageFault } from '../../install/package-fault.ts';
import { partsOfName } from '../../install/package-path.ts';

/**
 * A path in the folder of an extension, of parts that name the same place on every system.
 * @throws {FailureError} for one that leads out of it, or is the folder itself
 */
export function pathInPlace(folder: string, path: string): string {
  try {
    const parts = partsOfName(path);
    if (parts.length > 0) return join(folder, ...parts);
  } catch (thrown) {
    if (!(thrown instanceof PackageFault)) throw thrown;
  }
  throw refused(path);
}

/**
 * The file that a path in the folder leads to.
 * @throws {FailureError} when a link leads out of it; the system's error when there is nothing
 */
export async function existingInPlace(folder: string, path: string): Promise<string> {
  const [real, root] = await Promise.all([realpath(pathInPlace(folder, path)), realpath(folder)]);
  if (real.startsWith(root + sep)) return real;
  throw refused(path);
}

/**
 * Where something new is put: its folder exists then.
 * @throws {FailureError} when a link leads out of it
 */
export async function newInPlace(folder: string, path: string): Promise<string> {
  const place = pathInPlace(folder, path);
  // Before a folder is made below it.
  const [real, root] = await Promise.all([realOfExisting(dirname(place)), realpath(folder)]);
  if (real !== root && !real.startsWith(root + sep)) throw refused(path);
  await mkdir(dirname(place), { recursive: true });
  return place;
}

/** Where a path leads, as far as it is there. */
async function realOfExisting(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
    return realOfExisting(dirname(path));
  }
}

/** Bytes of a disk that an entry takes, however little is in it. */
const leastOfEntry = 4096;

/** Bytes that all below a folder takes, empty files and folders too; links are not followed. Counting stops beyond `most`. */
export async function bytesBelow(folder: string, most: number): Promise<number> {
  let bytes = 0;
  const below = async (path: string): Promise<void> => {
    for (const entry of await readdir(path, { withFileTypes: true }).catch(() => [])) {
      if (bytes > most) return;
      const inner = join(path, entry.name);
      const { size } = entry.isDirectory() ? { size: 0 } : await lstat(inner).catch(() => ({ size: 0 }));
      bytes += Math.max(leastOfEntry, size);
      if (entry.isDirectory()) await below(inner);
    }
  };
  await below(folder);
  return bytes;
}

const refused = (path: string): FailureError =>
  new FailureError({
    code: 'invalid-request',
    message: `“${path.slice(0, 200)}” is no place in the extension’s own folder. Name one below it, such as "bin/server"`,
  });
