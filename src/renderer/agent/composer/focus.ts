/** Access to the composer for other parts of the window that focus it. */

let give: (() => void) | null = null;
/** The focus was requested before the composer was mounted, as at the start of the app. */
let isAwaited = false;

/** @param focus focuses the composer, with the cursor where it was; null: unmounted */
export const setComposerFocus = (focus: (() => void) | null): void => {
  give = focus;
  if (!give || !isAwaited) return;
  isAwaited = false;
  give();
};

/** null until the panel is mounted. */
export const composerElement = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('#agent-panel [data-composer]');

/** At once, or as soon as the composer is mounted. */
export const focusComposer = (): void => {
  isAwaited = !give;
  give?.();
};

/** Whether the composer is empty, so that the focus may go elsewhere. */
export const composerIsEmpty = (): boolean => composerElement()?.dataset.composer === 'empty';
