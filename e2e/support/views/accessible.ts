import { expect, type Page } from '@playwright/test';
import axe from 'axe-core';

/**
 * Checks that axe finds nothing serious.
 * @param part selector of the part to check
 * @param rules only these are applied
 */
export async function expectAccessible(page: Page, part: string, rules?: readonly string[]): Promise<void> {
  await fadedIn(page, part);
  // The script is large: it is loaded once per page.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const unjudged: string[] = [];
  const judgesContrast = async () => {
    const { violations, passes, incomplete } = await page.evaluate(
      ([selectors, only]) => {
        const { axe } = window as unknown as { axe: typeof import('axe-core') };
        const { include, exclude } = selectors;
        // For passed rules one element is enough.
        return axe.run(
          { include: [include], exclude: exclude.map((one) => [one]) },
          { resultTypes: ['violations', 'incomplete'], preload: false, ...(only && { runOnly: only }) },
        );
      },
      [{ include: part, exclude: unjudged }, rules ? [...rules] : null] as const,
    );
    const serious = violations
      .filter(({ impact }) => impact === 'serious' || impact === 'critical')
      .map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary}`) }));
    expect(serious).toEqual([]);
    // Axe gives up a whole rule at a text that crosses the edge of the window: run again without that text.
    const stuck = incomplete.flatMap(({ nodes }) => nodes).filter(({ none }) => none.some(isError));
    unjudged.push(...stuck.map(({ target }) => String(target[0])));
    return passes.some(({ id }) => id.startsWith('color-contrast'));
  };
  await expect.poll(judgesContrast, { message: 'the contrast of some text passes', timeout: 60_000 }).toBe(true);
}

const isError = ({ id }: { readonly id: string }): boolean => id === 'error-occurred';

/** Rules by theme: the structure of a part is the same in both themes, its colours are not. */
export const rulesOfTheme = { light: undefined, dark: ['color-contrast', 'link-in-text-block'] } as const;

/** Emulates each system theme in turn, which the app follows by default. */
export async function inEachTheme(page: Page, look: (theme: 'light' | 'dark') => Promise<void>): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    await expect(page.locator('html')).toHaveCSS('color-scheme', theme);
    await look(theme);
  }
}

/**
 * Waits for finite animations, which lower the contrast while they fade in; not for endless ones, such as the cursor.
 */
export async function fadedIn(page: Page, part = ':root'): Promise<void> {
  await page.evaluate((selector) => {
    const animations = [...document.querySelectorAll(selector)].flatMap((one) => one.getAnimations({ subtree: true }));
    const ending = animations.filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    return Promise.all(ending.map(({ finished }) => finished.catch(() => null)));
  }, part);
}
