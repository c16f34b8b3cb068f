/** Access to the composer for other parts of the window that focus it. */

let give: (() => void) | null = null;
/** What to do once the composer has the focus that was requested before it was mounted, as at the start of the app. */
let awaited: (() => void) | null = null;

/** @param focus focuses the composer, with the cursor where it was; null: unmounted */
export const setComposerFocus = (focus: (() => void) | null): void => {
  give = focus;
  if (!give || !awaited) return;
  const then = awaited;
  awaited = null;
  give();
  then();
};

/** null until the panel is mounted. */
export const composerElement = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('#agent-panel [data-composer]');

const nothing = (): void => {};

/** At once, or as soon as the composer is mounted. @param then is called when it has the focus */
export const focusComposer = (then?: () => void): void => {
  if (!give) {
    awaited = then ?? awaited ?? nothing;
    return;
  }
  give();
  then?.();
};

/** Whether the composer is empty, so that the focus may go elsewhere. */
export const composerIsEmpty = (): boolean => composerElement()?.dataset.composer === 'empty';
