import { readNumber } from '../../../shared/leb128.ts';

/** The binary form of core modules, as far as it is read and changed here: WebAssembly core specification 3.0, 5.5. */

/** A module is a head of 8 bytes and sections; each has an id and a length. */
const headBytes = 8;

/** What the first number of the limits of a memory or a table tells. */
export const limitFlags = { hasMost: 1, hasPageSize: 8 } as const;

/** @returns the content of a section; null if there is none */
export function sectionOf(module: Uint8Array, id: number): Uint8Array | null {
  const place = placeOf(module, id);
  return place && module.subarray(place.start, place.end);
}

/** @returns the module with another content of a section that it has */
export function withSection(module: Uint8Array, id: number, content: readonly number[]): Uint8Array {
  const place = placeOf(module, id);
  if (!place) return module;
  const head = [id, ...written(BigInt(content.length))];
  const changed = new Uint8Array(place.at + head.length + content.length + module.byteLength - place.end);
  changed.set(module.subarray(0, place.at));
  changed.set(head, place.at);
  changed.set(content, place.at + head.length);
  changed.set(module.subarray(place.end), place.at + head.length + content.length);
  return changed;
}

/** Reads a section from its beginning. */
export class SectionReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(section: Uint8Array) {
    this.#bytes = section;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#bytes.byteLength;
  }

  get next(): number | undefined {
    return this.#bytes[this.#at];
  }

  /** A number in LEB128. */
  number(): bigint {
    const { value, end } = readNumber(this.#bytes, this.#at);
    this.#at = end;
    return value;
  }
}

/** A number in LEB128. */
export function written(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return bytes;
}

/** Where a section is: with its id and length from `at`, its content from `start`. */
function placeOf(module: Uint8Array, id: number): { at: number; start: number; end: number } | null {
  let at = headBytes;
  while (at < module.byteLength) {
    const length = readNumber(module, at + 1);
    const end = length.end + Number(length.value);
    if (module[at] === id) return { at, start: length.end, end };
    at = end;
  }
  return null;
}
