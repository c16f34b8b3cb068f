import type { Page } from '@playwright/test';

/** A frame and the newest word in it: words are the times at which they were said, so one clock serves for both. */
export interface Frame {
  /** When the frame was done, in ms since 1970. */
  readonly at: number;
  /** The newest word in it. */
  readonly newest: number;
}

/** Follows what an element shows, frame by frame, reading only what changed. */
export async function followFrames(page: Page, selector: string, pattern: string): Promise<void> {
  await page.evaluate(
    ([within, words]) => {
      const state = { frames: [] as { at: number; newest: number }[], newest: 0, shown: 0 };
      Object.assign(window, { seen: state });
      const word = new RegExp(words, 'g');
      const look = (text: string) => {
        const last = Number(text.slice(-400).match(word)?.at(-1) ?? 0);
        if (last > state.newest) state.newest = last;
      };
      const root = document.querySelector(within);
      if (!root) throw new Error(`nothing is ${within}`);
      new MutationObserver((records) => {
        for (const { target, addedNodes } of records) {
          if (target.nodeType === Node.TEXT_NODE) look(target.nodeValue ?? '');
          for (const node of addedNodes) look(node.textContent ?? '');
        }
      }).observe(root, { subtree: true, childList: true, characterData: true });
      const { port1, port2 } = new MessageChannel();
      // A message that is sent within a frame arrives when the frame is done.
      port1.onmessage = () => {
        if (state.newest === state.shown) return;
        state.shown = state.newest;
        state.frames.push({ at: performance.timeOrigin + performance.now(), newest: state.newest });
      };
      const frame = () => {
        port2.postMessage(null);
        requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
    },
    [selector, pattern] as const,
  );
}

/** @returns the frames so far, and forgets them */
export const takeFrames = (page: Page): Promise<Frame[]> =>
  page.evaluate(() => {
    const { seen } = window as unknown as { seen: { frames: Frame[] } };
    return seen.frames.splice(0);
  });

/** Resolves when a word at least as new as this was shown. */
export const shown = (page: Page, newest: number): Promise<unknown> =>
  page.waitForFunction((wanted) => {
    const { seen } = window as unknown as { seen: { shown: number } };
    return seen.shown >= wanted;
  }, newest);

/** Time from saying a word to its frame, for each. */
export function latencies(said: readonly number[], frames: readonly Frame[]): number[] {
  let place = 0;
  return said.map((at) => {
    while ((frames[place]?.newest ?? Number.POSITIVE_INFINITY) < at) place += 1;
    return (frames[place]?.at ?? Number.NaN) - at;
  });
}
