import { crc32, createInflateRaw } from 'node:zlib';
import type { PackageEntry } from './package-entry.ts';
import { PackageFault } from './package-fault.ts';
import { inQuotes } from './package-path.ts';

const damaged = 'it is damaged, or not a zip archive';
/** Bytes of the target of a symbolic link. */
const maxTarget = 4096;

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
export async function* readZip(archive: Buffer): AsyncGenerator<PackageEntry, void, undefined> {
  for (const listed of directoryOf(archive)) {
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

function* directoryOf(archive: Buffer): Generator<Listed> {
  const end = endRecordOf(archive);
  const disk = archive.readUInt16LE(end + 4);
  const count = archive.readUInt16LE(end + 10);
  let at = archive.readUInt32LE(end + 16);
  if (disk !== 0) throw new PackageFault('it is one part of several');
  if (at === 0xffffffff || count === 0xffff) throw new PackageFault('it is in the ZIP64 format; pack it without');
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || archive.readUInt32LE(at) !== 0x02014b50) throw new PackageFault(damaged);
    const system = archive.readUInt8(at + 5);
    const nameEnd = at + 46 + archive.readUInt16LE(at + 28);
    const next = nameEnd + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    if (next > end) throw new PackageFault(damaged);
    yield {
      name: nameFrom(archive.subarray(at + 46, nameEnd)),
      method: archive.readUInt16LE(at + 10),
      isEncrypted: (archive.readUInt16LE(at + 8) & 1) !== 0,
      crc: archive.readUInt32LE(at + 16),
      packedSize: archive.readUInt32LE(at + 20),
      size: archive.readUInt32LE(at + 24),
      mode: system === 3 || system === 19 ? archive.readUInt32LE(at + 38) >>> 16 : 0,
      offset: archive.readUInt32LE(at + 42),
    };
    at = next;
  }
}

/** Finds the end record: only a comment follows it, whose length is in the record. */
function endRecordOf(archive: Buffer): number {
  for (let at = archive.length - 22; at >= 0 && at >= archive.length - 22 - 0xffff; at--) {
    const isRecord = archive.readUInt32LE(at) === 0x06054b50;
    if (isRecord && at + 22 + archive.readUInt16LE(at + 20) === archive.length) return at;
  }
  throw new PackageFault(damaged);
}

/** The content of an entry. @throws PackageFault unless its size and checksum match the directory */
async function* contentOf(archive: Buffer, listed: Listed): AsyncGenerator<Uint8Array, void, undefined> {
  const isDamaged = (): PackageFault => new PackageFault(`${inQuotes(listed.name)} in it is damaged`);
  const { offset, method, packedSize } = listed;
  if (listed.isEncrypted) throw new PackageFault('it is encrypted');
  if (method !== 0 && method !== 8) throw new PackageFault('it is packed in an unusual way; use “deflate”');
  if (offset + 30 > archive.length || archive.readUInt32LE(offset) !== 0x04034b50) throw isDamaged();
  const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28);
  if (start + packedSize > archive.length) throw isDamaged();
  const packed = archive.subarray(start, start + packedSize);
  let crc = 0;
  let size = 0;
  try {
    for await (const part of method === 0 ? [packed] : inflated(packed)) {
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

function inflated(packed: Buffer): AsyncIterable<Uint8Array> {
  const inflate = createInflateRaw();
  inflate.end(packed);
  return inflate;
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
