import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { FailureError } from '../../../shared/contract/errors.ts';
import { quote } from '../../documents/file-failure.ts';
import { revisionOf } from '../../documents/read-document.ts';
import { syncDirectory, syncFile } from '../../documents/saving/atomic-write.ts';
import { hashFile, ignoreMissing } from './file-snapshot.ts';

/** Contents of files, each once, by their hash. */
export type BlobStore = ReturnType<typeof createBlobStore>;

/** @param directory absolute; made when it is needed */
export function createBlobStore(directory: string) {
  let total = 0;
  /** Blobs known to exist, so that the disk is not asked for each of thousands of files. */
  const known = new Set<string>();
  const made = new Set<string>();
  const pathOf = (hash: string): string => join(directory, hash.slice(0, 2), hash.slice(2));
  const tempDirectory = join(directory, 'new');

  async function makeOnce(path: string): Promise<void> {
    if (made.has(path)) return;
    await mkdir(path, { recursive: true, mode: 0o700 });
    made.add(path);
  }

  async function newTemp(): Promise<string> {
    await makeOnce(tempDirectory);
    return join(tempDirectory, randomUUID());
  }

  /** When the machine fails, one that was not yet on disk may be there with nothing in it: that one is written again. */
  async function has(hash: string, size: number): Promise<boolean> {
    const isThere = known.has(hash) || (await stat(pathOf(hash)).catch(ignoreMissing))?.size === size;
    if (isThere) known.add(hash);
    return isThere;
  }

  async function keep(temp: string, hash: string, size: number): Promise<void> {
    await makeOnce(dirname(pathOf(hash)));
    await rename(temp, pathOf(hash));
    known.add(hash);
    total += size;
  }

  async function throughTemp(write: (temp: string) => Promise<string>, isLast = false): Promise<string> {
    const temp = await newTemp();
    try {
      return await write(temp);
    } catch (error) {
      await rm(temp, { force: true }).catch(() => undefined);
      if (isLast || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      // Somebody may have deleted the directories.
      made.clear();
      known.clear();
      return throughTemp(write, true);
    }
  }

  return {
    /** @returns its hash */
    async put(bytes: Uint8Array) {
      const hash = revisionOf(bytes);
      if (await has(hash, bytes.length)) return hash;
      return throughTemp(async (temp) => {
        await writeFile(temp, bytes, { mode: 0o600 });
        await keep(temp, hash, bytes.length);
        return hash;
      });
    },
    /** Keeps what is in a file now, without reading it where the file system can share it. @returns its hash */
    putFile: (path: string) =>
      throughTemp(async (temp) => {
        await copyFile(path, temp, constants.COPYFILE_FICLONE);
        // The copy has the mode of the file, which need not let its owner write.
        await chmod(temp, 0o600);
        const hash = await hashFile(temp);
        const { size } = await stat(temp);
        if (await has(hash, size)) await rm(temp, { force: true });
        else await keep(temp, hash, size);
        return hash;
      }),
    has,
    /** Whether it exists, as far as that is known without asking the disk. */
    isKnown: (hash: string) => known.has(hash),
    /** Blobs that are to be there after a crash of the machine as well. */
    async sync(hashes: Iterable<string>) {
      const directories = new Set<string>();
      for (const hash of new Set(hashes)) {
        await syncFile(pathOf(hash));
        directories.add(dirname(pathOf(hash)));
      }
      if (directories.size > 0) directories.add(directory);
      for (const path of directories) await syncDirectory(path);
    },
    /** @param path whose content it was, for the sentence. @throws {FailureError} when it is not there or damaged */
    async read(hash: string, path: string): Promise<Buffer> {
      const bytes = await readFile(pathOf(hash)).catch(ignoreMissing);
      if (bytes && revisionOf(bytes) === hash) return bytes;
      const message = `What was in ${quote(path)} before no longer exists, so it was left as it is.`;
      throw new FailureError({ code: 'file-failed', message, detail: hash });
    },
    /** Deletes all that nobody names, and what interrupted writes left. Nothing may be put meanwhile. */
    async sweep(isNamed: (hash: string) => boolean) {
      await rm(tempDirectory, { recursive: true, force: true });
      known.clear();
      made.clear();
      let bytes = 0;
      for (const start of await readdir(directory).catch(() => [])) {
        for (const rest of await readdir(join(directory, start)).catch(() => [])) {
          const path = join(directory, start, rest);
          if (isNamed(start + rest)) bytes += (await stat(path).catch(() => null))?.size ?? 0;
          else await rm(path, { force: true });
        }
      }
      total = bytes;
    },
    /** Of all blobs, as far as it is known: exact after a sweep. */
    bytes: () => total,
  };
}
