import type { Text } from '@codemirror/state';

/** A place in a file as people write it: 1-based, columns in UTF-16 units. */
export interface Place {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  /** Selects the whole lines `line` to `endLine`. */
  readonly endLine?: number | undefined;
}

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(Number.isFinite(value) ? Math.trunc(value) : low, low), high);

/**
 * The selection for a place, clamped into the document. For a range of lines the head is at its first line, which is the
 * one that the place names.
 */
export function placeToSelection(doc: Text, place: Place): { anchor: number; head: number } {
  const line = clamp(place.line ?? 1, 1, doc.lines);
  if (place.endLine === undefined) {
    const { from, length } = doc.line(line);
    const head = from + clamp((place.column ?? 1) - 1, 0, length);
    return { anchor: head, head };
  }
  const other = clamp(place.endLine, 1, doc.lines);
  return { anchor: doc.line(Math.max(line, other)).to, head: doc.line(Math.min(line, other)).from };
}

/** The 1-based line and column of an offset. */
export function offsetToPlace(doc: Text, offset: number): { line: number; column: number } {
  const { number, from } = doc.lineAt(offset);
  return { line: number, column: offset - from + 1 };
}
