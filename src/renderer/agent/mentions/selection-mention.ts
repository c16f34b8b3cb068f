import type { Text } from '@codemirror/state';
import type { PathPlatform } from '../../../shared/links/link-target.ts';
import { formatMention } from '../../../shared/links/mention.ts';
import { baseName } from '../../base/paths.ts';
import { offsetToPlace } from '../../editor/place.ts';

/** A range of a document, or a place in it if both ends are the same. */
export interface DocumentRange {
  readonly path: string;
  readonly doc: Text;
  readonly from: number;
  readonly to: number;
}

/** The last line does not count if only its beginning is in the range. */
export function linesOf({ doc, from, to }: Omit<DocumentRange, 'path'>): { first: number; last: number } {
  const first = doc.lineAt(from).number;
  const end = doc.lineAt(to);
  return { first, last: to > from && end.from === to ? end.number - 1 : end.number };
}

/** "a.ts (3:9)" for a place, "a.ts (3-9)" for lines, "a.ts (3)" for one. */
export function labelOfRange(range: DocumentRange): string {
  const name = baseName(range.path);
  if (range.from === range.to) {
    const { line, column } = offsetToPlace(range.doc, range.from);
    return `${name} (${line}:${column})`;
  }
  const { first, last } = linesOf(range);
  return first === last ? `${name} (${first})` : `${name} (${first}-${last})`;
}

/** A mention of the lines of a range, or of the place of a cursor. */
export function selectionMention(range: DocumentRange, platform: PathPlatform): string {
  const { path, doc, from, to } = range;
  const label = labelOfRange(range);
  if (from === to) return formatMention(label, { kind: 'file', path, ...offsetToPlace(doc, from) }, platform);
  const { first, last } = linesOf(range);
  return formatMention(label, { kind: 'file', path, line: first, endLine: last }, platform);
}
