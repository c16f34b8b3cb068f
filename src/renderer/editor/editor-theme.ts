import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours come from the tokens only, so that one theme serves light and dark. */
const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--surface-0)', fontSize: 'var(--text-2)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', lineHeight: '20px' },
  '.cm-content': { padding: 'var(--space-2) 0', caretColor: 'var(--text)' },
  '.cm-line': { padding: '0 var(--space-4) 0 var(--space-2)' },
  '.cm-cursor, .cm-dropCursor': { borderLeft: '2px solid var(--accent)', marginLeft: '-1px' },
  '.cm-gutters': { backgroundColor: 'var(--surface-0)', color: 'var(--text-faint)', border: 'none' },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '44px', padding: '0 var(--space-2) 0 var(--space-3)' },
  '.cm-activeLine': { backgroundColor: 'var(--line-active)' },
  '.cm-activeLineGutter': { backgroundColor: 'var(--line-active)', color: 'var(--text)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--selection)',
  },
  '&.cm-focused .cm-matchingBracket, .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--border-strong)',
  },
  '&.cm-focused .cm-nonmatchingBracket': { color: 'var(--danger)', backgroundColor: 'transparent' },
  '.cm-specialChar': { color: 'var(--warning)' },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--match)' },
  '.cm-searchMatch-selected': { outline: '2px solid var(--accent)', backgroundColor: 'var(--match)' },
});

const code = HighlightStyle.define([
  { tag: [tags.keyword, tags.modifier, tags.operatorKeyword, tags.self, tags.null], color: 'var(--code-keyword)' },
  { tag: [tags.string, tags.regexp, tags.character, tags.inserted], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.atom, tags.unit, tags.color, tags.escape], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.meta, tags.quote, tags.documentMeta], color: 'var(--code-comment)' },
  {
    tag: [tags.function(tags.variableName), tags.function(tags.propertyName), tags.labelName, tags.macroName],
    color: 'var(--code-function)',
  },
  {
    tag: [tags.typeName, tags.className, tags.namespace, tags.tagName, tags.attributeName, tags.propertyName],
    color: 'var(--code-type)',
  },
  { tag: [tags.heading], color: 'var(--code-function)', fontWeight: '600' },
  { tag: [tags.link, tags.url], color: 'var(--accent)' },
  { tag: [tags.invalid, tags.deleted], color: 'var(--danger)' },
  { tag: tags.strong, fontWeight: '600' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
]);

export const editorTheme: Extension = [look, syntaxHighlighting(code)];
