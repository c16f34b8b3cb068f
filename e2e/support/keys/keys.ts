import type { Page } from '@playwright/test';

interface Key {
  readonly key: string;
  readonly mod?: boolean;
  readonly shift?: boolean;
}

/** Presses keys in one task, before the window handles anything else, as on a busy machine. */
export const pressAtOnce = (page: Page, ...keys: readonly Key[]): Promise<void> =>
  page.evaluate((pressed) => {
    const isMac = navigator.platform.startsWith('Mac');
    for (const { key, mod = false, shift: shiftKey = false } of pressed) {
      const modifiers = { ctrlKey: mod && !isMac, metaKey: mod && isMac, shiftKey };
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, ...modifiers, bubbles: true, cancelable: true }),
      );
    }
  }, keys);
