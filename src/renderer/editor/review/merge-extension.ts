import { unifiedMergeView } from '@codemirror/merge';
import { type Extension, Prec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { acceptChunkAt, rejectChunkAt } from './decide-chunk.ts';
import { diffLimits } from './diff-limits.ts';
import { goToNext, goToPrevious, wholeChunks } from './go-to-chunk.ts';
import { mergeTheme } from './merge-theme.ts';
import type { ReviewedText } from './review-requests.ts';

/** Marks the changes since `before`, with buttons to accept and to reject each. */
export function mergeExtension(before: string, of: ReviewedText): Extension {
  return [
    unifiedMergeView({
      original: before,
      mergeControls: (type) => button(type, of),
      diffConfig: diffLimits,
    }),
    mergeTheme,
    wholeChunks,
    Prec.high(
      keymap.of([
        { key: reviewKeys.next, run: goToNext },
        { key: reviewKeys.previous, run: goToPrevious },
        { key: reviewKeys.accept, run: (view) => decideAtCursor(view, 'accept', of) },
        { key: reviewKeys.reject, run: (view) => decideAtCursor(view, 'reject', of) },
      ]),
    ),
  ];
}

const decisions = { accept: acceptChunkAt, reject: rejectChunkAt } as const;

/** @returns true: the key has no other meaning here */
function decideAtCursor(view: EditorView, type: 'accept' | 'reject', of: ReviewedText): boolean {
  void decisions[type](view, view.state.selection.main.head, of);
  return true;
}

function button(type: 'accept' | 'reject', of: ReviewedText): HTMLElement {
  const element = document.createElement('button');
  element.type = 'button';
  element.className = 'cm-chunkButton';
  element.name = type;
  element.textContent = type === 'accept' ? 'Accept' : 'Reject';
  element.setAttribute('aria-label', `${element.textContent} this change`);
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
    void decisions[type](view, place, of);
  });
  return element;
}

/** CodeMirror key names; active in a text with changes to review. */
const reviewKeys = {
  next: 'F7',
  previous: 'Shift-F7',
  accept: 'Mod-F7',
  reject: 'Mod-Shift-F7',
} as const;
