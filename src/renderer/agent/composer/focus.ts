/** Where a prompt is written, for the parts of the window that give it the keyboard. */

let give: (() => void) | null = null;

/** @param focus gives it the keyboard, the cursor where it was; null: it is gone */
export const setComposerFocus = (focus: (() => void) | null): void => {
  give = focus;
};

/** null until the panel is there. */
export const composerElement = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('#agent-panel [data-composer]');

export const focusComposer = (): void => give?.();

/** Nothing is written in it, so that the keyboard may go elsewhere. */
export const composerIsEmpty = (): boolean => composerElement()?.dataset.composer === 'empty';
