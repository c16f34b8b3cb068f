import { limitFlags, SectionReader, sectionOf, withSection, written } from '../core-module.ts';

const tableSection = 4;
/** Entries of all tables of an instance together. Each takes the engine about 32 bytes; compilers make some thousands. */
const mostEntries = 1_000_000n;

/** What a table's type begins with, beside a short name of what is in it: a first value, or a longer name. */
const longForms = { firstValue: 0x40, reference: 0x64, nullableReference: 0x63 } as const;

interface Table {
  /** Bytes that name what is in it. */
  readonly type: readonly number[];
  readonly kind: number;
  readonly least: bigint;
  readonly most: bigint | undefined;
}

/** @returns how many tables a core module makes, and with how many entries they begin */
export function tablesAtStart(module: Uint8Array): { readonly count: bigint; readonly entries: bigint } {
  const tables = tablesOf(module);
  return { count: BigInt(tables.length), entries: tables.reduce((sum, { least }) => sum + least, 0n) };
}

/**
 * Gives the tables of a core module a maximum, as they are outside of its memories: what they begin with, and an equal
 * share of the rest.
 * @param all tables, in whichever module they are
 * @throws if they begin with more than there may be
 */
export function withTableLimit(module: Uint8Array, all = tablesAtStart(module)): Uint8Array {
  const tables = tablesOf(module);
  if (tables.length === 0) return module;
  if (all.entries > mostEntries) {
    throw new Error(`Its tables have ${all.entries} entries at once; ${mostEntries} is the most`);
  }
  const more = (mostEntries - all.entries) / all.count;
  const bytes = written(BigInt(tables.length));
  for (const { type, kind, least, most } of tables) {
    const end = most !== undefined && most < least + more ? most : least + more;
    bytes.push(...type, kind | limitFlags.hasMost, ...written(least), ...written(end));
  }
  return withSection(module, tableSection, bytes);
}

function tablesOf(module: Uint8Array): Table[] {
  const section = sectionOf(module, tableSection);
  if (!section) return [];
  const reader = new SectionReader(section);
  const count = reader.number();
  const tables: Table[] = [];
  for (let index = 0n; index < count && !reader.isAtEnd; index += 1n) {
    if (reader.next === longForms.firstValue) throw new Error('A table with a first value cannot be limited');
    const isLong = reader.next === longForms.reference || reader.next === longForms.nullableReference;
    const type = [Number(reader.number()), ...(isLong ? written(reader.number()) : [])];
    const kind = Number(reader.number());
    const least = reader.number();
    const most = kind & limitFlags.hasMost ? reader.number() : undefined;
    tables.push({ type, kind, least, most });
  }
  return tables;
}
