import { faultOfName } from '../../../shared/contract/documents/entry-name.ts';
import { PackageFault } from './package-fault.ts';

/** Characters; longer paths do not fit on every system below the folder of the extensions. */
const maxName = 1000;

/**
 * The parts of an entry's path, if it names the same place inside the package on every system; [] is the package
 * itself.
 * @throws PackageFault for any other path
 */
export function partsOfName(name: string): string[] {
  const refuse = (why: string): never => {
    throw new PackageFault(`the name ${inQuotes(name)} in it ${why}`);
  };
  if (name.length > maxName) refuse('is too long');
  if (name.includes('\\')) refuse('has a “\\”; pack it with “/” between folders');
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) refuse('is an absolute path');
  const parts = name.split('/').filter((part) => part !== '' && part !== '.');
  for (const part of parts) {
    if (part === '..') refuse('leads out of the package');
    const fault = faultOfName(part);
    if (fault) refuse(fault);
  }
  return parts;
}

/**
 * Permits a symbolic link whose target is inside the package: first up, then down. A way up after a way down could
 * leave the package through another link.
 * @param folder parts of the folder that holds the link
 * @throws PackageFault for any other target
 */
export function checkLinkTarget(folder: readonly string[], name: string, target: string): void {
  const refuse = (): never => {
    throw new PackageFault(`${inQuotes(name)} in it is a link to ${inQuotes(target)}, which leads out of the package`);
  };
  if (target === '' || /^[/\\]|^[A-Za-z]:|\\|\0/.test(target)) refuse();
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const down = parts.findIndex((part) => part !== '..');
  const ups = down === -1 ? parts.length : down;
  if (ups > folder.length || parts.slice(ups).includes('..')) refuse();
}

/** A name from a package for display: one line of limited length. */
export function inQuotes(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would break the sentence apart.
  const plain = name.replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/g, '�');
  return `“${plain.length > 120 ? `${plain.slice(0, 117)}…` : plain}”`;
}

/** Rejects names that some file systems cannot keep apart: a difference in case, or a file in place of a folder. */
export class NameTable {
  readonly #known = new Map<string, { readonly name: string; readonly kind: 'folder' | 'file' }>();

  /** @throws PackageFault when the entry would coincide with an earlier one */
  add(parts: readonly string[], kind: 'folder' | 'file'): void {
    for (let count = 1; count < parts.length; count++) this.#addOne(parts.slice(0, count).join('/'), 'folder');
    this.#addOne(parts.join('/'), kind);
  }

  #addOne(name: string, kind: 'folder' | 'file'): void {
    const key = name.normalize('NFC').toUpperCase().toLowerCase();
    const known = this.#known.get(key);
    if (!known) this.#known.set(key, { name, kind });
    else if (known.name !== name) {
      throw new PackageFault(`${inQuotes(known.name)} and ${inQuotes(name)} in it are one name on some systems`);
    } else if (kind === 'file' || known.kind === 'file') {
      throw new PackageFault(`${inQuotes(name)} is in it twice`);
    }
  }
}
