import { type CompletionContext, type CompletionResult, hasNextSnippetField } from '@codemirror/autocomplete';
import { type EditorState, type Extension, MapMode, StateEffect, StateField } from '@codemirror/state';
import { type Command, EditorView } from '@codemirror/view';

/** A stop whose text is one of several. */
export interface ChoiceRange {
  readonly from: number;
  readonly to: number;
  readonly choices: readonly string[];
}

/** Those of a snippet that is inserted, in the text afterwards. */
export const setChoices = StateEffect.define<readonly ChoiceRange[]>();

const choiceRanges = StateField.define<readonly ChoiceRange[]>({
  create: () => [],
  update(ranges, { effects, changes, docChanged }) {
    const set = effects.find((effect) => effect.is(setChoices));
    if (set) return set.value;
    if (!docChanged || ranges.length === 0) return ranges;
    return ranges.flatMap(({ from, to, choices }) => {
      const start = changes.mapPos(from, -1, MapMode.TrackDel);
      const end = changes.mapPos(to, 1, MapMode.TrackDel);
      return start === null || end === null ? [] : [{ from: start, to: end, choices }];
    });
  },
});

/** The choice in which the cursor is, as long as there is a next stop. */
export function choiceAt(state: EditorState): ChoiceRange | undefined {
  if (!hasNextSnippetField(state)) return undefined;
  const { from, to } = state.selection.main;
  return state.field(choiceRanges, false)?.find((range) => range.from <= from && to <= range.to);
}

/** The others that may stand at the cursor's stop. */
export function completeChoices({ state }: CompletionContext): CompletionResult | null {
  const range = choiceAt(state);
  if (!range) return null;
  const options = range.choices.map((label) => ({ label }));
  // While one of them is selected as a whole, all are meant.
  return { from: range.from, to: range.to, options, filter: state.selection.main.empty };
}

/** Lists the choices of a stop when the cursor comes to it. @param open opens the list of completions */
export const snippetChoices = (open: Command): Extension => [
  choiceRanges,
  EditorView.updateListener.of(({ view, state, startState, transactions }) => {
    if (!transactions.some(({ selection }) => selection)) return;
    const { main } = state.selection;
    const range = choiceAt(state);
    if (range?.from !== main.from || range.to !== main.to || startState.selection.eq(state.selection)) return;
    open(view);
  }),
];
