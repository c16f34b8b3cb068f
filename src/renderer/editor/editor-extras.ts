import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { highlightSelectionMatches, openSearchPanel, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { keymap } from '@codemirror/view';
import './search-panel.css';
import { runInEditor, setExtras } from './sessions.ts';

const phrases = {
  next: 'Next',
  previous: 'Previous',
  all: 'All',
  'match case': 'Case',
  regexp: 'Regexp',
  'by word': 'Word',
  replace: 'Replace',
  'replace all': 'Replace all',
  close: 'Close',
};

// Loaded after the first paint: what an editor needs, but not in its first moment.
setExtras([
  EditorState.phrases.of(phrases),
  search({ top: true }),
  highlightSelectionMatches(),
  closeBrackets(),
  keymap.of([...closeBracketsKeymap, ...searchKeymap]),
]);

export const openSearch = (): boolean => runInEditor(openSearchPanel);
