import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Outrigger, test } from '../fixtures.ts';
import { gateIn, gateRules } from '../support/hosts/gate.ts';
import { scriptOf } from '../support/hosts/script.ts';
import { editorOf } from '../support/views/editor.ts';
import { panelOf } from '../support/views/panel.ts';

// In sequence in one worker: the second test finds the app as the first left it. A retry repeats both.
test.describe.configure({ mode: 'serial' });

let first: Outrigger | null = null;

test('a test leaves the shared app with an answer under way, unsaved text, another theme, rules and size', async ({
  open,
}) => {
  const settings = { theme: 'dark', toolRules: gateRules };
  first = await open({ settings, isTrusted: true, project: { 'a.txt': 'one' }, file: 'a.txt' });
  const { app, page, project } = first;
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'dark');
  await editorOf(page).typeAtStart('unsaved ');
  await expect(editorOf(page).dirtyTab('a.txt')).toBeVisible();
  const gate = await gateIn(project);
  await panelOf(page).ask(scriptOf('Wait for it', [{ calls: [gate.call] }]));
  await expect(panelOf(page).stop).toBeVisible();
  await writeFile(join(project, 'b.txt'), '');
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setContentSize(900, 500));
  await page.emulateMedia({ colorScheme: 'dark' });
});

test('the next one finds an empty thread, its own files, and everything else as at a start', async ({ open }) => {
  const { app, page, project } = await open({ project: { 'c.txt': 'three' } });
  expect(app).toBe(first?.app);
  expect(project).not.toBe(first?.project);
  await expect(page.getByRole('treeitem')).toHaveText(['c.txt']);
  await expect(editorOf(page).tabs).toHaveCount(0);
  await expect(page.locator('html')).toHaveCSS('color-scheme', 'light');
  await expect(panelOf(page).turns).toHaveCount(0);
  await panelOf(page).expectDraft('');
  const held = await page.evaluate(async () => {
    const { settings } = await window.outrigger.app.boot();
    return { rules: settings.toolRules, theme: settings.theme, threads: await window.outrigger.threads.list() };
  });
  expect(held).toEqual({ rules: [], theme: 'system', threads: [] });
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(1280);
});
