import type { Place } from '../../editor/place.ts';

export type PickerQuery =
  | { readonly kind: 'files'; readonly name: string; readonly place?: Place }
  /** A place in the document in front. */
  | { readonly kind: 'place'; readonly place: Place | null }
  /** Declarations in the document in front. */
  | { readonly kind: 'symbols'; readonly name: string }
  | { readonly kind: 'commands'; readonly name: string };

/** `name`, `name:42:7`, `:42`, `:42:7`, `@symbol` or `> command`. */
export function parseQuery(text: string): PickerQuery {
  if (text.startsWith('>')) return { kind: 'commands', name: text.slice(1).trim() };
  if (text.startsWith('@')) return { kind: 'symbols', name: text.slice(1).trim() };
  const match = /^(.*?):(\d*)(?::(\d*))?$/.exec(text.trim());
  if (!match) return { kind: 'files', name: text.trim() };
  const [, name = '', line, column] = match;
  const place = line ? { line: Number(line), ...(column && { column: Number(column) }) } : null;
  if (name === '') return { kind: 'place', place };
  return { kind: 'files', name, ...(place && { place }) };
}
