import type { Page } from '@playwright/test';
import { eventPortMessage, type MainEvent } from '../../../src/shared/contract/renderer-api.ts';

/**
 * Sends the window events in place of main, by a port of the test: for states of the panel that do not last. Events of
 * main do not arrive any more.
 * @returns sends events, in order
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
      // Two frames: one in which it is drawn, and one for effects of that.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    }, events);
}
