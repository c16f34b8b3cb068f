import { expect, type Locator, type Page } from '@playwright/test';

/** Page object for the agent panel, by roles and names. */
export interface Panel {
  readonly root: Locator;
  readonly composer: Locator;
  readonly send: Locator;
  readonly stop: Locator;
  /** The button that names the model or the agent server, and opens the picker. */
  readonly model: Locator;
  /** The prompts with their answers, oldest first. */
  readonly turns: Locator;
  readonly lastTurn: Locator;
  /** The failure at the end of the last answer. */
  readonly failure: Locator;
  readonly retry: Locator;
  /** A paragraph of the last answer with this beginning. The prompt may contain the same text, as a script does. */
  said(beginning: string): Locator;
  /** The composer's text, with mentions as Markdown. */
  draft(): Promise<string>;
  expectDraft(text: string): Promise<void>;
  /**
   * Waits for the commands of extensions, which are found after the first paint. Empties the composer.
   * @param name of the one to wait for, such as "/look": each script brings its own when it is loaded
   */
  commandsAreThere(name?: string): Promise<void>;
  /** Creates a thread by its button, and waits for it: earlier typing would go into the previous one. */
  newThread(): Promise<void>;
  /** Sends a prompt with Enter, once a model is chosen. */
  ask(prompt: string): Promise<void>;
  /** Resolves when the last answer is complete, stopped or failed. */
  ended(): Promise<void>;
  /** Opens the picker, searches, and takes the first model that is found. */
  choose(search: string): Promise<void>;
}

/** Text of a prompt that is drawn in any case: of a long one only the part near the view is. */
export const drawnOf = (prompt: string, short = prompt): string => (prompt.length < 3000 ? short : 'You asked');

export function panelOf(page: Page): Panel {
  const root = page.getByRole('complementary', { name: 'Agent' });
  const composer = root.getByRole('textbox', { name: 'Message' });
  const send = root.getByRole('button', { name: 'Send', exact: true });
  const stop = root.getByRole('button', { name: 'Stop', exact: true });
  // An agent may have an option of that name, which opens a menu.
  const opensPicker = root.locator('[aria-haspopup="dialog"]');
  const model = root.getByRole('button', { name: /^(Model|Agent): / }).and(opensPicker);
  const turns = root.getByRole('article');
  const lastTurn = turns.last();
  const draft = () => composer.evaluate(textOf);
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
    said: (beginning) => lastTurn.getByRole('paragraph').filter({ hasText: new RegExp(`^${beginning}`) }),
    draft,
    expectDraft: (text) => expect.poll(draft).toBe(text),
    async commandsAreThere(name = '/') {
      // The list stays closed for a text that was sent, until another one is typed: the text may come back with a failure.
      await composer.fill('/');
      await composer.fill(name);
      const commands = root.getByRole('listbox', { name: 'Commands' }).getByRole('option', { name });
      await expect(commands.filter({ hasNotText: 'Outrigger' }).first()).toBeVisible();
      await composer.fill('');
    },
    async newThread() {
      await root.getByRole('button', { name: 'New thread', exact: true }).click();
      await expect(turns).toHaveCount(0);
    },
    async ask(prompt) {
      await expect(model).not.toHaveAccessibleName(/Choos/);
      await composer.fill(prompt);
      await composer.press('Enter');
      // The same prompt may have been sent before.
      await expect.poll(draft).toBe('');
      await expect(lastTurn).toContainText(drawnOf(prompt));
    },
    async ended() {
      await expect(send).toBeVisible({ timeout: 60_000 });
      await expect(root.getByText('Sending…')).toHaveCount(0);
    },
    async choose(search) {
      await model.click();
      const field = root.getByRole('combobox', { name: 'Search models' });
      await field.fill(search);
      // Providers may still be loading.
      await expect(root.getByRole('option', { selected: true })).toBeVisible();
      await field.press('Enter');
    },
  };
}

/** The lines as the editor draws them, without its own additions. */
function textOf(content: Element): string {
  const copy = content.cloneNode(true) as Element;
  for (const added of copy.querySelectorAll('.cm-placeholder, .cm-widgetBuffer')) added.remove();
  for (const chip of copy.querySelectorAll<HTMLElement>('[data-mention]')) chip.replaceWith(chip.dataset.mention ?? '');
  return [...copy.querySelectorAll('.cm-line')].map(({ textContent }) => textContent).join('\n');
}
