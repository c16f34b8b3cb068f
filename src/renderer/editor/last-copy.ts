import type { EditorState, Extension, Text } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** The last text copied in an editor of this window. The clipboard itself does not tell where its text is from. */
interface Copy {
  readonly path: string;
  readonly from: number;
  readonly text: string;
}

let last: Copy | null = null;

/** Records copies from the document of a path. */
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

/** The origin of clipboard text, if it was copied in this window. The document may have changed since. */
export function lastCopyOf(text: string): Copy | null {
  const same = (one: string) => one.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  return last && same(text) === same(last.text) ? last : null;
}

/** Whether a range stands for lines: it spans several, or all text of one. */
export function isOfLines(doc: Text, from: number, to: number): boolean {
  const line = doc.lineAt(from);
  if (to > line.to) return true;
  const written = line.text.trim();
  return written !== '' && doc.sliceString(from, to).trim() === written;
}
