import { constants, createReadStream } from 'node:fs';
import { lstat, open, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { PackageEntry, PackageLimits } from './package-entry.ts';
import { PackageFault } from './package-fault.ts';
import { readTar } from './read-tar.ts';
import { isZlib, readZip } from './read-zip.ts';
import { zipBytesOf } from './zip-bytes.ts';

/** Bytes of headers and padding that a tar archive may use per entry, long names included. */
const tarOverhead = 4096;

/** Reads a folder, a .tgz or a .zip; the kind of archive is detected by its content, not by its name. */
export async function* readPackage(path: string, limits: PackageLimits): AsyncGenerator<PackageEntry, void, undefined> {
  const stats = await stat(path);
  if (stats.isDirectory()) return yield* readFolder(await realpath(path));
  if (!stats.isFile()) throw new PackageFault('it is neither a folder nor a file');
  if (stats.size > limits.packedBytes) {
    throw new PackageFault(`it is larger than ${limits.packedBytes / 1024 / 1024} MB`);
  }
  const start = await firstBytes(path);
  if (start.readUInt16BE(0) === 0x1f8b) {
    yield* readTarGzip(createReadStream(path), limits);
  } else if (start.toString('latin1', 0, 2) === 'PK') yield* readZipFile(path);
  else throw new PackageFault('it is not a readable archive; choose a folder, a .tgz or a .zip');
}

/** Reads a zip archive from the disk, as its entries are read. */
export async function* readZipFile(path: string): AsyncGenerator<PackageEntry, void, undefined> {
  const handle = await open(path, 'r');
  try {
    yield* readZip(await zipBytesOf(handle));
  } finally {
    await handle.close();
  }
}

async function firstBytes(path: string): Promise<Buffer> {
  const handle = await open(path, 'r');
  try {
    return (await handle.read(Buffer.alloc(4), 0, 4, 0)).buffer;
  } finally {
    await handle.close();
  }
}

/** Reads a tar archive that is packed with gzip. The limits bound data that belongs to no entry, such as endless attributes. */
export const readTarGzip = (
  packed: AsyncIterable<Uint8Array>,
  { unpackedBytes, entries }: Pick<PackageLimits, 'unpackedBytes' | 'entries'>,
): AsyncGenerator<PackageEntry, void, undefined> => readTar(gunzipped(packed, unpackedBytes + entries * tarOverhead));

/** @throws PackageFault when it unpacks to more than `maxBytes`, or is no gzip */
export async function* gunzipped(
  packed: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const gunzip = createGunzip();
  // An error in either stream destroys both, and is thrown by the loop.
  pipeline(packed, gunzip, () => undefined);
  let bytes = 0;
  try {
    for await (const part of gunzip) {
      bytes += part.length;
      if (bytes > maxBytes) throw new PackageFault('it unpacks to more than it may hold');
      yield part;
    }
  } catch (error) {
    throw isZlib(error) ? new PackageFault('it is damaged, or cut off') : error;
  }
}

/** Reads a folder like an archive. Links are entries and are not followed. The author's `.git` is omitted. */
async function* readFolder(root: string, below = ''): AsyncGenerator<PackageEntry, void, undefined> {
  for (const entry of await readdir(join(root, below), { withFileTypes: true })) {
    const name = below === '' ? entry.name : `${below}/${entry.name}`;
    const path = join(root, name);
    if (name === '.git') continue;
    if (entry.isDirectory()) {
      yield { kind: 'folder', name };
      yield* readFolder(root, name);
    } else if (entry.isSymbolicLink()) yield { kind: 'symlink', name, target: await readlink(path) };
    else if (entry.isFile()) {
      const isExecutable = ((await lstat(path)).mode & 0o111) !== 0;
      yield { kind: 'file', name, isExecutable, content: contentOf(path) };
    } else yield { kind: 'special', name };
  }
}

/** Opens the file only when it is read, and does not follow a link that has replaced it since. */
async function* contentOf(path: string): AsyncGenerator<Uint8Array, void, undefined> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    yield* handle.createReadStream({ autoClose: false });
  } finally {
    await handle.close();
  }
}
