import { expect, type Locator, type Page } from '@playwright/test';

/** The agent panel as a person finds it: by roles and names. */
export interface Panel {
  readonly root: Locator;
  readonly composer: Locator;
  readonly send: Locator;
  readonly stop: Locator;
  /** The button that names the model and opens the picker. */
  readonly model: Locator;
  /** Each prompt with its answers, oldest first. */
  readonly turns: Locator;
  readonly lastTurn: Locator;
  /** The failure at the end of the last answer. */
  readonly failure: Locator;
  readonly retry: Locator;
  /** Writes a prompt and sends it with Enter, when a model is chosen. */
  ask(prompt: string): Promise<void>;
  /** Resolves when the last answer is complete, stopped or failed. */
  ended(): Promise<void>;
  /** Opens the picker, searches and takes the first model that is found. */
  choose(search: string): Promise<void>;
}

export function panelOf(page: Page): Panel {
  const root = page.getByRole('complementary', { name: 'Agent' });
  const composer = root.getByRole('textbox', { name: 'Message' });
  const send = root.getByRole('button', { name: 'Send' });
  const stop = root.getByRole('button', { name: 'Stop' });
  const model = root.getByRole('button', { name: /^Model: / });
  const turns = root.getByRole('article');
  const lastTurn = turns.last();
  return {
    root,
    composer,
    send,
    stop,
    model,
    turns,
    lastTurn,
    failure: lastTurn.getByRole('alert'),
    retry: lastTurn.getByRole('button', { name: 'Retry' }),
    async ask(prompt) {
      await expect(model).not.toHaveAccessibleName(/Choos/);
      await composer.fill(prompt);
      await composer.press('Enter');
      await expect(lastTurn).toContainText(prompt);
    },
    async ended() {
      await expect(send).toBeVisible({ timeout: 20_000 });
      await expect(root.getByText('Sending…')).toHaveCount(0);
    },
    async choose(search) {
      await model.click();
      const field = root.getByRole('combobox', { name: 'Search models' });
      await field.fill(search);
      await field.press('Enter');
    },
  };
}
