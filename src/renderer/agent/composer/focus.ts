/** Where a prompt is written, for the parts of the window that give it the keyboard. */

let give: (() => void) | null = null;
/** It was asked for before it was there, as at the start of the app. */
let isAwaited = false;

/** @param focus gives it the keyboard, the cursor where it was; null: it is gone */
export const setComposerFocus = (focus: (() => void) | null): void => {
  give = focus;
  if (!give || !isAwaited) return;
  isAwaited = false;
  give();
};

/** null until the panel is there. */
export const composerElement = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('#agent-panel [data-composer]');

/** At once, or as soon as it is there. */
export const focusComposer = (): void => {
  isAwaited = !give;
  give?.();
};

/** Nothing is written in it, so that the keyboard may go elsewhere. */
export const composerIsEmpty = (): boolean => composerElement()?.dataset.composer === 'empty';
