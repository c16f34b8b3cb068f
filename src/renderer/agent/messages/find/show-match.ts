import type { MessageWindow } from '../message-window.ts';
import { matchRanges } from './match-ranges.ts';
import type { FoundMatch } from './search-thread.ts';

/** Frames to wait at most for opened content to be rendered. */
const maxFrames = 30;

const byScope = (id: string): string => `[data-piece="${CSS.escape(id)}"], [data-find="${CSS.escape(id)}"]`;
export const scopeIn = (within: Element, id: string): Element | null => within.querySelector(byScope(id));

/**
 * Renders and opens the content around a match, and scrolls to it.
 * @param isWanted whether this match is still the one to show
 */
export async function showMatch(
  { scope, index }: FoundMatch,
  query: string,
  scroller: HTMLElement,
  window: MessageWindow,
  isWanted: () => boolean,
): Promise<void> {
  // Later, as nothing can be rendered synchronously while React is working.
  await Promise.resolve();
  let isNear = false;
  for (let frame = 0; frame < maxFrames && isWanted(); frame++) {
    const message = scopeIn(scroller, scope.message);
    if (!message) {
      // Its place is known in a later frame.
      await nextFrame();
      continue;
    }
    window.draw(scope.message);
    openFolds(message, scope.folds, window);
    window.draw(scope.id);
    const element = scopeIn(scroller, scope.id);
    const range = element && matchRanges(element, query)[index];
    const found = range ? rectOf(range) : element?.getBoundingClientRect();
    const isThere = range !== undefined && found !== undefined;
    // A range within folded content has no place yet.
    const place = found && (found.height > 0 || found.top !== 0) ? found : message.getBoundingClientRect();
    if (isThere || !isNear) bring(place, scroller);
    // Rendering around it may still move it: it is settled when it is at the same place twice.
    if (isThere && isNear) return;
    isNear = isThere || frame > 0;
    await nextFrame();
  }
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

function openFolds(message: Element, folds: readonly string[], window: MessageWindow): void {
  for (const id of folds) {
    window.draw(id);
    const fold = message.querySelector(`[data-fold~="${CSS.escape(id)}"]`);
    const details = fold instanceof HTMLDetailsElement ? fold : fold?.querySelector('details');
    // By a click, as the state of some of them belongs to React.
    if (details && !details.open) details.querySelector('summary')?.click();
  }
}

function rectOf({ startContainer, startOffset, endContainer, endOffset }: StaticRange): DOMRect {
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range.getBoundingClientRect();
}

/** Scrolls it into the upper half of the view, unless it is well within it. */
function bring({ top, bottom }: DOMRect, scroller: HTMLElement): void {
  const view = scroller.getBoundingClientRect();
  const margin = 24;
  if (top >= view.top + margin && bottom <= view.bottom - margin) return;
  scroller.dispatchEvent(new Event('thread-shown'));
  scroller.scrollTop += top - view.top - view.height / 3;
}
