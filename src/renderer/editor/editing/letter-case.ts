import { EditorSelection, type StateCommand } from '@codemirror/state';

/** Changes the case of the selection, or of the word at an empty one; it stays selected. */
const inCase =
  (change: (text: string) => string): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const edit = state.changeByRange((range) => {
      const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range;
      const text = state.sliceDoc(from, to);
      const insert = change(text);
      if (insert === text) return { range };
      // The length may change: "ß" becomes two letters.
      const grown = insert.length - text.length;
      return {
        changes: { from, to, insert },
        range: range.empty
          ? EditorSelection.cursor(range.head)
          : EditorSelection.range(
              range.anchor === to ? to + grown : range.anchor,
              range.head === to ? to + grown : range.head,
            ),
      };
    });
    if (edit.changes.empty) return false;
    dispatch(state.update(edit, { scrollIntoView: true, userEvent: 'input.case' }));
    return true;
  };

export const toUpperCase = inCase((text) => text.toUpperCase());
export const toLowerCase = inCase((text) => text.toLowerCase());
/** Capitalises each word; an apostrophe does not end one. */
export const toTitleCase = inCase((text) =>
  text
    .toLowerCase()
    .replace(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, ([first = '', ...rest]) => first.toUpperCase() + rest.join('')),
);
