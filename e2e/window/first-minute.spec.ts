import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';

test('a bare start offers what works at once, and the sample project more', async ({ launch, folder }) => {
  // The last folder would be reopened, but it is deleted. An earlier version kept recent folders in the settings.
  const recentFolders = [join(folder, 'gone'), folder];
  const { page, userData } = await launch({ project: null, settings: { recentFolders, mine: 1 } });
  const panel = page.locator('#agent-panel');
  const middle = page.getByRole('main');
  await expect(panel.getByText('The sample model needs no key and no network.')).toBeVisible();
  const prompts = panel.getByRole('listitem');
  await expect(prompts).toHaveCount(3);
  await expect(prompts.filter({ hasText: 'parser' })).toHaveCount(0);
  await prompts.filter({ hasText: 'Markdown' }).click();
  await expect(panel.getByRole('heading', { name: 'A short tour' })).toBeVisible();

  await test.step('a recent folder', async () => {
    const kept = async (name: string) => JSON.parse(await readFile(join(userData, name), 'utf8'));
    expect(await kept('settings.json')).toEqual({ autoTitles: false, mine: 1 });
    expect(await kept('state.json')).toMatchObject({ recentFolders });
    await writeFile(join(folder, 'mine.txt'), 'mine\n');
    await middle.getByTitle(folder, { exact: true }).click();
    await expect(editorOf(page).entry('mine.txt')).toBeVisible();
    // Threads belong to their folder, and this one lacks the file of the other suggestion.
    await expect(prompts.filter({ hasText: 'slowly' })).toBeVisible();
    await expect(prompts.filter({ hasText: 'parser' })).toHaveCount(0);
  });
});

test('the sample project opens from a bare start, and its first link leads to the line', async ({ launch }) => {
  const { page, userData } = await launch({ project: null });
  await page.getByRole('main').getByRole('button', { name: 'Open sample project' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'sample-project' })).toBeVisible();
  const panel = page.locator('#agent-panel');
  await panel.getByRole('listitem').filter({ hasText: 'Show me where the parser starts' }).click();
  await panel.getByRole('link', { name: '@parser.ts (42:7)' }).click();
  const editor = editorOf(page);
  await editor.expectCursor('Ln 42, Col 7');

  // The header shows the path in the project; that of a file from elsewhere would not be one of the project.
  const where = page.getByRole('banner').locator('[title]').filter({ hasText: '.ts' });
  await expect(where).toHaveText('srcparser.ts');
  await expect(where).toHaveAttribute('title', join(userData, 'sample-project', 'src', 'parser.ts'));
});
