import { limitFlags, SectionReader, sectionOf, withSection, written } from '../core-module.ts';

const memorySection = 5;
const pageBytes = 65_536;

/**
 * Gives the memories of a core module a maximum. The component's allocator is then told that there is no more, which
 * nothing outside of it could do in time. Each gets its share of them all, by what it begins with.
 * @param mostBytes of all memories together
 * @param allPages with which they all begin, in whichever module they are
 * @returns the module, if it has memories with the maximum
 * @throws if it wants more at once
 */
export function withMemoryLimit(module: Uint8Array, mostBytes: number, allPages = pagesAtStart(module)): Uint8Array {
  const section = sectionOf(module, memorySection);
  if (!section) return module;
  return withSection(module, memorySection, limited(section, BigInt(Math.floor(mostBytes / pageBytes)), allPages));
}

/** @returns pages with which the memories of a core module begin; 0 if it makes none */
export function pagesAtStart(module: Uint8Array): bigint {
  const section = sectionOf(module, memorySection);
  return section ? memoriesIn(section).reduce((sum, one) => sum + sizeOf(one), 0n) : 0n;
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
  const reader = new SectionReader(section);
  const count = reader.number();
  const memories: Memory[] = [];
  for (let index = 0n; index < count && !reader.isAtEnd; index += 1n) {
    const kind = Number(reader.number());
    const least = reader.number();
    const most = kind & limitFlags.hasMost ? reader.number() : undefined;
    if (kind & limitFlags.hasPageSize) throw new Error('A memory with pages of another size cannot be limited');
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
    const end = most !== undefined && most < share ? most : share;
    bytes.push(kind | limitFlags.hasMost, ...written(least), ...written(end));
  }
  return bytes;
}
