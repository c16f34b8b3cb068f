import { EditorSelection, type StateCommand } from '@codemirror/state';

/** What is selected in other letters, or the word at a cursor that selects nothing; it stays selected. */
const inCase =
  (change: (text: string) => string): StateCommand =>
  ({ state, dispatch }) => {
    if (state.readOnly) return false;
    const edit = state.changeByRange((range) => {
      const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range;
      const text = state.sliceDoc(from, to);
      const insert = change(text);
      if (insert === text) return { range };
      // "ß" becomes two letters.
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
/** Each word with a capital; an apostrophe is within one. */
export const toTitleCase = inCase((text) =>
  text
    .toLowerCase()
    .replace(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’]*/gu, ([first = '', ...rest]) => first.toUpperCase() + rest.join('')),
);
