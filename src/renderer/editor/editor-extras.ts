import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { highlightSelectionMatches } from '@codemirror/search';
import { Prec } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import type { EditorCommand } from '../../shared/contract/app-commands.ts';
import { partSelectors } from '../base/commands/window-parts.ts';
import { indentGuides } from './display/indent-guides.ts';
import { completion } from './editing/completion.ts';
import { editorCommands } from './editing/editor-commands.ts';
import { expandedFrom } from './editing/expand-selection.ts';
import { foldMarks } from './editing/folding.ts';
import { focusEditor, runInEditor } from './panes/pane-views.ts';
import { searchInText } from './search/search-commands.ts';
import { setExtras } from './sessions.ts';

// Parts of the editor that are loaded after the first paint.
setExtras(
  // Before the editor's own Backspace.
  [searchInText, highlightSelectionMatches(), closeBrackets(), expandedFrom, Prec.high(keymap.of(closeBracketsKeymap))],
  (settings, { hasGuides, isLarge }) => [
    isLarge ? [] : foldMarks,
    completion(isLarge ? 'off' : settings['editor.wordBasedSuggestions']),
    settings['editor.guides.indentation'] && hasGuides ? indentGuides : [],
  ],
);

/** Runs a command on the active text, and focuses the editor first unless the focus is in the editor's area. */
export function runEditorCommand(command: EditorCommand): void {
  if (document.activeElement?.closest(partSelectors.editor) == null) focusEditor();
  runInEditor(editorCommands[command]);
}
