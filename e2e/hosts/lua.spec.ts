import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { editorOf } from '../support/views/editor.ts';
import { extensionsViewOf, runCommand } from '../support/views/extensions-view.ts';
import { panelOf } from '../support/views/panel.ts';
import { runSlashCommand } from '../support/views/slash-command.ts';
import { writeFiles } from '../support/write-files.ts';

/** Extensions that are Lua scripts, found in roots, without a manifest. */

const samples = join(import.meta.dirname, '..', '..', 'docs', 'extensions', 'samples', 'lua');
const sample = { settings: { model: 'test-provider:sample/sample' } };

const saying = (name: string, text: string) =>
  `zi.register_command("${name}", { description = "Says a word", handler = function() return "${text}" end })\n`;

async function commandIsThere(page: Page, name: string): Promise<void> {
  const { composer, root } = panelOf(page);
  await composer.fill(`/${name}`);
  const option = root
    .getByRole('listbox', { name: 'Commands' })
    .getByRole('option')
    .filter({ hasText: `/${name}` });
  await expect(option.first()).toBeVisible();
  await composer.fill('');
}

test('the ten minutes of docs/extensions/lua.md: a tool, a command and a module, which follow the author’s changes', async ({
  launch,
  folder,
}) => {
  await cp(samples, folder, { recursive: true });
  await writeFiles(folder, {
    'extensions/growing.lua': `zi.register_command("grow", { handler = function()
      ${saying('grown', 'registered later')}
      zi.register_tool({ name = "measure", description = "Measures", execute = function()
        return { content = "measured", details = { rows = 3 } }
      end })
      return "grew"
    end })`,
  });
  const { page } = await launch({ ...sample, args: [`--extension-development-path=${join(folder, 'extensions')}`] });
  const panel = panelOf(page);
  await commandIsThere(page, 'words');
  expect(await runSlashCommand(page, '/words one two three')).toContain('3 words, asked 1 times');

  await test.step('the palette asks for what was not typed', async () => {
    await runCommand(page, 'Counts the words that you type (/words)');
    const question = page.getByRole('dialog', { name: 'Which words?' });
    await question.getByRole('textbox').fill('four five');
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 words, asked 2 times')).toBeVisible();
  });
  await test.step('a model calls the tool, which has no effect that a person would be asked about', async () => {
    await panel.ask('Use the tool count_words with {"text": "one two three four"}');
    await panel.ended();
    await expect(panel.lastTurn).toContainText('4 words');
  });
  await test.step('a command registers another and a tool; the tool’s details are shown below its output', async () => {
    await commandIsThere(page, 'grow');
    expect(await runSlashCommand(page, '/grow')).toContain('grew');
    await commandIsThere(page, 'grown');
    expect(await runSlashCommand(page, '/grown')).toContain('registered later');
    await panel.ask('Use the tool measure with {}');
    await panel.ended();
    await panel.lastTurn.getByText('measure', { exact: true }).click();
    await panel.lastTurn.getByText('Details').click();
    await expect(panel.lastTurn).toContainText('"rows": 3');
  });
  await test.step('a changed module is loaded anew', async () => {
    const module = join(folder, 'lua', 'counting.lua');
    await writeFile(module, (await readFile(module, 'utf8')).replace('" words"', '" words by now"'));
    await expect(async () => {
      expect(await runSlashCommand(page, '/words one')).toContain('1 words by now');
    }).toPass();
  });
});

