import type { ExtensionContext } from '../../../../../shared/contract/extension-api/extension-api.ts';
import { type DocumentationEntries, fileOf, type PackageName, readFileOf } from './documentation-entries.ts';

const folder = '.indexed-docs';
const listFile = `${folder}/packages.json`;
/** Packages of an extension; the one that was indexed longest ago gives way. */
const mostPackages = 500;

interface KeptPackage extends PackageName {
  /** Number of its file. */
  readonly file: number;
}

/** The packages that an extension has indexed, in its own folder. What is not as it was written counts as not there. */
export class KeptDocumentation {
  readonly #files: ExtensionContext['files'];
  #list: Promise<readonly KeptPackage[]> | undefined;
  #saving: Promise<unknown> = Promise.resolve();
  /** The one that was read last: a person looks for an entry of it while typing. */
  #last: { readonly of: KeptPackage; readonly entries: Promise<DocumentationEntries | null> } | undefined;

  constructor({ files }: Pick<ExtensionContext, 'files'>) {
    this.#files = files;
  }

  /** Names of packages, the latest first. */
  async packages(provider: string): Promise<string[]> {
    const list = await this.#packages();
    return list.flatMap((one) => (one.provider === provider ? [one.name] : [])).toReversed();
  }

  /** @returns null if the package is not indexed */
  async read(of: PackageName): Promise<DocumentationEntries | null> {
    const found = (await this.#packages()).find((one) => isSame(one, of));
    if (!found) return null;
    if (this.#last?.of === found) return this.#last.entries;
    const entries = this.#readFile(found);
    this.#last = { of: found, entries };
    entries.catch(() => {
      if (this.#last?.entries === entries) this.#last = undefined;
    });
    return entries;
  }

  save(of: PackageName, entries: DocumentationEntries): Promise<void> {
    const saved = this.#saving.then(() => this.#save(of, entries));
    this.#saving = saved.catch(() => undefined);
    return saved;
  }

  async #save({ provider, name }: PackageName, entries: DocumentationEntries): Promise<void> {
    const list = await this.#packages();
    const next = Math.max(0, ...list.map(({ file }) => file)) + 1;
    const old = list.find((one) => isSame(one, { provider, name })) ?? (list.length < mostPackages ? null : list[0]);
    const kept: KeptPackage = { provider, name, file: old?.file ?? next };
    const later = [...list.filter((one) => one !== old), kept];
    await this.#files.writeFile(pathOf(kept), fileOf(kept, entries));
    await this.#files.writeFile(listFile, new TextEncoder().encode(JSON.stringify(later)));
    this.#list = Promise.resolve(later);
    this.#last = { of: kept, entries: Promise.resolve(entries) };
  }

  #packages(): Promise<readonly KeptPackage[]> {
    this.#list ??= this.#readIfThere(listFile).then((file) => (file ? readList(file) : []));
    // A disk that fails now may not do so later.
    this.#list.catch(() => {
      this.#list = undefined;
    });
    return this.#list;
  }

  async #readFile(of: KeptPackage): Promise<DocumentationEntries | null> {
    const file = await this.#readIfThere(pathOf(of));
    return file && readFileOf(of, file);
  }

  async #readIfThere(path: string): Promise<Uint8Array | null> {
    try {
      return await this.#files.readFile(path);
    } catch (thrown) {
      if (thrown instanceof Error && 'code' in thrown && thrown.code === 'file-not-found') return null;
      throw thrown;
    }
  }
}

const pathOf = ({ file }: KeptPackage): string => `${folder}/${file}.jsonl`;
const isSame = (one: PackageName, other: PackageName): boolean =>
  one.provider === other.provider && one.name === other.name;

function readList(file: Uint8Array): KeptPackage[] {
  try {
    const list: unknown = JSON.parse(new TextDecoder().decode(file));
    return Array.isArray(list) ? list.slice(0, mostPackages).filter(isKeptPackage) : [];
  } catch {
    return [];
  }
}

const isKeptPackage = (value: unknown): value is KeptPackage =>
  typeof value === 'object' &&
  value !== null &&
  'provider' in value &&
  typeof value.provider === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'file' in value &&
  Number.isSafeInteger(value.file);
