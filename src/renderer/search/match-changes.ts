import { ChangeSet, type Text } from '@codemirror/state';
import type { FoundLine } from '../../shared/contract/documents/folder-search.ts';
import { toEditorText } from '../editor/documents/line-endings.ts';

/** How the editor may have a text of a file: as it is, or each line end as `\n`. */
const forms = [(text: string) => text, (text: string) => toEditorText(text, 'crlf')];

/**
 * The changes that put the replacements in place of the matches.
 * @param doc with `\n` as line end; in a file of mixed ones each `\r` is a character of it
 * @returns null when a match is not at its place any more, or nothing is to be replaced
 */
export function changesOf(doc: Text, lines: readonly FoundLine[]): ChangeSet | null {
  const changes: { from: number; to: number; insert: string }[] = [];
  for (const { line, matches } of lines) {
    for (const { column, text, replacement } of matches) {
      if (replacement === undefined) continue;
      if (line > doc.lines) return null;
      const from = doc.line(line).from + column - 1;
      const form = forms.find((form) => doc.sliceString(from, from + form(text).length, '\n') === form(text));
      if (!form) return null;
      changes.push({ from, to: from + form(text).length, insert: form(replacement) });
    }
  }
  return changes.length === 0 ? null : ChangeSet.of(changes, doc.length, '\n');
}

/** Whether a text still has what the changes put into it, so that they can be taken back. */
export function isStillThere(doc: Text, changes: ChangeSet): boolean {
  let isThere = doc.length === changes.newLength;
  changes.iterChanges((_fromA, _toA, from, to, inserted) => {
    isThere &&= doc.slice(from, to).eq(inserted);
  });
  return isThere;
}
