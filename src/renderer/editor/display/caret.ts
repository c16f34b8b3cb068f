import type { Extension } from '@codemirror/state';
import { drawSelection, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';

const blinkMs = 600;
/** Blinking ends about ten seconds after the last input, as on GTK: an idle window then wakes no processor. */
const maxBlinks = 16;

/** Blinks the carets. CodeMirror animates them in CSS, for which Chromium draws every frame: 5 % of a core, measured. */
class CaretBlink {
  readonly #view: EditorView;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(view: EditorView) {
    this.#view = view;
    this.#restart();
  }

  update({ docChanged, selectionSet, focusChanged }: ViewUpdate): void {
    if (docChanged || selectionSet || focusChanged) this.#restart();
  }

  destroy(): void {
    clearInterval(this.#timer);
  }

  #restart(): void {
    clearInterval(this.#timer);
    this.#show(true);
    if (!this.#view.hasFocus) return;
    let blinks = 0;
    this.#timer = setInterval(() => {
      blinks += 1;
      this.#show(blinks % 2 === 0);
      if (blinks === maxBlinks) clearInterval(this.#timer);
    }, blinkMs);
  }

  #show(isShown: boolean): void {
    const layer = this.#view.scrollDOM.querySelector<HTMLElement>('.cm-cursorLayer');
    if (layer) layer.style.visibility = isShown ? '' : 'hidden';
  }
}

/** The hidden native caret would blink too, at two frames a second; Chromium can turn that off since version 140. */
const unseenCaret = EditorView.theme({ '.cm-content': { caretAnimation: 'manual' } });

/** Selections and carets drawn by the editor, since there may be several. */
export const drawnSelection: Extension = [
  drawSelection({ cursorBlinkRate: 0 }),
  ViewPlugin.fromClass(CaretBlink),
  unseenCaret,
];
