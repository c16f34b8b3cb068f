import {
  addCursorAbove,
  addCursorBelow,
  type CommentTokens,
  copyLineDown,
  copyLineUp,
  cursorMatchingBracket,
  deleteLine,
  indentLess,
  indentMore,
  moveLineDown,
  moveLineUp,
  selectLine,
  toggleBlockComment,
  toggleComment,
  transposeChars,
} from '@codemirror/commands';
import { foldAll, foldCode, unfoldAll, unfoldCode } from '@codemirror/language';
import { selectNextOccurrence, selectSelectionMatches } from '@codemirror/search';
import type { Command, EditorView } from '@codemirror/view';
import type { EditorCommand } from '../../../shared/contract/app-commands.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { isLarge, whatIsOff } from '../large-text.ts';
import { goToNext, goToPrevious } from '../search/go-to-match.ts';
import { openFind, openReplace } from '../search/search-commands.ts';
import { openCompletion } from './completion.ts';
import { expandSelection, shrinkSelection } from './expand-selection.ts';
import { toLowerCase, toTitleCase, toUpperCase } from './letter-case.ts';
import {
  addCursorsToLineEnds,
  insertLineAbove,
  insertLineBelow,
  joinLines,
  sortLinesAscending,
  sortLinesDescending,
  trimTrailingWhitespace,
} from './lines.ts';

export const editorCommands: Readonly<Record<EditorCommand, Command>> = {
  'edit.find': openFind,
  'edit.findNext': goToNext,
  'edit.findPrevious': goToPrevious,
  'edit.replace': openReplace,
  'edit.toggleLineComment': comments(
    toggleComment,
    ({ line, block }) => line ?? block,
    'No comments are known in files of this kind.',
  ),
  'edit.toggleBlockComment': comments(
    toggleBlockComment,
    ({ block }) => block,
    'No block comments are known in files of this kind.',
  ),
  'edit.moveLinesUp': moveLineUp,
  'edit.moveLinesDown': moveLineDown,
  'edit.copyLinesUp': copyLineUp,
  'edit.copyLinesDown': copyLineDown,
  'edit.deleteLines': deleteLine,
  'edit.insertLineAbove': insertLineAbove,
  'edit.insertLineBelow': insertLineBelow,
  'edit.joinLines': joinLines,
  'edit.sortLinesAscending': sortLinesAscending,
  'edit.sortLinesDescending': sortLinesDescending,
  'edit.transpose': transposeChars,
  'edit.upperCase': toUpperCase,
  'edit.lowerCase': toLowerCase,
  'edit.titleCase': toTitleCase,
  'edit.indent': indentMore,
  'edit.outdent': indentLess,
  'edit.trimTrailingWhitespace': trimTrailingWhitespace,
  'edit.complete': openCompletion,
  'edit.goToBracket': cursorMatchingBracket,
  'select.expand': expandSelection,
  'select.shrink': shrinkSelection,
  'select.line': selectLine,
  'select.nextMatch': selectNextOccurrence,
  'select.allMatches': selectAllMatches,
  'select.cursorAbove': addCursorAbove,
  'select.cursorBelow': addCursorBelow,
  'select.lineEnds': addCursorsToLineEnds,
  'fold.close': unlessLarge(foldCode),
  'fold.open': unfoldCode,
  'fold.closeAll': unlessLarge(foldAll),
  'fold.openAll': unfoldAll,
};

/** @param signOf what the command needs of those of the language */
function comments(command: Command, signOf: (tokens: CommentTokens) => unknown, why: string): Command {
  return (view) => {
    const { state } = view;
    const [tokens = {}] = state.languageDataAt<CommentTokens>('commentTokens', state.selection.main.head, 1);
    if (!state.readOnly && signOf(tokens) === undefined) notify({ severity: 'info', text: why });
    return command(view);
  };
}

/** Looking for what can be folded would hold up the window. */
function unlessLarge(command: Command): Command {
  return (view) => {
    if (!isLarge(view.state.doc)) return command(view);
    notify({ severity: 'info', text: whatIsOff });
    return true;
  };
}

/** Selects all occurrences of the selection; for an empty one, those of the word at the cursor. */
function selectAllMatches(view: EditorView): boolean {
  if (view.state.selection.main.empty) selectNextOccurrence(view);
  return selectSelectionMatches(view);
}
