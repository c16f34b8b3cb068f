import { Edit, type Point, type Tree } from 'web-tree-sitter';
import type { TextChange } from '../../../../../shared/contract/documents/document-events.ts';

/**
 * Applies changes to a text, and tells its tree of them.
 * @returns null when they are not of this text
 */
export function edited(text: string, tree: Tree, changes: readonly TextChange[]): string | null {
  let now = text;
  for (const { from, to, insert } of changes) {
    if (from > to || to > now.length) return null;
    const next = now.slice(0, from) + insert + now.slice(to);
    const startPosition = pointAt(now, from);
    tree.edit(
      new Edit({
        startIndex: from,
        oldEndIndex: to,
        newEndIndex: from + insert.length,
        startPosition,
        oldEndPosition: pointAfter(startPosition, now.slice(from, to)),
        newEndPosition: pointAfter(startPosition, insert),
      }),
    );
    now = next;
  }
  return now;
}

function pointAt(text: string, index: number): Point {
  let row = 0;
  let start = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < index; at = text.indexOf('\n', at + 1)) {
    row += 1;
    start = at + 1;
  }
  return { row, column: index - start };
}

function pointAfter({ row, column }: Point, text: string): Point {
  const end = pointAt(text, text.length);
  return end.row === 0 ? { row, column: column + end.column } : { row: row + end.row, column: end.column };
}
