import { existsSync } from 'node:fs';
import { type ElectronApplication, expect, type Locator, type Page } from '@playwright/test';

/** Page object for the Extensions view, by roles and names. */
export interface ExtensionsView {
  readonly root: Locator;
  /** Result of the last action. */
  readonly outcome: Locator;
  /** The question before an installation. */
  readonly consent: Locator;
  open(): Promise<void>;
  close(): Promise<void>;
  show(tab: 'Installed' | 'Running'): Promise<void>;
  /** The entry of an extension. */
  item(name: string): Locator;
  /** The row of a running extension. */
  row(name: string): Locator;
  button(name: string): Locator;
}

export function extensionsViewOf(page: Page): ExtensionsView {
  const root = page.getByRole('dialog', { name: 'Extensions', exact: true });
  return {
    root,
    outcome: root.getByRole('status').last(),
    consent: page.getByRole('alertdialog'),
    async open() {
      await page.keyboard.press('ControlOrMeta+Shift+X');
      await expect(root.getByRole('tab', { name: 'Installed' })).toBeFocused();
    },
    async close() {
      await page.keyboard.press('Escape');
      await expect(root).toBeHidden();
    },
    async show(tab) {
      await root.getByRole('tab', { name: tab }).click();
      await expect(root.getByRole('tab', { name: tab, selected: true })).toBeVisible();
    },
    item: (name) => root.getByRole('list', { name: 'Extensions' }).getByRole('listitem', { name, exact: true }),
    row: (name) => root.getByRole('row', { name, exact: true }),
    button: (name) => root.getByRole('button', { name, exact: true }),
  };
}

/** Replaces the system's dialog, which cannot be driven, in main. */
export function answerDialog(app: ElectronApplication, path: string): Promise<void> {
  expect(existsSync(path)).toBe(true);
  return app.evaluate(({ dialog }, filePath) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [filePath] });
  }, path);
}

/** Runs a command from the palette by its title. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await expect(page.getByRole('combobox')).toBeFocused();
  const option = page.getByRole('option', { name: title });
  // At once: the palette is drawn anew for each key, and how it is typed into is shown elsewhere.
  await page.keyboard.insertText(title);
  await expect(option.first()).toBeVisible();
  await page.keyboard.press('Enter');
  await paletteIsGone(page);
}

/** Whether the palette offers a command. */
export async function offersCommand(page: Page, title: string): Promise<boolean> {
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.insertText(title);
  await expect(page.getByRole('combobox')).toHaveValue(`>${title}`);
  const count = await page.getByRole('option', { name: title }).count();
  await page.keyboard.press('Escape');
  await paletteIsGone(page);
  return count > 0;
}

/** While the palette is closing it is hidden, but cannot be opened again. */
const paletteIsGone = (page: Page): Promise<void> => expect(page.locator('#picker-choices')).toHaveCount(0);
