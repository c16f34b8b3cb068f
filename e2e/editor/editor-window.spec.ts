import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, type Outrigger, test } from '../fixtures.ts';
import { startAgain } from '../support/processes/app-process.ts';
import { editorOf } from '../support/views/editor.ts';
import { windowCount } from '../support/views/windows.ts';

const read = (...path: string[]): Promise<string> => readFile(join(...path), 'utf8');

test('a folder and a file are chosen in the system’s dialogs', async ({ folder, launch }) => {
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'inside.txt'), 'inside\n');
  await writeFile(join(folder, 'elsewhere.txt'), 'elsewhere\n');
  const { app, page, userData } = await launch({ project: null });
  const { entry, text } = editorOf(page);
  /** Replaces the system's dialog, which cannot be driven, in main, and records its options. */
  const answerDialog = (paths: string[]) =>
    app.evaluate(({ dialog }, filePaths) => {
      const known = globalThis as { askedToOpen?: string[] };
      known.askedToOpen = [];
      dialog.showOpenDialog = async (...args: unknown[]) => {
        known.askedToOpen = (args.at(-1) as { properties: string[] }).properties;
        return { canceled: filePaths.length === 0, filePaths };
      };
    }, paths);
  const asked = () => app.evaluate(() => (globalThis as { askedToOpen?: string[] }).askedToOpen ?? []);
  const openFolder = page.getByRole('main').getByRole('button', { name: 'Open folder' });

  await answerDialog([]);
  await openFolder.click();
  await expect.poll(asked).toContain('openDirectory');
  await expect(openFolder).toBeVisible();

  await answerDialog([project]);
  await openFolder.click();
  await expect(entry('inside.txt')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'project' })).toBeVisible();
  await expect.poll(async () => await read(userData, 'state.json').catch(() => '')).toContain(JSON.stringify(project));

  await answerDialog([join(folder, 'elsewhere.txt')]);
  await page.keyboard.press('ControlOrMeta+O');
  await expect.poll(asked).toContain('openFile');
  await expect(text('elsewhere.txt')).toHaveText('elsewhere');
});

test('where it is set so the window asks about unsaved text, and goes when it is answered', async ({ launch }) => {
  const before = { 'a.txt': 'a\n', 'b.txt': 'b\n' };
  const first = await launch({ project: before, settings: { asksBeforeQuit: true } });
  const { project } = first;
  const onDisk = async () => [await read(project, 'a.txt'), await read(project, 'b.txt')];
  const closeWindow = ({ app }: Outrigger) =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  const endOf = ({ app }: Outrigger) => new Promise((resolve) => app.process().once('exit', resolve));

  await test.step('untitled files count, Esc keeps everything, and what is discarded is gone', async () => {
    const { page } = first;
    const editor = editorOf(page);
    await editor.open('a.txt');
    await editor.typeAtStart('new ');
    await page.keyboard.press('ControlOrMeta+N');
    await page.keyboard.type('mine');
    await closeWindow(first);
    await expect(editor.question).toHaveAccessibleName('Save 2 files?');
    await expect(editor.question).toContainText('a.txt, Untitled-1');
    await page.keyboard.press('Escape');
    await expect(editor.question).toBeHidden();
    await expect(editor.text('Untitled-1')).toHaveText('mine');

    // Main ignores a further request to close until it has the answer to the first one.
    await expect(async () => {
      await closeWindow(first);
      await expect(editor.question).toBeVisible({ timeout: 1000 });
    }).toPass();
    const exited = endOf(first);
    await editor.question.getByRole('button', { name: 'Discard' }).click();
    expect(await exited).toBe(0);
    expect(await onDisk()).toEqual(Object.values(before));
  });

  await test.step('all are saved', async () => {
    const second = await first.relaunch({ isBare: true });
    const editor = editorOf(second.page);
    await expect(editor.tabs).toHaveText(['a.txt']);
    await editor.open('b.txt');
    await editor.typeAtStart('new ');
    await editor.open('a.txt');
    await editor.typeAtStart('new ');
    await closeWindow(second);
    await expect(editor.question).toContainText('a.txt, b.txt');
    const exited = endOf(second);
    await editor.question.getByRole('button', { name: 'Save all' }).click();
    expect(await exited).toBe(0);
    expect(await onDisk()).toEqual(['new a\n', 'new b\n']);
  });
});

test('the panes are as they were after the app is started again', async ({ open }) => {
  const first = await open();
  const separator = (page: Page, name: string) => page.getByRole('separator', { name });
  const width = async (page: Page) =>
    Number(await separator(page, 'Width of the agent panel').getAttribute('aria-valuenow'));
  const before = await width(first.page);
  await separator(first.page, 'Width of the agent panel').focus();
  for (let step = 0; step < 4; step++) await first.page.keyboard.press('ArrowLeft');
  await expect.poll(() => width(first.page)).toBe(before + 64);
  await first.page.keyboard.press('ControlOrMeta+B');
  await expect(editorOf(first.page).tree).toBeHidden();

  const second = await first.relaunch();
  await expect.poll(() => width(second.page)).toBe(before + 64);
  await expect(editorOf(second.page).tree).toBeHidden();
  await second.page.keyboard.press('ControlOrMeta+B');
  await expect(editorOf(second.page).tree).toBeVisible();
});

test('a second start opens its files in the window that is there, the first of them in front', async ({ open }) => {
  const project = { 'a.txt': 'a\n', 'b.txt': 'one\ntwo\nthree\n', 'c.txt': 'one\ntwo\n', 'd.txt': 'd\n' };
  const first = await open({ project, file: 'a.txt' });
  const editor = editorOf(first.page);
  const named = ['b.txt:2:3', 'c.txt:2:2', 'd.txt'].map((name) => join(first.project, name));
  expect(await startAgain(first, ...named)).toBe(0);
  await expect(editor.text('b.txt')).toBeFocused();
  await editor.expectCursor('Ln 2, Col 3');
  await expect(editor.tabs).toHaveText(['a.txt', 'b.txt', 'c.txt', 'd.txt']);
  await editor.tab('c.txt').click();
  await editor.expectCursor('Ln 2, Col 2');
  expect(await windowCount(first.app)).toBe(1);
});

test('a window that gets its size while it loads has all its parts', { tag: '@soak' }, async ({ launch }) => {
  const { page } = await launch();
  await page.addInitScript(() => {
    const own = Object.getOwnPropertyDescriptor(window, 'innerWidth');
    if (!own) return;
    // The minimal width until the page is loaded.
    Object.defineProperty(window, 'innerWidth', { configurable: true, get: () => 640 });
    addEventListener('DOMContentLoaded', () => Object.defineProperty(window, 'innerWidth', own));
  });
  await page.reload();
  await expect(page.getByRole('tree')).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Agent' })).toBeVisible();
});
