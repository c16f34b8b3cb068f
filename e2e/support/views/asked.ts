import { expect, type Locator, type Page } from '@playwright/test';
import { type Step, scriptOf } from '../hosts/script.ts';
import { drawnOf, panelOf } from './panel.ts';

/** Page object for questions of tools. */
export interface Asked {
  /** Finds a question by its text. */
  question(words: string | RegExp): Locator;
  allow(words: string | RegExp): Promise<void>;
  deny(words: string | RegExp): Promise<void>;
  /** Opens "More" of a question. */
  more(words: string | RegExp): Promise<Locator>;
  /** Makes the sample model run steps of calls. */
  play(title: string, ...steps: readonly Step[]): Promise<void>;
}

export function askedOf(page: Page): Asked {
  const { lastTurn, composer, model, draft } = panelOf(page);
  const question = (words: string | RegExp) => lastTurn.getByRole('group', { name: words });
  // A press right after the question has changed is ignored, and what is above it may move it away: then it is repeated.
  const press = async (words: string | RegExp, name: string) => {
    const button = question(words).getByRole('button', { name, exact: true });
    const isOpen = button.and(page.locator('[aria-disabled="false"]'));
    await isOpen.waitFor();
    await expect(async () => {
      // On a busy machine it may have counted by now, and there is no such question any more.
      if ((await isOpen.count()) > 0) await isOpen.click({ timeout: 1000 });
      // Shorter than the next question, perhaps of the same words, is held.
      await expect(isOpen).toHaveCount(0, { timeout: 400 });
    }).toPass();
  };
  return {
    question,
    allow: (words) => press(words, 'Allow once'),
    deny: (words) => press(words, 'Don’t allow'),
    async more(words) {
      const rules = question(words).getByRole('group', { name: 'Always or never' });
      await expect(async () => {
        if (!(await rules.isVisible()))
          await question(words).getByRole('button', { name: 'More', exact: true }).click();
        await expect(rules).toBeVisible({ timeout: 1000 });
      }).toPass();
      return rules;
    },
    async play(title, ...steps) {
      await expect(model).not.toHaveAccessibleName(/Choos/);
      const script = scriptOf(title, steps);
      await composer.fill(script);
      await composer.press('Enter');
      await expect.poll(draft).toBe('');
      await expect(lastTurn).toContainText(drawnOf(script, title));
    },
  };
}
