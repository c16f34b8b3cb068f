import { EditorView } from '@codemirror/view';

/** As the fields of the app look, in the font of the conversation. */
export const fieldTheme = EditorView.theme({
  '&': { color: 'var(--text)', fontSize: 'var(--text-2)', maxHeight: '40vh' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-ui)', lineHeight: '1.5', overflowX: 'hidden' },
  '.cm-content': {
    minWidth: '0',
    minHeight: '56px',
    padding: 'var(--space-2) 0',
    caretColor: 'var(--text)',
    userSelect: 'text',
  },
  '.cm-line': { padding: '0 var(--space-3)', overflowWrap: 'anywhere' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '1.5px solid var(--text)', marginLeft: '-0.75px' },
  '.cm-placeholder': { color: 'var(--text-quiet)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
});
