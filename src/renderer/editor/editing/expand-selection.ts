import { syntaxTree } from '@codemirror/language';
import type { StateCommand } from '@codemirror/state';
import { EditorSelection, type EditorState, type SelectionRange, StateEffect, StateField } from '@codemirror/state';

interface Span {
  readonly from: number;
  readonly to: number;
}

const openers = new Set(['(', '[', '{']);

/** All larger spans around a selection: words, contents of brackets, syntax nodes, lines, the whole text. */
function* around(state: EditorState, { from, to }: Span): Generator<Span> {
  const word = state.wordAt(from);
  if (word) yield word;
  for (const side of [1, -1] as const) {
    for (let node = syntaxTree(state).resolveInner(from, side); ; ) {
      const { firstChild, lastChild, parent } = node;
      if (firstChild && lastChild && openers.has(state.sliceDoc(firstChild.from, firstChild.to)))
        yield { from: firstChild.to, to: lastChild.from };
      yield node;
      if (!parent) break;
      node = parent;
    }
  }
  const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)];
  const indent = first.text.length - first.text.trimStart().length;
  yield { from: first.from + indent, to: last.from + last.text.trimEnd().length };
  yield { from: first.from, to: Math.min(last.to + 1, state.doc.length) };
  yield { from: 0, to: state.doc.length };
}

function expanded(state: EditorState, range: SelectionRange): SelectionRange {
  let best: Span | null = null;
  for (const span of around(state, range)) {
    const length = span.to - span.from;
    const isMore = span.from <= range.from && span.to >= range.to && length > range.to - range.from;
    if (isMore && (!best || length < best.to - best.from)) best = { from: span.from, to: span.to };
  }
  return best ? EditorSelection.range(best.from, best.to) : range;
}

const grow = StateEffect.define<EditorSelection>();
const shrink = StateEffect.define<null>();

/** The selections before each expansion, until something else is selected or changed. */
export const expandedFrom = StateField.define<readonly EditorSelection[]>({
  create: () => [],
  update(steps, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(grow)) return [...steps, effect.value];
      if (effect.is(shrink)) return steps.slice(0, -1);
    }
    return transaction.docChanged || transaction.selection ? [] : steps;
  },
});

/** Expands each selection to the next larger span. */
export const expandSelection: StateCommand = ({ state, dispatch }) => {
  const selection = EditorSelection.create(
    state.selection.ranges.map((range) => expanded(state, range)),
    state.selection.mainIndex,
  );
  if (selection.eq(state.selection)) return false;
  dispatch(state.update({ selection, effects: grow.of(state.selection), userEvent: 'select' }));
  return true;
};

/** Undoes the last expansion. */
export const shrinkSelection: StateCommand = ({ state, dispatch }) => {
  const selection = state.field(expandedFrom, false)?.at(-1);
  if (!selection) return false;
  dispatch(state.update({ selection, effects: shrink.of(null), userEvent: 'select' }));
  return true;
};
