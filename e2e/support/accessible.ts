import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** Axe finds nothing serious. @param part selects what to look at */
export async function expectAccessible(page: Page, part: string): Promise<void> {
  // What fades in has a weaker contrast on its way.
  await page.evaluate(
    (selector) =>
      Promise.all(
        [...document.querySelectorAll(selector)].flatMap((element) =>
          element.getAnimations().map(({ finished }) => finished.catch(() => null)),
        ),
      ),
    part,
  );
  const { violations, passes } = await new AxeBuilder({ page }).setLegacyMode().include(part).analyze();
  const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
  expect(serious.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ failureSummary }) => failureSummary) }))).toEqual(
    [],
  );
  expect(passes.map(({ id }) => id)).toContain('color-contrast');
}
