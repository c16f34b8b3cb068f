/** WebAssembly core specification 3.0, 5.5: a module is a head of 8 bytes and sections; each has an id and a length. */
const headBytes = 8;
const memorySection = 5;
const pageBytes = 65_536;

/** What the first number of a memory's limits tells. */
const flags = { hasMost: 1, hasPageSize: 8 } as const;

/**
 * Gives the memories of a core module a maximum. The component's allocator is then told that there is no more, which
 * nothing outside of it could do in time.
 * @returns the module, if it has memories with the maximum
 * @throws if it wants more at once
 */
export function withMemoryLimit(module: Uint8Array, mostBytes: number): Uint8Array {
  let at = headBytes;
  while (at < module.byteLength) {
    const id = module[at];
    const length = readNumber(module, at + 1);
    const end = length.end + Number(length.value);
    if (id === memorySection) {
      const memories = limited(module.subarray(length.end, end), BigInt(Math.floor(mostBytes / pageBytes)));
      const section = [memorySection, ...written(BigInt(memories.length)), ...memories];
      const changed = new Uint8Array(at + section.length + module.byteLength - end);
      changed.set(module.subarray(0, at));
      changed.set(section, at);
      changed.set(module.subarray(end), at + section.length);
      return changed;
    }
    at = end;
  }
  return module;
}

function limited(section: Uint8Array, mostPages: bigint): number[] {
  const count = readNumber(section, 0);
  const memories = written(count.value);
  let at = count.end;
  const next = () => {
    const { value, end } = readNumber(section, at);
    at = end;
    return value;
  };
  for (let index = 0n; index < count.value; index += 1n) {
    const kind = Number(next());
    const least = next();
    const own = kind & flags.hasMost ? next() : mostPages;
    if (kind & flags.hasPageSize) throw new Error('A memory with pages of another size cannot be limited');
    if (least > mostPages) {
      const megabytes = (pages: bigint) => (Number(pages) * pageBytes) / 1024 ** 2;
      throw new Error(`It wants ${megabytes(least)} MB of memory at once; ${megabytes(mostPages)} MB is the most`);
    }
    const most = own < mostPages ? own : mostPages;
    memories.push(kind | flags.hasMost, ...written(least), ...written(most));
  }
  return memories;
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
