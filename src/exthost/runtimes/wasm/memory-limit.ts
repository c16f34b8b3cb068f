/** WebAssembly core specification 3.0, 5.5: a module is a head of 8 bytes and sections; each has an id and a length. */
const headBytes = 8;
const memorySection = 5;
const pageBytes = 65_536;

/** What the first number of a memory's limits tells. */
const flags = { hasMost: 1, hasPageSize: 8 } as const;

/**
 * Gives the memories of a core module a maximum. The component's allocator is then told that there is no more, which
 * nothing outside of it could do in time. Each gets its share of them all, by what it begins with.
 * @param mostBytes of all memories together
 * @param allPages with which they all begin, in whichever module they are
 * @returns the module, if it has memories with the maximum
 * @throws if it wants more at once
 */
export function withMemoryLimit(module: Uint8Array, mostBytes: number, allPages = pagesAtStart(module)): Uint8Array {
  const section = memorySectionOf(module);
  if (!section) return module;
  const { at, start, end } = section;
  const memories = limited(module.subarray(start, end), BigInt(Math.floor(mostBytes / pageBytes)), allPages);
  const head = [memorySection, ...written(BigInt(memories.length)), ...memories];
  const changed = new Uint8Array(at + head.length + module.byteLength - end);
  changed.set(module.subarray(0, at));
  changed.set(head, at);
  changed.set(module.subarray(end), at + head.length);
  return changed;
}

/** @returns pages with which the memories of a core module begin; 0 if it makes none */
export function pagesAtStart(module: Uint8Array): bigint {
  const section = memorySectionOf(module);
  return section
    ? memoriesIn(module.subarray(section.start, section.end)).reduce((sum, one) => sum + sizeOf(one), 0n)
    : 0n;
}

/** Where the section is: with its id and length from `at`, its content from `start`. */
function memorySectionOf(module: Uint8Array): { at: number; start: number; end: number } | null {
  let at = headBytes;
  while (at < module.byteLength) {
    const length = readNumber(module, at + 1);
    const end = length.end + Number(length.value);
    if (module[at] === memorySection) return { at, start: length.end, end };
    at = end;
  }
  return null;
}

interface Memory {
  readonly kind: number;
  readonly least: bigint;
  /** undefined: as much as there is. */
  readonly most: bigint | undefined;
}

/** One that begins with nothing may grow, too. */
const sizeOf = ({ least }: Memory): bigint => (least > 0n ? least : 1n);

function memoriesIn(section: Uint8Array): Memory[] {
  const count = readNumber(section, 0);
  let at = count.end;
  const next = () => {
    const { value, end } = readNumber(section, at);
    at = end;
    return value;
  };
  const memories: Memory[] = [];
  for (let index = 0n; index < count.value && at < section.byteLength; index += 1n) {
    const kind = Number(next());
    const least = next();
    const most = kind & flags.hasMost ? next() : undefined;
    if (kind & flags.hasPageSize) throw new Error('A memory with pages of another size cannot be limited');
    memories.push({ kind, least, most });
  }
  return memories;
}

function limited(section: Uint8Array, mostPages: bigint, allPages: bigint): number[] {
  const memories = memoriesIn(section);
  const bytes = written(BigInt(memories.length));
  for (const memory of memories) {
    const { kind, least, most } = memory;
    if (allPages > mostPages) {
      const megabytes = (pages: bigint) => (Number(pages) * pageBytes) / 1024 ** 2;
      throw new Error(`It wants ${megabytes(allPages)} MB of memory at once; ${megabytes(mostPages)} MB is the most`);
    }
    const share = (mostPages * sizeOf(memory)) / allPages;
    bytes.push(kind | flags.hasMost, ...written(least), ...written(most !== undefined && most < share ? most : share));
  }
  return bytes;
}

/** A number in LEB128. */
function readNumber(bytes: Uint8Array, from: number): { value: bigint; end: number } {
  let value = 0n;
  for (let at = from, shift = 0n; ; at += 1, shift += 7n) {
    const byte = bytes[at];
    // V8 tells what is wrong with it.
    if (byte === undefined || shift > 63n) return { value, end: bytes.byteLength };
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return { value, end: at + 1 };
  }
}

function written(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return bytes;
}
