import type { Page } from '@playwright/test';
import { eventPortMessage, type MainEvent } from '../../../src/shared/contract/renderer-api.ts';

/**
 * Tells the window what main would tell it, by a port of the test's own: for states of the panel that hardly hold still.
 * What main itself tells is not heard any more.
 * @returns tells events, in their order
 */
export async function takeOverEvents(page: Page): Promise<(events: readonly MainEvent[]) => Promise<void>> {
  await page.evaluate((message) => {
    const { port1, port2 } = new MessageChannel();
    Object.assign(window, { tellEvents: (events: unknown) => port1.postMessage(events) });
    window.postMessage(message, '*', [port2]);
  }, eventPortMessage);
  return (events) =>
    page.evaluate(async (told) => {
      (window as unknown as { tellEvents(events: unknown): void }).tellEvents(told);
      // A frame, in which it is drawn, and what that begins.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, events);
}
