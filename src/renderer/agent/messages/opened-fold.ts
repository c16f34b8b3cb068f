/** What shows more when it is pressed: a line that folds, or one that is told as such. */
const folds = 'summary, [aria-expanded]';

/** Milliseconds in which what a person opened may still be drawn. */
const drawnWithin = 500;

export interface PressedFold {
  readonly fold: Element;
  readonly at: number;
}

/** @param at milliseconds, as `performance.now()` gives them */
export function pressedFold(target: EventTarget | null, at: number): PressedFold | null {
  const fold = target instanceof Element ? target.closest(folds) : null;
  return fold && { fold, at };
}

/** Whether more is shown since a person pressed the fold, who then reads there: what was pressed stays where it is. */
export function isOpened(pressed: PressedFold | null, now: number): boolean {
  if (!pressed || now - pressed.at > drawnWithin) return false;
  const { fold } = pressed;
  return fold.tagName === 'SUMMARY'
    ? fold.parentElement?.hasAttribute('open') === true
    : fold.getAttribute('aria-expanded') === 'true';
}
