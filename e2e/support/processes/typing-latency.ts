import type { CDPSession, Page } from '@playwright/test';
import { expect } from '../../fixtures.ts';

/** Measures the time from a key to the frame that shows it in the editor. */
export interface TypingLatency {
  /**
   * Types a text and measures each key. The editor must have the focus.
   * @param begin called at the first key: other requests to the app would wait until the typing ends
   * @returns milliseconds, in order
   */
  type(text: string, begin?: () => void): Promise<number[]>;
}

/** Milliseconds between two keys: faster than anyone types, and not a multiple of the time between two frames. */
const pace = 31;

/**
 * Keys are sent at fixed times, whether the earlier ones were handled or not, like those of a person: a blocked
 * process delays every key during that time. Measured by one clock from the sending, as a key that waits in the main
 * process has no timestamp yet.
 */
export async function typingLatencyOf(page: Page): Promise<TypingLatency> {
  const keyboard = await page.context().newCDPSession(page);
  await page.evaluate(() => {
    const paints: number[] = [];
    Object.assign(window, { paints });
    const { port1, port2 } = new MessageChannel();
    // A message sent within a frame arrives when the frame is done.
    port1.onmessage = () => paints.push(performance.timeOrigin + performance.now());
    document.addEventListener(
      'keydown',
      ({ key, ctrlKey, metaKey }) => {
        if (key.length === 1 && !ctrlKey && !metaKey) requestAnimationFrame(() => port2.postMessage(null));
      },
      { capture: true },
    );
  });
  const paintsOf = () => page.evaluate(() => (window as unknown as { paints: number[] }).paints);
  return {
    async type(text, begin) {
      const before = (await paintsOf()).length;
      begin?.();
      const start = performance.now();
      const sent: number[] = [];
      const keys: Promise<unknown>[] = [];
      for (const [index, letter] of [...text].entries()) {
        const rest = start + index * pace - performance.now();
        if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
        sent.push(performance.timeOrigin + performance.now());
        keys.push(press(keyboard, letter));
      }
      await Promise.all(keys);
      await expect.poll(async () => (await paintsOf()).length).toBe(before + sent.length);
      const paints = (await paintsOf()).slice(before);
      return sent.map((at, index) => (paints[index] ?? Number.NaN) - at);
    },
  };
}

function press(keyboard: CDPSession, letter: string): Promise<unknown> {
  const key = { key: letter, windowsVirtualKeyCode: letter.toUpperCase().charCodeAt(0) };
  return Promise.all([
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyDown', text: letter, ...key }),
    keyboard.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
  ]);
}

/** @param share 0.95 for the value that 95 of 100 do not exceed */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
}
