import { unifiedMergeView } from '@codemirror/merge';
import { type Extension, Prec, type Text } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { diffLimits } from './diff-limits.ts';
import { goToNext, goToPrevious, wholeChunks } from './go-to-chunk.ts';
import { mergeTheme } from './merge-theme.ts';
import { reportChunkPlace } from './reported-chunk.ts';

/** A decision on one change. */
export interface ChunkDecision {
  /** On its button. */
  readonly label: string;
  /** Name of the button. */
  readonly name: string;
  /** @param place within the change */
  run(view: EditorView, place: number): unknown;
}

export interface ChunkDecisions {
  /** The text stays as it is. Absent: there is nothing to decide. */
  readonly accept?: ChunkDecision;
  /** The text gets what the original has there. */
  readonly reject: ChunkDecision;
}

/** Marks the changes of a text since `original`, with buttons and keys that decide each. */
export const mergeExtension = (original: string | Text, decisions: ChunkDecisions): Extension => [
  unifiedMergeView({
    original,
    mergeControls: (type) => button(type, decisions[type]),
    diffConfig: diffLimits,
  }),
  mergeTheme,
  wholeChunks,
  reportChunkPlace,
  Prec.high(
    keymap.of([
      { key: chunkKeys.next, run: goToNext },
      { key: chunkKeys.previous, run: goToPrevious },
      { key: chunkKeys.accept, run: (view) => decideAtCursor(view, decisions.accept) },
      { key: chunkKeys.reject, run: (view) => decideAtCursor(view, decisions.reject) },
    ]),
  ),
];

/** @returns true: the key has no other meaning here */
function decideAtCursor(view: EditorView, decision: ChunkDecision | undefined): boolean {
  void decision?.run(view, view.state.selection.main.head);
  return true;
}

function button(type: keyof ChunkDecisions, decision: ChunkDecision | undefined): HTMLElement {
  if (!decision) return document.createElement('span');
  const { label, name, run } = decision;
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'cm-chunkButton';
  element.name = type;
  element.textContent = label;
  element.setAttribute('aria-label', name);
  // The text keeps its cursor and the focus.
  element.addEventListener('mousedown', (event) => event.preventDefault());
  element.addEventListener('click', () => {
    const editor = element.closest<HTMLElement>('.cm-editor');
    const view = editor && EditorView.findFromDOM(editor);
    const chunk = element.closest('.cm-deletedChunk');
    if (!view || !chunk) return;
    const place = view.posAtDOM(chunk);
    // The button is removed with its change, and would lose the focus.
    if (document.activeElement === element) {
      view.dispatch({ selection: { anchor: place } });
      view.focus();
    }
    void run(view, place);
  });
  return element;
}

/** CodeMirror key names; active in a text with marked changes. */
const chunkKeys = {
  next: 'F7',
  previous: 'Shift-F7',
  accept: 'Mod-F7',
  reject: 'Mod-Shift-F7',
} as const;
