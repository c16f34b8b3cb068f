import { expect, type Locator, type Page } from '@playwright/test';
import { panelOf } from './panel.ts';

/** Page object for the list of threads, by roles and names. */
export interface Threads {
  /** The button in the header of the panel. */
  readonly button: Locator;
  readonly root: Locator;
  readonly search: Locator;
  readonly rows: Locator;
  /** The title of the shown thread. */
  readonly title: Locator;
  /** Checks the rows in order, by their beginnings. */
  expectRows(beginnings: readonly string[]): Promise<void>;
  row(title: string): Locator;
  /** Opens the list by its key; the search field gets the focus. */
  open(): Promise<void>;
  /** Opens a thread from the list. */
  show(title: string): Promise<void>;
  /** Chooses an action from the menu of a row. */
  act(title: string, action: string): Promise<void>;
}

export function threadsOf(page: Page): Threads {
  const panel = panelOf(page);
  const root = panel.root.getByRole('dialog', { name: 'Threads', exact: true });
  const search = root.getByRole('textbox', { name: 'Search threads' });
  const rows = root.getByRole('listitem');
  const title = panel.root.getByRole('heading', { level: 2 });
  const row = (name: string) => rows.filter({ hasText: name });
  const open = async () => {
    await page.keyboard.press('ControlOrMeta+Shift+H');
    await expect(search).toBeFocused();
  };
  return {
    button: panel.root.getByRole('button', { name: /^Threads/ }),
    root,
    search,
    rows,
    title,
    row,
    open,
    expectRows: (beginnings) => expect(rows).toHaveText(beginnings.map((beginning) => new RegExp(`^${beginning}`))),
    async show(name) {
      if (!(await root.isVisible())) await open();
      await row(name).getByRole('button').first().click();
      await expect(root).toBeHidden();
      await expect(title).toHaveText(name);
    },
    async act(name, action) {
      if (!(await root.isVisible())) await open();
      await row(name).hover();
      await row(name)
        .getByRole('button', { name: /^Actions/ })
        .click();
      await root.getByRole('menuitem', { name: action }).click();
    },
  };
}
