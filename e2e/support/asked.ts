import { expect, type Locator, type Page } from '@playwright/test';
import { panelOf } from './panel.ts';
import { type Round, scriptOf } from './script.ts';

/** The questions of tools as a person finds them. */
export interface Asked {
  /** By the words of the question. */
  question(words: string | RegExp): Locator;
  allow(words: string | RegExp): Promise<void>;
  deny(words: string | RegExp): Promise<void>;
  /** Opens "More" of a question. */
  more(words: string | RegExp): Promise<Locator>;
  /** Asks the sample model for rounds of calls. */
  play(title: string, ...rounds: readonly Round[]): Promise<void>;
}

export function askedOf(page: Page): Asked {
  const { lastTurn, composer, model } = panelOf(page);
  const question = (words: string | RegExp) => lastTurn.getByRole('group', { name: words });
  const press = (words: string | RegExp, name: string) =>
    question(words).getByRole('button', { name, exact: true }).click();
  return {
    question,
    allow: (words) => press(words, 'Allow once'),
    deny: (words) => press(words, 'Don’t allow'),
    async more(words) {
      await press(words, 'More');
      return question(words).getByRole('group', { name: 'Always or never' });
    },
    async play(title, ...rounds) {
      await expect(model).not.toHaveAccessibleName(/Choos/);
      await composer.fill(scriptOf(title, rounds));
      await composer.press('Enter');
      await expect(lastTurn).toContainText(title);
    },
  };
}
