import { type EditorState, type Extension, type SelectionRange, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view';

/** Limits the search to ranges; empty: the whole text. */
export const setScope = StateEffect.define<readonly SelectionRange[]>();

const mark = Decoration.mark({ class: 'cm-searchScope' });

const field = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(scope, { changes, effects }) {
    for (const effect of effects) {
      if (effect.is(setScope)) {
        return Decoration.set(
          effect.value.filter(({ empty }) => !empty).map(({ from, to }) => mark.range(from, to)),
          true,
        );
      }
    }
    return scope.map(changes);
  },
  provide: (from) => EditorView.decorations.from(from),
});

/** Keeps the ranges that are searched, and maps them through edits. */
export const searchScope: Extension = field;

export function isInScope(state: EditorState, from: number, to: number): boolean {
  const scope = state.field(field, false);
  if (!scope || scope.size === 0) return true;
  let isWithin = false;
  scope.between(from, to, (start, end) => {
    isWithin ||= start <= from && to <= end;
  });
  return isWithin;
}
