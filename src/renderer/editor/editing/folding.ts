import {
  codeFolding,
  foldEffect,
  foldedRanges,
  foldGutter,
  foldService,
  language,
  StreamLanguage,
  unfoldEffect,
} from '@codemirror/language';
import type { EditorState, Extension, Transaction } from '@codemirror/state';

/** A line with more indented lines below it is not foldable. */
const maxLines = 5_000;

/** Folds by indentation, for languages without folds of their own. */
const byIndentation = foldService.of((state, lineStart) => {
  const known = state.facet(language);
  if (known && !(known instanceof StreamLanguage)) return null;
  const first = state.doc.lineAt(lineStart);
  if (first.text.trim() === '') return null;
  const indent = indentOf(state, first.text);
  let end = first.to;
  for (let number = first.number + 1; number <= state.doc.lines; number += 1) {
    // This runs for each visible line at each key press.
    if (number > first.number + maxLines) return null;
    const line = state.doc.line(number);
    if (line.text.trim() === '') continue;
    if (indentOf(state, line.text) <= indent) break;
    end = line.to;
  }
  return end > first.to ? { from: first.to, to: end } : null;
});

function indentOf({ tabSize }: EditorState, text: string): number {
  let columns = 0;
  for (const letter of text) {
    if (letter === '\t') columns += tabSize - (columns % tabSize);
    else if (letter === ' ') columns += 1;
    else break;
  }
  return columns;
}

/** Folding and its placeholder; loaded from the beginning, as folds are restored with a text. */
export const folds: Extension = [
  codeFolding({
    placeholderDOM(_view, onclick) {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'cm-foldPlaceholder';
      button.textContent = '…';
      button.title = 'Unfold';
      button.setAttribute('aria-label', 'Folded lines. Unfold');
      button.tabIndex = -1;
      button.onclick = onclick;
      return button;
    },
  }),
  byIndentation,
];

/** Fold markers in the gutter. */
export const foldMarks: Extension = foldGutter({
  markerDOM(isOpen) {
    const mark = document.createElement('span');
    mark.className = isOpen ? 'cm-foldMark' : 'cm-foldMark cm-folded';
    mark.title = isOpen ? 'Fold' : 'Unfold';
    return mark;
  },
});

export const isFolding = ({ effects }: Transaction): boolean =>
  effects.some((effect) => effect.is(foldEffect) || effect.is(unfoldEffect));

/** The folded ranges, as [from, to]. */
export function foldsOf(state: EditorState): [number, number][] {
  const found: [number, number][] = [];
  foldedRanges(state).between(0, state.doc.length, (from, to) => void found.push([from, to]));
  return found;
}

/** Folds ranges again; those beyond the end of the text are left out. */
export const foldAgain = (state: EditorState, ranges: readonly (readonly [number, number])[]): EditorState =>
  state.update({
    effects: ranges
      .filter(([from, to]) => from < to && to <= state.doc.length)
      .map(([from, to]) => foldEffect.of({ from, to })),
  }).state;
