import type { ElectronApplication, Locator, Page } from '@playwright/test';
import { holdsMostly } from '../../../src/shared/testing/holds-mostly.ts';
import { lengthOf } from '../../../src/shared/testing/soak.ts';
import { expect, test } from '../../fixtures.ts';
import { besideBusyProgram } from './busy-program.ts';
import { loopDelayDuring } from './loop-delay.ts';
import { percentile, typingLatencyOf } from './typing-latency.ts';

/**
 * Milliseconds without a noticeable delay. The long form is strict; the short one shares the computer with other
 * tests.
 */
const longestDelay = lengthOf(300, 50);
const maxAddedLatency = lengthOf(100, 16);
/** Keys for the duration of an attack, or 100 of them. */
const line =
  'typed without a pause while an extension asks for more of the app than there is, and is told to wait'.slice(
    0,
    lengthOf(20, 100),
  );

/**
 * Begins something while a person types. Neither main's loop nor a key may wait for it, in most of the measurements.
 * @param begin resolves when it is over
 */
export type Endure = (what: string, begin: () => Promise<unknown>, after?: () => Promise<unknown>) => Promise<void>;

/** @param editor has the text that is typed in */
export async function enduranceOf(app: ElectronApplication, page: Page, editor: Locator): Promise<Endure> {
  const latency = await typingLatencyOf(page);
  async function typeLine(start?: () => void): Promise<number> {
    await editor.focus();
    const delays = await latency.type(line, start);
    await page.keyboard.press('Enter');
    return percentile(delays, 0.95);
  }
  /** Measures a line of keys, and main's loop meanwhile. */
  async function measure(start?: () => void) {
    let key = Number.NaN;
    const delay = await loopDelayDuring(app, async () => {
      key = await typeLine(start);
    });
    return { ...delay, key };
  }
  await measure();

  return async (what, begin, after = async () => {}) => {
    const seen: string[] = [];
    const isHeld = await holdsMostly(async () => {
      // It occupies a core, as any program may, which alone affects computers with few cores.
      const before = await besideBusyProgram(measure);
      let ended: Promise<unknown> = Promise.resolve();
      const during = await measure(() => {
        ended = begin();
      });
      await ended;
      await after();
      seen.push(JSON.stringify({ idle: before, during }));
      // On a busy machine main's loop and keys are late in any case.
      const isLoopFree = during.p99 < Math.max(longestDelay, 1.5 * before.p99);
      return isLoopFree && during.key < before.key + Math.max(maxAddedLatency, before.p99);
    });
    test.info().annotations.push({ type: what, description: seen.join(' ') });
    expect(isHeld, `${what}: ${seen.join('\n')}`).toBe(true);
  };
}
