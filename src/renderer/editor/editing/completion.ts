import {
  acceptCompletion,
  autocompletion,
  type CompletionContext,
  type CompletionResult,
  closeCompletion,
  completionStatus,
  moveCompletionSelection,
  startCompletion,
} from '@codemirror/autocomplete';
import { language } from '@codemirror/language';
import { EditorState, type Extension, Prec } from '@codemirror/state';
import { type Command, EditorView, keymap } from '@codemirror/view';
import type { EditorSettings } from '../../../shared/contract/settings/setting-table.ts';
import { enterTakes, tooltipLook } from '../display/completion-list.ts';
import { documentKey } from '../editor-setup.ts';
import { isLarge } from '../large-text.ts';
import { sessionPaths, stateOf } from '../sessions.ts';
import { choiceAt } from '../snippets/choices.ts';
import { snippets } from '../snippets/snippet-completion.ts';
import { completeWords } from './words.ts';

/** Views in which the person asked for the open list, or moved in it: only then Enter takes from it. */
const chosen = new WeakSet<EditorView>();

/** Opens the list of completions. */
export const openCompletion: Command = (view) => {
  chosen.add(view);
  return startCompletion(view);
};

const move = (forward: boolean, by?: 'page'): Command => {
  const run = moveCompletionSelection(forward, by);
  return (view) => {
    if (!run(view)) return false;
    chosen.add(view);
    return true;
  };
};

/** Enter writes a line break unless an item was chosen: a list that came by itself must not take a key from the text. */
const accept: Command = (view) => {
  if (completionStatus(view.state) !== 'active') return false;
  if (chosen.has(view) || view.state.facet(enterTakes)) return acceptCompletion(view);
  closeCompletion(view);
  return false;
};

/** With several cursors Escape also goes back to one, as if the list had not come by itself. */
const close: Command = (view) => {
  const isMeantForList = chosen.has(view) || view.state.selection.ranges.length === 1;
  return closeCompletion(view) && isMeantForList;
};

const forgetChoice = EditorView.updateListener.of(({ view, state, startState }) => {
  if (completionStatus(state) === null && completionStatus(startState) !== null) chosen.delete(view);
});

/** A list of completions while one types, with snippets, and its keys. Tab takes the first item. */
const list: Extension = [
  autocompletion({ defaultKeymap: false, icons: false, maxRenderedOptions: 50 }),
  Prec.highest(
    keymap.of([
      { key: 'Escape', run: close },
      { key: 'ArrowDown', run: move(true) },
      { key: 'ArrowUp', run: move(false) },
      { key: 'PageDown', run: move(true, 'page') },
      { key: 'PageUp', run: move(false, 'page') },
      { key: 'Enter', run: accept },
      { key: 'Tab', run: acceptCompletion },
    ]),
  ),
  forgetChoice,
  tooltipLook,
  snippets(openCompletion),
];

/** Offers words of the documents that the setting names, besides what a language offers by itself. */
export function completion(where: EditorSettings['editor.wordBasedSuggestions']): Extension {
  if (where === 'off') return list;
  const words = (context: CompletionContext): CompletionResult | null => {
    if (choiceAt(context.state)) return null;
    const own = context.state.facet(documentKey);
    const others = sessionPaths().flatMap((path) => (path === own ? [] : (stateOf(path) ?? [])));
    const isMeant = (state: EditorState) =>
      !isLarge(state.doc) && (where === 'allDocuments' || state.facet(language) === context.state.facet(language));
    return completeWords(context, where === 'currentDocument' ? [] : others.filter(isMeant));
  };
  return [list, EditorState.languageData.of(() => [{ autocomplete: words }])];
}
