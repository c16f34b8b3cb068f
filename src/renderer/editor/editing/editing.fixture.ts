import { EditorSelection, EditorState, type Extension, type StateCommand } from '@codemirror/state';

/**
 * Runs a command on a text in which `|` is a cursor, `«ab»` a selection with its head at the end, `‹ab›` one with it at the beginning.
 * @returns the text afterwards, with the same signs; null: the command did nothing
 */
export function run(command: StateCommand, marked: string, extensions: Extension = []): string | null {
  let state = stateOf(marked, extensions);
  const did = command({
    state,
    dispatch: (transaction) => {
      state = transaction.state;
    },
  });
  return did ? marksOf(state) : null;
}

export function stateOf(marked: string, extensions: Extension = []): EditorState {
  const ranges = [];
  let doc = '';
  let open = 0;
  for (const sign of marked) {
    if (sign === '|') ranges.push(EditorSelection.cursor(doc.length));
    else if (sign === '«' || sign === '‹') open = doc.length;
    else if (sign === '»') ranges.push(EditorSelection.range(open, doc.length));
    else if (sign === '›') ranges.push(EditorSelection.range(doc.length, open));
    else doc += sign;
  }
  return EditorState.create({
    doc,
    selection: EditorSelection.create(ranges.length > 0 ? ranges : [EditorSelection.cursor(0)]),
    extensions: [EditorState.allowMultipleSelections.of(true), extensions],
  });
}

export function marksOf({ doc, selection }: EditorState): string {
  let text = doc.toString();
  for (const { from, to, empty, head } of selection.ranges.toReversed()) {
    const [before, after] = empty ? ['|', ''] : head === to ? ['«', '»'] : ['‹', '›'];
    text = text.slice(0, from) + before + text.slice(from, to) + after + text.slice(to);
  }
  return text;
}
