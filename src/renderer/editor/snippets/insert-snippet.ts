import { type Completion, pickedCompletion, snippet } from '@codemirror/autocomplete';
import { indentUnit } from '@codemirror/language';
import { Text, Transaction } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { type ChoiceRange, setChoices } from './choices.ts';
import type { Filled } from './fill-in.ts';

/** Characters that no text has, in place of those with a meaning in CodeMirror's templates: each of one letter too. */
const standIns: Readonly<Record<string, string>> = { '{': '\uFDD0', '}': '\uFDD1', '\n': '\uFDD2' };
const written: Readonly<Record<string, string>> = { '\uFDD0': '{', '\uFDD1': '}', '\uFDD2': '\n' };

const hidden = (text: string): string =>
  text.replace(/[\uFDD0-\uFDD2]/g, '').replace(/[{}\n]/g, (letter) => standIns[letter] ?? letter);
const shown = (text: string): string => text.replace(/[\uFDD0-\uFDD2]/g, (letter) => written[letter] ?? letter);

/**
 * Puts a snippet in place of what was typed, in one step of undo, and goes to its first stop. Its lines are indented as the
 * line of the cursor, and their tabs are what the file is indented by.
 */
export function insertSnippet(
  view: Pick<EditorView, 'state' | 'dispatch'>,
  filled: readonly Filled[],
  completion: Completion,
  from: number,
  to: number,
): void {
  const { state } = view;
  const around = /^\s*/.exec(state.doc.lineAt(from).text)?.[0].slice(0, from - state.doc.lineAt(from).from) ?? '';
  const unit = state.facet(indentUnit);
  const indented = (text: string): string =>
    text.replace(/\n(\t*)/g, (_, tabs: string) => `\n${around}${unit.repeat(tabs.length)}`);

  let template = '';
  let at = from;
  const choices: ChoiceRange[] = [];
  for (const piece of filled) {
    const text = hidden(indented(piece.text));
    template += piece.stop === null ? text : `\${${piece.stop}:${text}}`;
    if (piece.choices.length > 1) choices.push({ from: at, to: at + text.length, choices: piece.choices });
    at += text.length;
  }
  const insert = snippet(template);
  const dispatch = ({ changes, selection, effects }: Transaction) => {
    const replaced: { from: number; to: number; insert: Text }[] = [];
    changes.iterChanges((start, end, _start, _end, text) => {
      replaced.push({ from: start, to: end, insert: Text.of(shown(text.toString()).split('\n')) });
    });
    view.dispatch({
      changes: replaced,
      ...(selection && { selection }),
      effects: [...effects, setChoices.of(choices)],
      annotations: [pickedCompletion.of(completion), Transaction.userEvent.of('input.complete')],
      scrollIntoView: true,
    });
  };
  insert({ state, dispatch }, completion, from, to);
}
