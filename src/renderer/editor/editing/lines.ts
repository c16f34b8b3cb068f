import type { ChangeSpec, EditorState, Line, StateCommand, TransactionSpec } from '@codemirror/state';
import { EditorSelection } from '@codemirror/state';

/** Consecutive lines by number, inclusive. */
interface Block {
  readonly first: number;
  readonly last: number;
}

/** The selected lines from the top down, each once. A line is left out when the selection ends before its first letter. */
function selectedBlocks({ doc, selection }: EditorState): Block[] {
  const blocks: Block[] = [];
  for (const { from, to, empty } of selection.ranges) {
    const first = doc.lineAt(from).number;
    const end = doc.lineAt(to);
    const last = !empty && to === end.from && end.number > first ? end.number - 1 : end.number;
    const above = blocks.at(-1);
    if (above && first <= above.last)
      blocks[blocks.length - 1] = { first: above.first, last: Math.max(above.last, last) };
    else blocks.push({ first, last });
  }
  return blocks;
}

/** Runs an edit as one undo step; false where the text is read-only or there is nothing to do. */
const editing =
  (edit: (state: EditorState) => TransactionSpec | null, userEvent: string): StateCommand =>
  ({ state, dispatch }) => {
    const spec = state.readOnly ? null : edit(state);
    if (!spec) return false;
    dispatch(state.update(spec, { scrollIntoView: true, userEvent }));
    return true;
  };

const isBlank = ({ text }: Line): boolean => text.trim() === '';
const trimmedEnd = ({ from, text }: Line): number => from + text.trimEnd().length;
const trimmedStart = ({ from, text }: Line): number => from + text.length - text.trimStart().length;

/** Joins the selected lines, or the line of an empty selection with the next, by one blank; their outer blanks are dropped. */
export const joinLines = editing((state) => {
  const { doc } = state;
  const changes: ChangeSpec[] = [];
  // The line after one block may be the first of the next: then both are one block.
  const blocks: Block[] = [];
  for (const { first, last } of selectedBlocks(state)) {
    const end = first === last ? Math.min(first + 1, doc.lines) : last;
    const above = blocks.at(-1);
    if (above && first <= above.last) blocks[blocks.length - 1] = { first: above.first, last: end };
    else blocks.push({ first, last: end });
  }
  for (const { first, last } of blocks) {
    let gap = isBlank(doc.line(first)) ? doc.line(first).to : trimmedEnd(doc.line(first));
    let insert = isBlank(doc.line(first)) ? '' : ' ';
    for (let number = first + 1; number <= last; number += 1) {
      const line = doc.line(number);
      if (isBlank(line)) continue;
      changes.push({ from: gap, to: trimmedStart(line), insert });
      gap = trimmedEnd(line);
      insert = ' ';
    }
    if (first < last && isBlank(doc.line(last))) changes.push({ from: gap, to: doc.line(last).to });
  }
  return changes.length === 0 ? null : { changes };
}, 'input.join');

const byText = new Intl.Collator().compare;

const sorted = (compare: (one: string, other: string) => number): StateCommand =>
  editing((state) => {
    const changes: ChangeSpec[] = [];
    for (const { first, last } of selectedBlocks(state)) {
      const lines = Array.from({ length: last - first + 1 }, (_, at) => state.doc.line(first + at).text);
      const next = lines.toSorted(compare);
      if (next.every((text, at) => text === lines[at])) continue;
      changes.push({ from: state.doc.line(first).from, to: state.doc.line(last).to, insert: next.join('\n') });
    }
    return changes.length === 0 ? null : { changes };
  }, 'input.sort');

export const sortLinesAscending = sorted(byText);
export const sortLinesDescending = sorted((one, other) => byText(other, one));

/** Removes trailing blanks in the whole text. */
export const trimTrailingWhitespace = editing(({ doc }) => {
  const changes: ChangeSpec[] = [];
  for (let number = 1; number <= doc.lines; number += 1) {
    const line = doc.line(number);
    const end = line.from + line.text.replace(/[\t ]+$/, '').length;
    if (end < line.to) changes.push({ from: end, to: line.to });
  }
  return changes.length === 0 ? null : { changes };
}, 'delete.trailing');

/** Inserts a line above each cursor, indented like the cursor's line. */
export const insertLineAbove = editing(
  (state) =>
    state.changeByRange((range) => {
      const line = state.doc.lineAt(range.from);
      const indent = /^[\t ]*/.exec(line.text)?.[0] ?? '';
      return {
        changes: { from: line.from, insert: `${indent}\n` },
        range: EditorSelection.cursor(line.from + indent.length),
      };
    }),
  'input',
);

/** Inserts a line below each cursor, indented like the cursor's line. */
export const insertLineBelow = editing(
  (state) =>
    state.changeByRange((range) => {
      const line = state.doc.lineAt(range.to);
      const insert = `\n${/^[\t ]*/.exec(line.text)?.[0] ?? ''}`;
      return { changes: { from: line.to, insert }, range: EditorSelection.cursor(line.to + insert.length) };
    }),
  'input',
);

/** Puts a cursor at the end of each selected line. */
export const addCursorsToLineEnds: StateCommand = ({ state, dispatch }) => {
  const ends = selectedBlocks(state).flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, at) => EditorSelection.cursor(state.doc.line(first + at).to)),
  );
  dispatch(state.update({ selection: EditorSelection.create(ends, ends.length - 1), userEvent: 'select' }));
  return true;
};
