import { relativePath } from '../../base/paths.ts';
import type { Place } from '../../editor/place.ts';

export type PickerQuery =
  | { readonly kind: 'files'; readonly name: string; readonly place?: Place }
  /** A place in the document in front. */
  | { readonly kind: 'place'; readonly place: Place | null }
  /** Declarations in the document in front. */
  | { readonly kind: 'symbols'; readonly name: string }
  | { readonly kind: 'commands'; readonly name: string };

/** A path from the folder on, where the whole one was typed or pasted, or one that begins with `./` or `/`. */
function fromFolder(path: string, root: string | undefined): string {
  const [typed = '', folder] = [path, root ?? ''].map((each) => each.normalize('NFC').replaceAll('\\', '/'));
  return relativePath(folder, typed).replace(/^(\.?\/)+/, '');
}

/** `name`, `name:42:7`, `:42`, `:42:7`, `@symbol` or `> command`. @param root the open folder */
export function parseQuery(text: string, root?: string): PickerQuery {
  if (text.startsWith('>')) return { kind: 'commands', name: text.slice(1).trim() };
  if (text.startsWith('@')) return { kind: 'symbols', name: text.slice(1).trim() };
  const match = /^(.*?):(\d*)(?::(\d*))?$/.exec(text.trim());
  if (!match && text.startsWith(':')) return { kind: 'place', place: null };
  if (!match) return { kind: 'files', name: fromFolder(text.trim(), root) };
  const [, name = '', line, column] = match;
  const place = line ? { line: Number(line), ...(column && { column: Number(column) }) } : null;
  if (name === '') return { kind: 'place', place };
  return { kind: 'files', name: fromFolder(name, root), ...(place && { place }) };
}
