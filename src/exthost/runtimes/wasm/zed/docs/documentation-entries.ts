/** What an extension has indexed of a package: texts in Markdown, by keys such as `Router` or `serde::Serialize`. */
export type DocumentationEntries = ReadonlyMap<string, string>;

const megabyte = 1024 ** 2;
/** Of one package, but for characters of one key and one value. `bytes` is that of its file. */
export const documentationLimits = { entries: 20_000, bytes: 50 * megabyte, key: 1000, value: megabyte };

/** A package has more than is kept: nothing of it is. */
export class TooMuchDocumentation extends Error {
  constructor(most: string) {
    super(`Its documentation has more than ${most}, which is not kept`);
    this.name = 'TooMuchDocumentation';
  }
}

/** The documentation of a package while it is indexed. */
export class EntriesInTheMaking {
  readonly #entries = new Map<string, string>();
  readonly #sizes = new Map<string, number>();
  #bytes: number;

  /** @param of whose they are, which stands in the file */
  constructor(of: PackageName) {
    this.#bytes = lineOf(of.provider, of.name).byteLength;
  }

  /**
   * An entry with the same key is replaced.
   * @throws {RangeError} for one that cannot be kept {TooMuchDocumentation}
   */
  insert(key: string, value: string): void {
    const { key: longestKey, value: longestValue, entries, bytes } = documentationLimits;
    if (key === '' || key.length > longestKey) throw new RangeError(`A key has 1 to ${longestKey} characters`);
    if (value.length > longestValue)
      throw new RangeError(`The value of "${key}" has more than ${longestValue} characters`);
    if (!this.#entries.has(key) && this.#entries.size >= entries) throw new TooMuchDocumentation(`${entries} entries`);
    const size = lineOf(key, value).byteLength;
    const total = this.#bytes + size - (this.#sizes.get(key) ?? 0);
    if (total > bytes) throw new TooMuchDocumentation(`${bytes / megabyte} MB`);
    this.#bytes = total;
    this.#sizes.set(key, size);
    this.#entries.set(key, value);
  }

  get entries(): DocumentationEntries {
    return this.#entries;
  }
}

export interface PackageName {
  /** As the manifest names it. */
  readonly provider: string;
  readonly name: string;
}

/** A file of them: in each line a key and its value as JSON, in the first one whose they are. */
export function fileOf({ provider, name }: PackageName, entries: DocumentationEntries): Uint8Array {
  const lines = [[provider, name] as const, ...entries].map(([key, value]) => lineOf(key, value));
  const file = new Uint8Array(lines.reduce((bytes, { byteLength }) => bytes + byteLength, 0));
  let at = 0;
  for (const line of lines) {
    file.set(line, at);
    at += line.byteLength;
  }
  return file;
}

/** @returns null for a file of another package, or of none: an extension may put anything into its folder */
export function readFileOf({ provider, name }: PackageName, file: Uint8Array): DocumentationEntries | null {
  const [first, ...lines] = new TextDecoder().decode(file).trimEnd().split('\n');
  const whose = pairOf(first);
  if (whose?.[0] !== provider || whose[1] !== name || lines.length > documentationLimits.entries) return null;
  const entries = new Map<string, string>();
  for (const line of lines) {
    const entry = pairOf(line);
    if (!entry) return null;
    entries.set(...entry);
  }
  return entries;
}

const encoder = new TextEncoder();
const lineOf = (key: string, value: string): Uint8Array => encoder.encode(`${JSON.stringify([key, value])}\n`);

function pairOf(line = ''): [string, string] | null {
  try {
    const value: unknown = JSON.parse(line);
    if (!Array.isArray(value) || value.length !== 2) return null;
    const [key, text]: unknown[] = value;
    return typeof key === 'string' && typeof text === 'string' ? [key, text] : null;
  } catch {
    return null;
  }
}
