import { expect, type Locator, type Page } from '@playwright/test';
import type {} from './page-api.ts';

/** The editor, its tabs and the file tree as a person finds them: by roles and names. */
export interface Editor {
  readonly tree: Locator;
  readonly tabs: Locator;
  /** The question that is open. */
  readonly question: Locator;
  /** A file or folder of the tree. */
  entry(name: string): Locator;
  /** The tab of a file without unsaved changes. */
  tab(name: string): Locator;
  /** The tab of a file that is marked as unsaved. */
  dirtyTab(name: string): Locator;
  /** The text of the file in front. */
  text(name: string): Locator;
  /** Where the status bar says the cursor is, such as "Ln 3, Col 1". */
  expectCursor(place: string): Promise<void>;
  /** Opens a file from the tree and waits for its text to have the keyboard. */
  open(name: string): Promise<void>;
  /** Puts the cursor before everything else and types there. */
  typeAtStart(words: string): Promise<void>;
  /** Saves by the keyboard and waits until the tab says that nothing is unsaved. */
  save(name: string): Promise<void>;
  /** Answers the question that is open. */
  answer(label: string): Promise<void>;
}

/**
 * After it what was typed outlives any end of the app: a second is what the app promises, and a shorter wait would be another
 * promise. It is a second of the window, which is late together with what it has to send, and main has heard all of that.
 */
export const untilKept = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    await window.outrigger.app.boot();
  });

/** As a person does by the system's dialog. */
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
      await entry(name).click();
      await expect(text(name)).toBeFocused();
    },
    async typeAtStart(words) {
      await page.keyboard.press('ControlOrMeta+Home');
      // At once: a pause between two keys would part it into several steps of undo.
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
