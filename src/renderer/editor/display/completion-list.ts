import { Facet } from '@codemirror/state';
import { EditorView } from '@codemirror/view';

/** Whether Enter takes the first item of a list that came by itself: where all that can be written is in the list. */
export const enterTakes = Facet.define<boolean, boolean>({ combine: (values) => values.includes(true) });

/** Lists of completions and marks of faults in the colours of the app, instead of CodeMirror's own. */
export const tooltipLook = EditorView.theme({
  '.cm-tooltip': {
    border: '1px solid var(--border-strong)',
    borderRadius: 'var(--radius-1)',
    backgroundColor: 'var(--surface-1)',
    color: 'var(--text)',
    boxShadow: 'var(--shadow)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'var(--font-mono)', fontSize: 'var(--text-1)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px var(--space-2)' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-text)',
  },
  '.cm-completionDetail': { color: 'inherit', fontStyle: 'normal', fontFamily: 'var(--font-ui)' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '600' },
  '.cm-completionInfo': { padding: 'var(--space-2)', maxWidth: '320px', fontFamily: 'var(--font-ui)' },
  '.cm-completionInfo pre': { margin: 0, fontFamily: 'var(--font-mono)', whiteSpace: 'pre-wrap' },
  '.cm-diagnostic': { padding: 'var(--space-1) var(--space-2)', fontFamily: 'var(--font-ui)' },
  '.cm-diagnostic-error': { borderLeft: '3px solid var(--danger)' },
  '.cm-diagnostic-info': { borderLeft: '3px solid var(--accent)' },
  '.cm-lintRange-error': { backgroundImage: 'none', borderBottom: '2px dotted var(--danger)' },
  '.cm-lintRange-info': { backgroundImage: 'none', borderBottom: '2px dotted var(--border-strong)' },
});
