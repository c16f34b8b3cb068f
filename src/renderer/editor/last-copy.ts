import type { EditorState, Extension, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** What was copied last in an editor of this window. The clipboard itself says nothing of where its text is from. */
interface Copy {
  readonly path: string;
  readonly from: number;
  readonly text: string;
}

let last: Copy | null = null;

/** Remembers what is copied out of the document of a path. */
export const rememberCopies = (path: string): Extension =>
  EditorView.domEventObservers({
    copy: (_, view) => remember(path, view.state),
  });

function remember(path: string, { doc, selection }: EditorState): void {
  const { main, ranges } = selection;
  // Without a selection the editor copies the line.
  const { from, to } = main.empty ? doc.lineAt(main.head) : main;
  last = ranges.length === 1 ? { path, from, text: doc.sliceString(from, to) } : null;
}

/** Where a text from the clipboard was copied, if it was copied here. It may have been changed there since. */
export function lastCopyOf(text: string): Copy | null {
  const same = (one: string) => one.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  return last && same(text) === same(last.text) ? last : null;
}

/** Whether lines are meant: several of them, or all that is written in one. */
export function isOfLines(doc: Text, from: number, to: number): boolean {
  const line = doc.lineAt(from);
  if (to > line.to) return true;
  const written = line.text.trim();
  return written !== '' && doc.sliceString(from, to).trim() === written;
}
