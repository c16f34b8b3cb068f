import type { Extension } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { indentationMarkers } from '@replit/codemirror-indentation-markers';

const colors = {
  light: 'var(--border)',
  dark: 'var(--border)',
  activeLight: 'var(--border-strong)',
  activeDark: 'var(--border-strong)',
};

/** Where the text of a line begins. */
const look = EditorView.theme({ '.cm-indent-markers::before': { left: 'calc(var(--editor-line-start) - 0.5ch)' } });

/** Vertical lines at each step of indentation, the one of the block with the cursor stronger. */
export const indentGuides: Extension = [
  indentationMarkers({ colors, thickness: 1, hideFirstIndent: false, markerType: 'codeOnly' }),
  look,
];
