import type { PackageEntry } from './package-entry.ts';
import { PackageFault } from './package-fault.ts';

const block = 512;
/** Bytes; a name and a few attributes need far less. */
const maxAttributes = 1024 * 1024;
const damaged = 'it is damaged, or not a tar archive';

/** Attributes from an extension header, for values that do not fit into the header of the entry. */
type Attributes = Partial<Record<'path' | 'linkpath' | 'size', string>> & { isSparse?: boolean };

/** Reads a tar archive: POSIX (ustar, pax) and GNU. @throws PackageFault when it is not one */
export async function* readTar(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<PackageEntry, void, undefined> {
  const reader = new ByteReader(bytes);
  try {
    let ofAll: Attributes = {};
    let ofNext: Attributes = {};
    for (;;) {
      const header = await reader.read(block);
      // An archive ends with two blocks of zeros; one suffices to recognize it.
      if (!header || header.every((byte) => byte === 0)) return;
      if (!hasRightSum(header)) throw new PackageFault(damaged);
      const type = header[156] === 0 ? '0' : String.fromCharCode(header[156] ?? 0);
      const size = sizeOf(header.subarray(124, 136));
      if ('xgLK'.includes(type)) {
        if (size > maxAttributes) throw new PackageFault(damaged);
        const data = await reader.read(size);
        if (!data) throw new PackageFault('it is cut off');
        await skip(reader, padding(size));
        if (type === 'g') ofAll = { ...ofAll, ...recordsOf(data) };
        else ofNext = { ...ofNext, ...(type === 'x' ? recordsOf(data) : longName(type, data)) };
        continue;
      }
      const attributes = { ...ofAll, ...ofNext };
      ofNext = {};
      yield* entryOf(reader, header, type, attributes, size);
    }
  } finally {
    await reader.close();
  }
}

async function* entryOf(
  reader: ByteReader,
  header: Buffer,
  type: string,
  attributes: Attributes,
  headerSize: number,
): AsyncGenerator<PackageEntry, void, undefined> {
  const name = attributes.path ?? nameOf(header);
  const target = attributes.linkpath ?? text(header.subarray(157, 257));
  if (type === '1') yield { kind: 'hardlink', name, target };
  else if (type === '2') yield { kind: 'symlink', name, target };
  else if (type === '5') yield { kind: 'folder', name };
  else {
    const size = attributes.size === undefined ? headerSize : Number(attributes.size);
    if (!Number.isSafeInteger(size) || size < 0) throw new PackageFault(damaged);
    const content = reader.take(size);
    const isExecutable = (Number.parseInt(text(header.subarray(100, 108)), 8) & 0o111) !== 0;
    if ((type !== '0' && type !== '7') || attributes.isSparse) yield { kind: 'special', name };
    // The oldest archives have no type for folders, but a trailing slash.
    else if (size === 0 && name.endsWith('/')) yield { kind: 'folder', name };
    else yield { kind: 'file', name, isExecutable, content };
    for await (const _ of content);
    await skip(reader, padding(size));
  }
}

async function skip(reader: ByteReader, count: number): Promise<void> {
  for await (const _ of reader.take(count));
}

const padding = (size: number): number => (block - (size % block)) % block;

/** Verifies the header's checksum: the sum of its bytes, with the checksum field counted as spaces. */
function hasRightSum(header: Buffer): boolean {
  let sum = 8 * 0x20;
  for (const [index, byte] of header.entries()) if (index < 148 || index >= 156) sum += byte;
  return sum === Number.parseInt(text(header.subarray(148, 156)), 8);
}

/** Octal digits, or GNU's base 256, marked by the first bit. */
function sizeOf(field: Buffer): number {
  if ((field[0] ?? 0) & 0x80) {
    const number = field.subarray(4).readBigUInt64BE();
    if (field[0] !== 0x80 || field.subarray(1, 4).some((byte) => byte !== 0)) throw new PackageFault(damaged);
    return number > Number.MAX_SAFE_INTEGER ? Number.MAX_SAFE_INTEGER : Number(number);
  }
  const digits = text(field).trim();
  if (!/^[0-7]*$/.test(digits)) throw new PackageFault(damaged);
  return digits === '' ? 0 : Number.parseInt(digits, 8);
}

/** POSIX stores the first part of a long name in the prefix field, which GNU uses otherwise. */
function nameOf(header: Buffer): string {
  const name = text(header.subarray(0, 100));
  const prefix = header.subarray(257, 263).equals(Buffer.from('ustar\0')) ? text(header.subarray(345, 500)) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

const longName = (type: string, data: Buffer): Attributes =>
  type === 'L' ? { path: text(data) } : { linkpath: text(data) };

/** Parses pax records: “23 path=a name with = in it\n”, where the number is the length of the record in bytes. */
function recordsOf(data: Buffer): Attributes {
  const attributes: Attributes = {};
  for (let start = 0; start < data.length; ) {
    const space = data.indexOf(0x20, start);
    const length = Number(data.toString('latin1', start, space));
    const equals = data.indexOf(0x3d, space);
    const end = start + length;
    const isRecord = space > start && length > 0 && equals > space && equals < end && data[end - 1] === 0x0a;
    if (!isRecord || !Number.isSafeInteger(length)) throw new PackageFault(damaged);
    const key = data.toString('latin1', space + 1, equals);
    if (key === 'path' || key === 'linkpath' || key === 'size')
      attributes[key] = text(data.subarray(equals + 1, end - 1));
    else if (key.startsWith('GNU.sparse.')) attributes.isSparse = true;
    start = end;
  }
  return attributes;
}

/** The text up to the first zero byte. */
function text(bytes: Buffer): string {
  const end = bytes.indexOf(0);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      end === -1 ? bytes : bytes.subarray(0, end),
    );
  } catch {
    throw new PackageFault('a name in it is not UTF-8');
  }
}

/** Reads a stream in portions of known size, with at most one chunk buffered. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @returns `count` bytes, or null at the end of the stream */
  async read(count: number): Promise<Buffer | null> {
    if (count > 0 && this.#rest.length === 0 && !(await this.#refill())) return null;
    const parts: Uint8Array[] = [];
    for await (const part of this.take(count)) parts.push(part);
    return Buffer.concat(parts);
  }

  /** Yields the next `count` bytes in chunks. @throws PackageFault when the stream ends before */
  async *take(count: number): AsyncGenerator<Uint8Array, void, undefined> {
    for (let missing = count; missing > 0; ) {
      if (this.#rest.length === 0 && !(await this.#refill())) throw new PackageFault('it is cut off');
      const part = this.#rest.subarray(0, missing);
      this.#rest = this.#rest.subarray(part.length);
      missing -= part.length;
      yield part;
    }
  }

  async close(): Promise<void> {
    await this.#source.return?.();
  }

  async #refill(): Promise<boolean> {
    while (this.#rest.length === 0) {
      const { done, value } = await this.#source.next();
      if (done) return false;
      this.#rest = value;
    }
    return true;
  }
}
