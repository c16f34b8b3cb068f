import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { codeStyle } from './code-style.ts';

/** Colours come from the tokens only, so that one theme serves light and dark. Diffs have no variables of settings. */
const look = EditorView.theme({
  '&': {
    '--editor-line-start': 'var(--space-2)',
    '--editor-line-end': 'var(--space-4)',
    height: '100%',
    color: 'var(--code-text, var(--text))',
    backgroundColor: 'var(--surface-0)',
    fontSize: 'var(--editor-font-size, var(--text-2))',
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--editor-font-family, var(--font-mono))',
    fontWeight: 'var(--editor-font-weight, normal)',
    fontFeatureSettings: 'var(--editor-font-features, normal)',
    letterSpacing: 'var(--editor-letter-spacing, normal)',
    lineHeight: 'var(--editor-line-height, 20px)',
  },
  '.cm-content': {
    padding: 'var(--space-2) 0',
    caretColor: 'var(--text)',
    minWidth: 'var(--editor-wrap-at, auto)',
    background: 'var(--editor-rulers, none)',
  },
  '.cm-line': {
    width: 'var(--editor-wrap-at, auto)',
    maxWidth: 'var(--editor-wrap-before, none)',
    padding: '0 var(--editor-line-end) 0 var(--editor-line-start)',
  },
  '.cm-line.cm-wrap-indented': {
    paddingLeft: 'calc(var(--editor-line-start) + var(--editor-wrap-indent))',
    textIndent: 'calc(-1 * var(--editor-wrap-indent))',
  },
  '.cm-mark-space': {
    background: 'radial-gradient(circle at center, var(--text-faint) 0.09em, transparent 0.1em)',
  },
  '.cm-mark-tab': {
    background: 'linear-gradient(var(--text-faint), var(--text-faint)) 0.15em 50% / calc(100% - 0.3em) 1px no-repeat',
  },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--caret, var(--accent))', marginLeft: '-1px' },
  '.cm-gutters': { backgroundColor: 'var(--surface-0)', color: 'var(--text-faint)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '44px', padding: '0 var(--space-2) 0 var(--space-3)' },
  '.cm-activeLine': { backgroundColor: 'var(--line-active)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--line-active)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
    outline: '1px solid var(--selection-border)',
  },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--border-strong)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { color: 'var(--danger)', backgroundColor: 'transparent' },
  '.cm-foldGutter .cm-gutterElement': { width: '14px', cursor: 'pointer' },
  '.cm-foldMark': { display: 'grid', placeItems: 'center', height: '100%', opacity: '0', transition: 'opacity 0.1s' },
  '.cm-foldMark::before': {
    content: '""',
    width: '5px',
    height: '5px',
    borderRight: '1.5px solid currentcolor',
    borderBottom: '1.5px solid currentcolor',
    transform: 'translateY(-2px) rotate(45deg)',
  },
  '.cm-foldMark.cm-folded::before': { transform: 'rotate(-45deg)' },
  '.cm-foldMark.cm-folded, .cm-gutters:hover .cm-foldMark': { opacity: '1' },
  '.cm-foldPlaceholder': {
    margin: '0 4px',
    padding: '0 6px',
    border: '1px solid var(--border)',
    borderRadius: 'var(--radius-1)',
    backgroundColor: 'var(--surface-2)',
    color: 'var(--text-quiet)',
    font: 'inherit',
    lineHeight: '1',
  },
  '.cm-specialChar': { color: 'var(--warning)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)', outline: '1px dotted var(--selection-border)' },
  '.cm-searchMatch': { backgroundColor: 'var(--match)', outline: '1px solid var(--match-border)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--accent)', backgroundColor: 'var(--match)' },
});

export const editorTheme: Extension = [look, codeStyle];