test('roots in their order: names of several stay callable, what cannot be loaded says where, and nothing runs at the next start', async ({
  launch,
  folder,
}) => {
  await writeFiles(folder, {
    'extensions/first.lua': saying('hello', 'of the named root'),
    'extensions/broken.lua': 'local a = 1\nlocal b = = 2\n',
    'extensions/waits.lua': 'local a = 1\nzi.register_command("x", { handler = print })\nzi.system({ "ls" })\n',
  });
  const project = {
    'a.txt': 'text',
    '.outrigger/extensions/third/init.lua': 'return function(zi) require("say")(zi) end',
    '.outrigger/extensions/third/say.lua': `return function(zi) ${saying('hello', 'of the project')} end`,
    '.outrigger/extensions/second.lua': saying('never', 'this one is shadowed'),
  };
  const { page, relaunch } = await launch({
    ...sample,
    project,
    isTrusted: true,
    args: [`--extension-root=${folder}`],
    prepare: (userData) => writeFiles(userData, { 'extensions/second.lua': saying('hello', 'of the person') }),
  });
  await commandIsThere(page, 'hello:3');
  expect(await runSlashCommand(page, '/hello')).toContain('of the named root');
  expect(await runSlashCommand(page, '/hello:2')).toContain('of the person');
  expect(await runSlashCommand(page, '/hello:3')).toContain('of the project');
  await runCommand(page, 'Says a word (/hello:2)');
  await expect(page.getByText('second: of the person')).toBeVisible();

  const view = extensionsViewOf(page);
  await view.open();
  await expect(view.item('broken')).toContainText('extensions/broken.lua:2:');
  await expect(view.item('waits')).toContainText('extensions/waits.lua:3:');
  const shadowed = view.root.getByRole('listitem', { name: 'second' }).filter({ hasText: 'Not used' });
  await expect(shadowed).toContainText(/the one in .*second\.lua comes first/);
  await view.close();

  const again = await relaunch();
  await commandIsThere(again.page, 'hello:3');
  const next = extensionsViewOf(again.page);
  await next.open();
  await next.show('Running');
  // The broken ones are tried again, as nothing is known of them.
  await expect(next.row('first')).toHaveCount(0);
  await next.close();
  expect(await runSlashCommand(again.page, '/hello:3')).toContain('of the project');
});

test('a script that runs without end or takes all memory is stopped where it is, and goes on to answer', async ({
  launch,
  folder,
}) => {
  await writeFiles(folder, {
    'extensions/hostile.lua': `
      zi.register_command("loop", { handler = function()
        while true do pcall(function() while true do end end) end
      end })
      zi.register_command("bomb", { handler = function() return ("x"):rep(1 << 40) end })
      zi.register_command("leak", { handler = function() local t = {} while true do t[#t + 1] = ("x"):rep(1 << 20) .. #t end end })
      ${saying('alive', 'still there')}
    `,
  });
  const { page } = await launch({
    ...sample,
    project: { 'a.txt': '' },
    file: 'a.txt',
    args: [`--extension-root=${folder}`],
  });
  const panel = panelOf(page);
  /** The text stays in the composer, and above it stands why. */
  const run = async (command: string) => {
    await panel.composer.fill(command);
    await panel.composer.press('Enter');
  };
  const alert = panel.root.getByRole('alert');
  await commandIsThere(page, 'loop');
  await run('/loop');
  await editorOf(page).text('a.txt').click();
  await page.keyboard.type('typed meanwhile');
  await expect(editorOf(page).text('a.txt')).toContainText('typed meanwhile');
  await expect(alert).toContainText('extensions/hostile.lua:3: ran for 2 s without waiting, and was ended');
  await run('/bomb');
  await expect(alert).toContainText('extensions/hostile.lua:5: resulting string too large');
  await run('/leak');
  await expect(alert).toContainText('not enough memory: an extension may use 64 MB');
  await panel.composer.fill('');
  expect(await runSlashCommand(page, '/alive')).toContain('still there');
});

test('what no limit of Lua ends is named, and the scripts beside it come back', { tag: '@soak' }, async ({
  launch,
  folder,
}) => {
  test.slow();
  await writeFiles(folder, {
    'extensions/beside.lua': saying('alive', 'still there'),
    'extensions/pattern.lua': `
      zi.register_command("slow", { handler = function()
        return tostring((("a"):rep(30)):find((".-"):rep(30) .. "b"))
      end })`,
  });
  const { page } = await launch({
    ...sample,
    project: { 'a.txt': '' },
    file: 'a.txt',
    patience: 1,
    args: [`--extension-root=${folder}`],
  });
  const panel = panelOf(page);
  await commandIsThere(page, 'slow');
  expect(await runSlashCommand(page, '/alive')).toContain('still there');
  await panel.composer.fill('/slow');
  await panel.composer.press('Enter');
  const notice = page.getByRole('main').locator('section').filter({ hasText: 'pattern is not responding' });
  await expect(notice).toContainText(/it spends \d+ % of the time in its own code/, { timeout: 60_000 });
  await editorOf(page).text('a.txt').click();
  await page.keyboard.type('typed meanwhile');
  await expect(editorOf(page).text('a.txt')).toContainText('typed meanwhile');
  await notice.getByRole('button', { name: 'Restart' }).click();
  await expect(notice).toHaveCount(0);
  await panel.composer.fill('');
  expect(await runSlashCommand(page, '/alive')).toContain('still there');
});
