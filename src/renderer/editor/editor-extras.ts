import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { highlightSelectionMatches } from '@codemirror/search';
import { keymap } from '@codemirror/view';
import type { EditorCommand } from '../../shared/contract/app-commands.ts';
import { editorCommands } from './editing/editor-commands.ts';
import { expandedFrom } from './editing/expand-selection.ts';
import { foldMarks } from './editing/folding.ts';
import { searchInText } from './search/search-commands.ts';
import { focusEditor, runInEditor, setExtras } from './sessions.ts';

// Loaded after the first paint: what an editor needs, but not in its first moment.
setExtras([
  searchInText,
  highlightSelectionMatches(),
  closeBrackets(),
  expandedFrom,
  foldMarks,
  keymap.of(closeBracketsKeymap),
]);

/** Does to the text in front what a command says. The keyboard is in it then, or where the command puts it. */
export function runEditorCommand(command: EditorCommand): void {
  if (document.activeElement?.closest('#editor-body') == null) focusEditor();
  runInEditor(editorCommands[command]);
}
