import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';

const lines = Array.from({ length: 300 }, (_each, index) => `line ${index + 1}\n`).join('');
const project = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'c.txt': lines, 'd.txt': 'd\n' };

/** Chooses an item of the menu of a tab. */
async function choose(page: Page, tab: string, label: string): Promise<void> {
  await editorOf(page).tab(tab).click({ button: 'right' });
  await page.getByRole('menu', { name: 'Tab' }).getByRole('menuitem', { name: label, exact: true }).click();
}

test('a click previews, a double click or an edit keeps, pinned tabs stay, and what was closed comes back at its place', async ({
  open,
}) => {
  const opened = await open({ project, file: 'a.txt' });
  const { page } = opened;
  const editor = editorOf(page);

  await test.step('the next preview takes the place of the one before, until it is kept', async () => {
    await editor.entry('b.txt').click();
    await expect(editor.text('b.txt')).toBeFocused();
    await expect(editor.tab('b.txt')).toHaveAccessibleDescription('Preview');
    await page.screenshot({ path: test.info().outputPath('preview.png') });
    await editor.entry('c.txt').click();
    await expect(editor.tabs).toHaveText(['a.txt', 'c.txt']);
    await editor.tab('c.txt').dblclick();
    await editor.entry('d.txt').click();
    await expect(editor.tabs).toHaveText(['a.txt', 'c.txt', 'd.txt']);
    await expect(editor.text('d.txt')).toBeFocused();
    await page.keyboard.type('x');
    await editor.entry('b.txt').click();
    await expect(editor.tabs).toHaveText(['a.txt', 'c.txt', 'd.txt', 'b.txt']);
    await editor.dirtyTab('d.txt').click();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(editor.tab('d.txt')).toBeVisible();
  });

  await test.step('a pinned tab stands first, and is closed by its menu only', async () => {
    await choose(page, 'c.txt', 'Pin');
    await expect(editor.tabs).toHaveText(['c.txt', 'a.txt', 'd.txt', 'b.txt']);
    await editor.tab('c.txt').click();
    await page.keyboard.press('ControlOrMeta+W');
    await expect(editor.text('a.txt')).toBeFocused();
    await choose(page, 'a.txt', 'Close Others');
    await expect(editor.tabs).toHaveText(['c.txt', 'a.txt']);
  });

  await test.step('after a restart it is pinned, and the preview one', async () => {
    await editor.entry('b.txt').click();
    await expect(editor.text('b.txt')).toBeFocused();
    const again = editorOf((await opened.relaunch()).page);
    await expect(again.tabs).toHaveText(['c.txt', 'a.txt', 'b.txt']);
    await expect(again.tab('c.txt')).toHaveAccessibleDescription('Pinned');
    await expect(again.tab('b.txt')).toHaveAccessibleDescription('Preview');
  });
});

test('closed files are reopened, the last one first, with cursor and view', async ({ open }) => {
  const { page, project: root } = await open({ project, file: 'a.txt' });
  const editor = editorOf(page);
  for (const name of ['b.txt', 'c.txt', 'd.txt']) await editor.open(name);
  await editor.tab('c.txt').click();
  await page.keyboard.press('ControlOrMeta+G');
  await page.keyboard.type('200:3');
  await page.keyboard.press('Enter');
  await editor.expectCursor('Ln 200, Col 3');
  await page.keyboard.press('ControlOrMeta+W');
  await editor.tab('a.txt').click();
  await choose(page, 'a.txt', 'Close All');
  await expect(editor.tabs).toHaveCount(0);
  await rm(join(root, 'd.txt'));
  // Tabs are closed from the left; the file that is gone is passed over.
  await page.keyboard.press('ControlOrMeta+Shift+T');
  await expect(editor.text('b.txt')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Shift+T');
  await expect(editor.text('a.txt')).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Shift+T');
  await expect(editor.text('c.txt')).toBeFocused();
  await editor.expectCursor('Ln 200, Col 3');
  await expect(page.locator('[data-part="editor"] .cm-activeLine')).toBeInViewport();
  await expect(editor.tabs).toHaveText(['b.txt', 'a.txt', 'c.txt']);

  await test.step('also by the name that one has since it was closed, with the places in it', async () => {
    const rename = async (name: string, to: string) => {
      await editor.entry(name).click({ button: 'right' });
      await page
        .getByRole('menu')
        .getByRole('menuitem', { name: /^Rename…/ })
        .click();
      await expect(editor.tree.getByRole('textbox')).toBeFocused();
      await page.keyboard.type(to);
      await page.keyboard.press('Enter');
      await expect(editor.entry(`${to}.txt`)).toBeVisible();
    };
    await page.keyboard.press('ControlOrMeta+W');
    await rename('c.txt', 'e');
    await editor.text('a.txt').click();
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(editor.text('e.txt')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+W');
    await rename('e.txt', 'f');
    await page.keyboard.press('ControlOrMeta+Shift+T');
    await expect(editor.text('f.txt')).toBeFocused();
    await editor.expectCursor('Ln 200, Col 3');
  });
});
