import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';
import { runCommand } from '../support/views/extensions-view.ts';

const project = { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'one\n2\nthree\nfour\n', 'c.txt': 'alone\n' };

test('what was changed since a file was saved is shown in its text, and reverted piece by piece', async ({ open }) => {
  const { page } = await open({ project, file: 'a.txt' });
  const editor = editorOf(page);
  const text = editor.text('a.txt');
  await editor.typeAtStart('new ');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('four\n');
  await runCommand(page, 'Compare with Saved');
  const bar = page.getByRole('group', { name: 'Differences of a.txt and the saved file' });
  await expect(bar.getByText('Change 1 of 2')).toBeVisible();
  await expect(text.locator('.cm-deletedChunk').first()).toContainText('one');
  await page.screenshot({ path: test.info().outputPath('saved.png') });
  await expect(text.getByRole('button', { name: 'Revert this change' })).toHaveCount(2);
  await page.keyboard.press('ControlOrMeta+Shift+F7');
  await expect(bar.getByText('1 change', { exact: true })).toBeVisible();
  await editor.save('a.txt');
  await expect(bar.getByText('No differences to the saved file.')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(bar.getByText('Change 1 of 1')).toBeVisible();
  await bar.getByRole('button', { name: 'End comparison' }).click();
  await expect(bar).toHaveCount(0);
  await expect(text.locator('.cm-deletedChunk')).toHaveCount(0);
});

test('two files are compared from the tree and from a tab, and the comparison follows both', async ({ open }) => {
  const { page, project: root } = await open({ project, file: 'b.txt' });
  const editor = editorOf(page);
  const bar = page.getByRole('group', { name: 'Differences of b.txt and a.txt' });
  await editor.entry('a.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Compare with b.txt' }).click();
  await expect(bar.getByText('Unnumbered lines are those of a.txt.')).toBeVisible();
  const text = editor.text('b.txt');
  await expect(text.locator('.cm-deletedChunk').first()).toContainText('two');
  await text.getByRole('button', { name: 'Take the lines of a.txt' }).first().click();
  await expect(text).toHaveText(/^onetwo/);

  // Not open, it counts as it was read; open, as it is in its tab.
  await editor.open('a.txt');
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('four\n');
  await editor.tab('b.txt, unsaved').click();
  await expect(bar.getByText('No differences to a.txt.')).toBeVisible();
  await writeFile(join(root, 'b.txt'), 'other\n');
  await expect(page.getByRole('alert').filter({ hasText: 'b.txt changed on disk' })).toBeVisible();
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(page.getByRole('button', { name: 'All theirs' })).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.getByRole('button', { name: 'All theirs' }).click();

  await editor.entry('c.txt').click();
  await editor.entry('a.txt, unsaved').click({ modifiers: ['ControlOrMeta'] });
  await editor.entry('a.txt, unsaved').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Compare Selected' }).click();
  await expect(page.getByRole('group', { name: 'Differences of a.txt and c.txt' })).toBeVisible();
  await editor.tab('b.txt').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Compare with a.txt' }).click();
  await expect(page.getByRole('group', { name: 'Differences of a.txt and b.txt' })).toBeVisible();

  // Each pane counts its own.
  const places = page.getByText(/^(Change \d of \d|\d changes?)$/);
  const before = await places.innerText();
  await page.keyboard.press('ControlOrMeta+\\');
  await editor.open('c.txt');
  await page.keyboard.press('ControlOrMeta+End');
  for (const word of ['x', 'y']) await page.keyboard.type(`${word}\n`);
  await runCommand(page, 'Compare with Saved');
  await expect(places).toHaveText([before, 'Change 1 of 1']);
  // The marks of a.txt are in both panes. The other one has a tab of c.txt too, with the cursor elsewhere.
  await page.keyboard.press('ControlOrMeta+Alt+ArrowLeft');
  await expect(places).toHaveText(['1 change', before]);
});
