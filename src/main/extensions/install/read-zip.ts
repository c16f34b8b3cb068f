import { pipeline, Readable } from 'node:stream';
import { crc32, createInflateRaw } from 'node:zlib';
import type { PackageEntry } from './package-entry.ts';
import { PackageFault } from './package-fault.ts';
import { inQuotes } from './package-path.ts';
import type { ZipBytes } from './zip-bytes.ts';

const damaged = 'it is damaged, or not a zip archive';
/** Bytes of the target of a symbolic link. */
const maxTarget = 4096;
/** Bytes of the list of entries; 10,000 of them have about one million. */
const maxDirectory = 32 * 1024 * 1024;
/** Bytes that are read at a time. */
const pieceBytes = 256 * 1024;
/** Bytes of the end record without its comment, and of the longest comment. */
const endBytes = 22;
const maxComment = 0xffff;

interface Listed {
  readonly name: string;
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly crc: number;
  readonly packedSize: number;
  readonly size: number;
  /** Unix file mode; 0 if the archive was made on a system without modes. */
  readonly mode: number;
  /** Offset of its local header. */
  readonly offset: number;
}

/** Reads a zip archive by its central directory, the only reliable list. @throws PackageFault when it is not one */
export async function* readZip(archive: ZipBytes): AsyncGenerator<PackageEntry, void, undefined> {
  for (const listed of entriesIn(await directoryOf(archive))) {
    const { name, mode } = listed;
    const type = mode & 0o170000;
    if (type === 0o120000) {
      if (listed.size > maxTarget) throw new PackageFault(damaged);
      const parts: Uint8Array[] = [];
      for await (const part of contentOf(archive, listed)) parts.push(part);
      yield { kind: 'symlink', name, target: nameFrom(Buffer.concat(parts)) };
    } else if (name.endsWith('/') || type === 0o040000) yield { kind: 'folder', name };
    else if (type !== 0 && type !== 0o100000) yield { kind: 'special', name };
    else yield { kind: 'file', name, isExecutable: (mode & 0o111) !== 0, content: contentOf(archive, listed) };
  }
}

/** The list of entries, and how many there are. */
interface Directory {
  readonly bytes: Buffer;
  readonly count: number;
}

async function directoryOf(archive: ZipBytes): Promise<Directory> {
  const from = Math.max(0, archive.length - endBytes - maxComment);
  const tail = await archive.read(from, endBytes + maxComment);
  const record = endRecordIn(tail);
  const disk = tail.readUInt16LE(record + 4);
  const count = tail.readUInt16LE(record + 10);
  const at = tail.readUInt32LE(record + 16);
  if (disk !== 0) throw new PackageFault('it is one part of several');
  if (at === 0xffffffff || count === 0xffff) throw new PackageFault('it is in the ZIP64 format; pack it without');
  const length = from + record - at;
  if (length < 0) throw new PackageFault(damaged);
  if (length > maxDirectory) throw new PackageFault('its list of files is too long');
  return { bytes: await archive.read(at, length), count };
}

function* entriesIn({ bytes, count }: Directory): Generator<Listed> {
  for (let index = 0, at = 0; index < count; index++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== 0x02014b50) throw new PackageFault(damaged);
    const system = bytes.readUInt8(at + 5);
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    const next = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    if (next > bytes.length) throw new PackageFault(damaged);
    yield {
      name: nameFrom(bytes.subarray(at + 46, nameEnd)),
      method: bytes.readUInt16LE(at + 10),
      isEncrypted: (bytes.readUInt16LE(at + 8) & 1) !== 0,
      crc: bytes.readUInt32LE(at + 16),
      packedSize: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      mode: system === 3 || system === 19 ? bytes.readUInt32LE(at + 38) >>> 16 : 0,
      offset: bytes.readUInt32LE(at + 42),
    };
    at = next;
  }
}

/** Finds the end record: only a comment follows it, whose length is in the record. */
function endRecordIn(tail: Buffer): number {
  for (let at = tail.length - endBytes; at >= 0; at--) {
    const isRecord = tail.readUInt32LE(at) === 0x06054b50;
    if (isRecord && at + endBytes + tail.readUInt16LE(at + 20) === tail.length) return at;
  }
  throw new PackageFault(damaged);
}

/** The content of an entry. @throws PackageFault unless its size and checksum match the directory */
async function* contentOf(archive: ZipBytes, listed: Listed): AsyncGenerator<Uint8Array, void, undefined> {
  const isDamaged = (): PackageFault => new PackageFault(`${inQuotes(listed.name)} in it is damaged`);
  const { offset, method, packedSize } = listed;
  if (listed.isEncrypted) throw new PackageFault('it is encrypted');
  if (method !== 0 && method !== 8) throw new PackageFault('it is packed in an unusual way; use “deflate”');
  const header = await archive.read(offset, 30);
  if (header.length < 30 || header.readUInt32LE() !== 0x04034b50) throw isDamaged();
  const start = offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
  if (start + packedSize > archive.length) throw isDamaged();
  const packed = piecesOf(archive, start, packedSize);
  let crc = 0;
  let size = 0;
  try {
    for await (const part of method === 0 ? packed : inflated(packed)) {
      crc = crc32(part, crc);
      size += part.length;
      if (size > listed.size) throw isDamaged();
      yield part;
    }
  } catch (error) {
    throw isZlib(error) ? isDamaged() : error;
  }
  if (size !== listed.size || crc !== listed.crc) throw isDamaged();
}

async function* piecesOf(archive: ZipBytes, start: number, count: number): AsyncGenerator<Buffer, void, undefined> {
  const end = start + count;
  for (let at = start; at < end; at += pieceBytes) yield archive.read(at, Math.min(pieceBytes, end - at));
}

function inflated(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  // An error in either stream destroys both, and is thrown by the loop.
  return pipeline(Readable.from(packed), createInflateRaw(), () => undefined);
}

/** Whether the error was caused by invalid packed bytes. */
export const isZlib = (error: unknown): boolean =>
  /^Z_/.test(String((error as NodeJS.ErrnoException | null)?.code ?? ''));

function nameFrom(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new PackageFault('a name in it is not UTF-8');
  }
}
