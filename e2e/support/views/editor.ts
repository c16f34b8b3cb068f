import { expect, type Locator, type Page } from '@playwright/test';
import type {} from './page-api.ts';

/** Page object for the editor, its tabs and the file tree, by roles and names. */
export interface Editor {
  readonly tree: Locator;
  readonly tabs: Locator;
  /** The open question. */
  readonly question: Locator;
  /** A file or folder of the tree. */
  entry(name: string): Locator;
  /** The tab of a file without unsaved changes. */
  tab(name: string): Locator;
  /** The tab of a file that is marked as unsaved. */
  dirtyTab(name: string): Locator;
  /** The text of the active file. */
  text(name: string): Locator;
  /** Checks the position in the status bar, such as "Ln 3, Col 1". */
  expectCursor(place: string): Promise<void>;
  /** Opens a file from the tree and waits until its text has the focus. */
  open(name: string): Promise<void>;
  /** Types at the beginning of the text. */
  typeAtStart(words: string): Promise<void>;
  /** Saves by keyboard and waits until the tab shows no unsaved changes. */
  save(name: string): Promise<void>;
  /** Answers the open question. */
  answer(label: string): Promise<void>;
}

/**
 * Waits until typed text survives any end of the app: the app promises a second, so that no other time must be used.
 * The second is timed in the window, which delays it together with the sending of its data, and main has received all
 * of it.
 */
export const untilKept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await window.outrigger.app.boot();
  });

/** Opens a folder as by the system's dialog. */
export async function openFolder(page: Page, folder: string): Promise<void> {
  const opened = await page.evaluate((path) => window.outrigger.workspace.open(path), folder);
  if (!opened.ok) throw new Error(opened.failure.message);
}

export function editorOf(page: Page): Editor {
  const tree = page.getByRole('tree');
  const tabs = page.getByRole('tablist', { name: 'Open files' }).getByRole('tab');
  const question = page.getByRole('alertdialog');
  const entry = (name: string) => tree.getByRole('treeitem', { name, exact: true });
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const text = (name: string) => page.getByRole('textbox', { name: `Text of ${name}`, exact: true });
  return {
    tree,
    tabs,
    question,
    entry,
    tab,
    dirtyTab: (name) => tab(`${name}, unsaved`),
    text,
    expectCursor: (place) => expect(page.getByText(place, { exact: true })).toBeVisible(),
    async open(name) {
      // Twice, or the next one would take its tab.
      await entry(name).dblclick();
      await expect(text(name)).toBeFocused();
    },
    async typeAtStart(words) {
      await page.keyboard.press('ControlOrMeta+Home');
      // Inserted at once: a pause between two keys would split it into several steps of undo.
      await page.keyboard.insertText(words);
    },
    async save(name) {
      await page.keyboard.press('ControlOrMeta+S');
      await expect(tab(name)).toBeVisible();
    },
    async answer(label) {
      await question.getByRole('button', { name: label, exact: true }).click();
      await expect(question).toBeHidden();
    },
  };
}
