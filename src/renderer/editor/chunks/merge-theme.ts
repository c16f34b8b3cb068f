import { EditorView } from '@codemirror/view';

/** Replaces the library's colours, which are made for its own themes. */
export const mergeTheme = EditorView.theme({
  '&.cm-merge-b .cm-changedLine, .cm-inlineChangedLine': { backgroundColor: 'var(--added)' },
  '&.cm-merge-b .cm-changedText': { background: 'none', boxShadow: 'inset 0 -2px var(--added-strong)' },
  '&.cm-merge-b .cm-changedLine.cm-activeLine': { backgroundColor: 'var(--added)' },
  '&.cm-merge-b .cm-deletedChunk': { padding: '0', backgroundColor: 'transparent' },
  '&.cm-merge-b .cm-deletedChunk .cm-deletedLine': {
    padding: '0 var(--space-4) 0 var(--space-2)',
    backgroundColor: 'var(--removed)',
    color: 'var(--text)',
  },
  '&.cm-merge-b .cm-deletedChunk .cm-deletedText': {
    background: 'none',
    boxShadow: 'inset 0 -2px var(--removed-strong)',
  },
  '&.cm-merge-b .cm-deletedLineGutter': { background: 'var(--danger)' },
  '&.cm-merge-b .cm-changedLineGutter': { background: 'var(--success-mark)' },
  '.cm-chunkButtons': {
    zIndex: '1',
    display: 'flex',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius-1)',
    backgroundColor: 'var(--surface-0)',
    fontFamily: 'var(--font-ui)',
    userSelect: 'none',
  },
  '.cm-deletedChunk .cm-chunkButtons': { insetInlineEnd: 'var(--space-3)' },
  '.cm-deletedChunk button.cm-chunkButton': {
    height: '18px',
    margin: '0',
    padding: '0 var(--space-2)',
    border: 'none',
    borderRadius: 'var(--radius-1)',
    backgroundColor: 'var(--surface-0)',
    color: 'var(--text)',
    fontSize: 'var(--text-1)',
    lineHeight: '1',
    cursor: 'default',
  },
  '.cm-deletedChunk button.cm-chunkButton:hover': { backgroundColor: 'var(--surface-2)' },
  '.cm-deletedChunk button.cm-chunkButton[name=accept]': { background: 'var(--surface-0)' },
  '.cm-deletedChunk button.cm-chunkButton[name=reject]': { background: 'var(--surface-0)' },
});
