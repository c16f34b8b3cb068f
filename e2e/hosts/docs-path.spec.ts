import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from '@playwright/test';
import { test as base, expect } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';
import { panelOf } from '../support/views/panel.ts';

/** The ten minutes of docs/extensions/README.md, as an author goes through them. */

const samples = join(import.meta.dirname, '..', '..', 'docs', 'extensions', 'samples');

/** A folder of the author with the files of both samples. */
const test = base.extend<{ author: string }>({
  author: async ({ folder }, use) => {
    await cp(samples, folder, { recursive: true });
    await use(folder);
  },
});

const sampleFile = join(import.meta.dirname, '..', '..', 'resources', 'sample-project', 'src', 'main.ts');
const project = { 'notes.txt': 'one two three\n', 'src/main.ts': readFileSync(sampleFile) };

async function runFromPalette(page: Page, title: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+Shift+P');
  await page.getByRole('combobox').fill(`>${title}`);
  await page.getByRole('option').filter({ hasText: title }).click();
}

test('tool, slash command and command of the docs work, and follow the author’s changes', async ({
  launch,
  author,
}) => {
  const toolbox = join(author, 'toolbox');
  const change = async (file: string, from: string, to: string) => {
    const text = await readFile(join(toolbox, file), 'utf8');
    expect(text).toContain(from);
    await writeFile(join(toolbox, file), text.replace(from, to));
  };
  test.slow();
  const { page } = await launch({
    project,
    settings: { model: 'test-provider:sample/sample' },
    // A window that does not say what is open is given up after longer than the test waits.
    patience: 40,
    args: [`--extension-development-path=${toolbox}`],
  });
  const panel = panelOf(page);
  await panel.commandsAreThere();

  await test.step('the Extensions view lists it with what it adds', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+X');
    const item = page.getByRole('listitem', { name: 'Toolbox' });
    await expect(item).toContainText('toolbox, in development, sandboxed');
    await expect(item).toContainText('Ready, loads when needed');
    await expect(item).toContainText('1 slash command (/explain)');
    await page.keyboard.press('Escape');
  });
  await test.step('the command is in the palette, and does not wait for a file to be opened', async () => {
    await runFromPalette(page, 'Count the Words of the Open Files');
    await expect(page.getByText('Toolbox: 0 words in 0 open files')).toBeVisible();
    await editorOf(page).open('notes.txt');
    await runFromPalette(page, 'Count the Words of the Open Files');
    await expect(page.getByText('Toolbox: 3 words in 1 open files')).toBeVisible();
  });
  await test.step('the slash command is in the panel', async () => {
    await panel.composer.fill('/explain src/main.ts');
    await panel.composer.press('Enter');
    await expect(panel.lastTurn).toContainText('Explain this file, src/main.ts');
    await expect(panel.lastTurn).toContainText('SyntaxProblem');
    await panel.ended();
    // The word "error" in the file must not trigger the model's script for errors.
    await expect(panel.lastTurn).toContainText('Hello, world!');
  });
  await test.step('the sample model calls the tool when the person allows it', async () => {
    await panel.ask('Use the tool count-words with {"text": "one two three"}');
    const question = panel.lastTurn.getByRole('group', { name: 'May the tool count-words of Toolbox run?' });
    await question.getByRole('button', { name: 'Allow once' }).click();
    await expect(panel.lastTurn).toContainText('The tool answered: 3 words');
    await panel.ended();
  });
  await test.step('what is saved is loaded at once', async () => {
    await change('main.js', 'open files`', 'files, counted anew`');
    await expect(async () => {
      await runFromPalette(page, 'Count the Words of the Open Files');
      await expect(page.getByText('Toolbox: 3 words in 1 files, counted anew').first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 60_000 });
  });
  await test.step('a mistake in the manifest is named with its line until it is mended', async () => {
    await change('extension.toml', 'read_only', 'readonly');
    const notice = page.getByText(
      /extension\.toml:16: "readonly" is not a field of the manifest in tools\.count-words/,
    );
    await expect(notice).toBeVisible();
    await change('extension.toml', 'readonly', 'read_only');
    await expect(notice).toBeHidden();
  });
});

test('the provider of the docs answers, and a package of the toolbox is installed', async ({ launch, author }) => {
  const archive = join(author, 'toolbox-1.0.0.tgz');
  await promisify(execFile)('tar', ['-czf', archive, 'toolbox'], { cwd: author });
  const { page } = await launch({
    project,
    args: [`--extension-development-path=${join(author, 'echo-provider')}`, `--install-extension=${archive}`],
  });
  const panel = panelOf(page);

  await test.step('the question says what it may do', async () => {
    const question = page.getByRole('alertdialog', { name: 'Install Toolbox?' });
    await expect(question).toContainText('Reads files in the open folder');
    await question.getByRole('button', { name: 'Install' }).click();
    await expect(question).toBeHidden();
  });
  await test.step('it is there, among those that the person installed', async () => {
    await page.keyboard.press('ControlOrMeta+Shift+X');
    await expect(page.getByRole('listitem', { name: 'Toolbox' })).toContainText('toolbox, installed by you, sandboxed');
    await page.keyboard.press('Escape');
  });
  await test.step('the model can be chosen and answers', async () => {
    await panel.choose('Echo');
    await expect(panel.model).toHaveAccessibleName('Model: Echo');
    await panel.ask('Good morning');
    await panel.ended();
    await expect(panel.lastTurn.getByText('Good morning')).toHaveCount(2);
  });
});
