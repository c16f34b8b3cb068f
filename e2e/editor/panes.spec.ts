import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { editorOf, untilKept } from '../support/views/editor.ts';
import { runCommand } from '../support/views/extensions-view.ts';

const lines = Array.from({ length: 300 }, (_each, index) => `line ${index + 1}\n`).join('');
const project = { 'a.txt': 'alpha\n', 'b.txt': lines, 'read.md': '# Title\n\nSome *words*.\n' };

const pane = (page: Page, number: number): Locator => page.getByRole('group', { name: `Pane ${number}`, exact: true });
const textIn = (of: Locator): Locator => of.getByRole('textbox', { name: /^Text of/ });
const tabsIn = (of: Locator): Locator => of.getByRole('tab');

async function choose(page: Page, tab: Locator, label: string): Promise<void> {
  await tab.click({ button: 'right' });
  await page.getByRole('menu', { name: 'Tab' }).getByRole('menuitem', { name: label, exact: true }).click();
}

test('a document in two panes has one text, one history and two places, and is there again after a restart', async ({
  open,
}) => {
  const opened = await open({ project, file: 'b.txt' });
  const { page } = opened;
  const editor = editorOf(page);
  const [left, right] = [pane(page, 1), pane(page, 2)];
  await editor.text('b.txt').click();

  await test.step('split right by key: the new pane has the focus, and the cursor of the other', async () => {
    await page.keyboard.press('ControlOrMeta+G');
    await page.keyboard.type('150:3');
    await page.keyboard.press('Enter');
    await editor.expectCursor('Ln 150, Col 3');
    await page.keyboard.press('ControlOrMeta+\\');
    await expect(textIn(right)).toBeFocused();
    await editor.expectCursor('Ln 150, Col 3');
    await expect(right.locator('.cm-activeLine')).toBeInViewport();
  });

  await test.step('what is typed shows in both, and neither scrolls the other', async () => {
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.type('new ');
    await expect(right.getByText('new line 1', { exact: true })).toBeInViewport();
    await expect(left.getByText('line 150', { exact: true })).toBeInViewport();
    await page.keyboard.press('F6');
    await expect(textIn(left)).toBeFocused();
    await editor.expectCursor('Ln 150, Col 3');
    await page.keyboard.type('XX');
    await expect(left.getByText('liXXne 150', { exact: true })).toBeVisible();
    await expect(tabsIn(left)).toHaveAccessibleName('b.txt, unsaved');
    await expect(tabsIn(right)).toHaveAccessibleName('b.txt, unsaved');
  });

  await test.step('undo takes back what was done last, wherever that was, and goes there', async () => {
    await page.keyboard.press('ControlOrMeta+Z');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(left.getByText('line 1', { exact: true })).toBeInViewport();
    await expect(tabsIn(right)).toHaveAccessibleName('b.txt');
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect(left.getByText('new line 1', { exact: true })).toBeVisible();
  });

  await test.step('each pane opens files of its own; split down; a tab closes in its pane alone', async () => {
    await editor.open('a.txt');
    await expect(tabsIn(left)).toHaveText(['b.txt', 'a.txt']);
    await expect(tabsIn(right)).toHaveText(['b.txt']);
    await choose(page, tabsIn(left).last(), 'Split Down');
    await expect(textIn(pane(page, 2))).toBeFocused();
    await expect(tabsIn(pane(page, 2))).toHaveText(['a.txt']);
    await page.keyboard.type('typed ');
    await expect(left.getByText('typed alpha')).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('panes.png') });
    await page.keyboard.press('ControlOrMeta+W');
    await expect(page.getByRole('group', { name: /^Pane/ })).toHaveCount(2);
    await expect(textIn(left)).toBeFocused();
    await expect(tabsIn(left).last()).toHaveAccessibleName('a.txt, unsaved');
  });

  await test.step('a tab is moved by key, and the border by arrows', async () => {
    await page.keyboard.press('ControlOrMeta+Alt+ArrowRight');
    await expect(tabsIn(right)).toHaveText(['b.txt', 'a.txt']);
    await expect(textIn(right)).toBeFocused();
    const border = page.getByRole('separator', { name: 'Width of the pane' });
    const before = (await left.boundingBox())?.width ?? 0;
    await border.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await left.boundingBox())?.width ?? 0).toBeLessThan(before - 10);
    await textIn(right).click();
  });

  await test.step('after a restart', async () => {
    await tabsIn(right).first().click();
    await page.keyboard.press('ControlOrMeta+G');
    await page.keyboard.type('200:2');
    await page.keyboard.press('Enter');
    await editor.expectCursor('Ln 200, Col 2');
    await tabsIn(right).last().click();
    const { width } = (await left.boundingBox()) ?? { width: 0 };
    await untilKept(page);
    const again = (await opened.relaunch()).page;
    const [first, second] = [pane(again, 1), pane(again, 2)];
    await expect(tabsIn(first)).toHaveText(['b.txt']);
    await expect(tabsIn(second)).toHaveText(['b.txt', 'a.txt']);
    await expect(textIn(second)).toHaveText('typed alpha');
    await tabsIn(second).first().click();
    await editorOf(again).expectCursor('Ln 200, Col 2');
    await expect(second.getByText('line 200', { exact: true })).toBeInViewport();
    await expect(first.getByText('new line 1', { exact: true })).toBeInViewport();
    await expect.poll(async () => Math.abs(((await first.boundingBox())?.width ?? 0) - width)).toBeLessThan(2);
  });
});

test('a Markdown file is read beside its text, and panes are joined again', async ({ open }) => {
  const { page } = await open({ project, file: 'read.md' });
  const editor = editorOf(page);
  await runCommand(page, 'Show Markdown Preview to the Side');
  const preview = pane(page, 2).getByRole('region', { name: 'Preview of read.md' });
  await expect(preview.getByRole('heading', { name: 'Title' })).toBeVisible();
  await pane(page, 1).getByRole('textbox', { name: 'Text of read.md' }).click();
  await page.keyboard.press('ControlOrMeta+Home');
  await page.keyboard.type('# More\n');
  await expect(preview.getByRole('heading', { name: 'More' })).toBeVisible();
  await editor.open('a.txt');
  await runCommand(page, 'Join Panes');
  await expect(page.getByRole('group', { name: /^Pane/ })).toHaveCount(0);
  await expect(editor.tabs).toHaveText(['read.md', 'a.txt']);
  await expect(editor.text('a.txt')).toBeFocused();
});
