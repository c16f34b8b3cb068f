import type { MessageWindow } from '../message-window.ts';
import { matchRanges } from './match-ranges.ts';
import type { FoundMatch } from './search-thread.ts';

/** Frames in which what was opened is drawn. */
const maxFrames = 30;

const byScope = (id: string): string => `[data-piece="${CSS.escape(id)}"], [data-find="${CSS.escape(id)}"]`;
export const scopeIn = (within: Element, id: string): Element | null => within.querySelector(byScope(id));

/**
 * Draws and opens what a match is in, and brings it into view.
 * @param isWanted whether it is still the one to be shown
 */
export async function showMatch(
  { scope, index }: FoundMatch,
  query: string,
  scroller: HTMLElement,
  window: MessageWindow,
  isWanted: () => boolean,
): Promise<void> {
  // Nothing is drawn within React's own work.
  await Promise.resolve();
  let isNear = false;
  for (let frame = 0; frame < maxFrames && isWanted(); frame++) {
    const message = scopeIn(scroller, scope.message);
    if (!message) {
      // It has its place soon.
      await nextFrame();
      continue;
    }
    window.draw(scope.message);
    openFolds(message, scope.folds);
    window.draw(scope.id);
    const element = scopeIn(scroller, scope.id);
    const range = element && matchRanges(element, query)[index];
    const found = range ? rectOf(range) : element?.getBoundingClientRect();
    const isThere = range !== undefined && found !== undefined;
    // A range in what is folded has no place yet.
    const place = found && (found.height > 0 || found.top !== 0) ? found : message.getBoundingClientRect();
    if (isThere || !isNear) bring(place, scroller);
    // What is drawn around it may still move it: twice at the same place, it stands.
    if (isThere && isNear) return;
    isNear = isThere || frame > 0;
    await nextFrame();
  }
}

const nextFrame = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));

function openFolds(message: Element, folds: readonly string[]): void {
  for (const id of folds) {
    const fold = message.querySelector(`[data-fold="${CSS.escape(id)}"]`);
    const details = fold instanceof HTMLDetailsElement ? fold : fold?.querySelector('details');
    // By a click: some of them are React's to open.
    if (details && !details.open) details.querySelector('summary')?.click();
  }
}

function rectOf({ startContainer, startOffset, endContainer, endOffset }: StaticRange): DOMRect {
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range.getBoundingClientRect();
}

/** Into the upper half of the view, unless it is well within it. */
function bring({ top, bottom }: DOMRect, scroller: HTMLElement): void {
  const view = scroller.getBoundingClientRect();
  const margin = 24;
  if (top >= view.top + margin && bottom <= view.bottom - margin) return;
  scroller.dispatchEvent(new Event('thread-shown'));
  scroller.scrollTop += top - view.top - view.height / 3;
}
