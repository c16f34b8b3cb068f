import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { zedGuest } from '../../src/shared/testing/components/zed-guest.ts';
import { expect, test } from '../fixtures.ts';
import { startCountingServer } from '../servers/counting-server.ts';
import { testFolder } from '../support/hosts/extension-folder.ts';
import { editorOf } from '../support/views/editor.ts';
import { answerDialog, extensionsViewOf } from '../support/views/extensions-view.ts';
import type {} from '../support/views/page-api.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';
import { runSlashCommand } from '../support/views/slash-command.ts';

/** What was published for Zed, installed as it is. */

const elm = `id = "elm"
name = "Elm"
version = "0.1.0"
schema_version = 1
authors = ["Somebody <somebody@example.com>"]
description = "Elm support."
repository = "https://example.com/elm"

[lib]
kind = "Rust"
version = "0.7.0"

[language_servers.elm-ls]
language = "Elm"

[debug_adapters.elm-dbg]

[slash_commands.elm]
description = "Tells of the folder"
requires_argument = true
`;

const dusk = `id = "dusk"
name = "Dusk"
version = "1.0.0"
schema_version = 1
authors = ["Somebody"]
themes = ["themes/dusk.json"]
`;

/** A language with the grammar of JSON, as its package has it. */
const quux = {
  'extension.toml': `id = "quux"
name = "Quux"
version = "1.0.0"
schema_version = 1
[grammars.json]
repository = "https://example.com/quux"
rev = "1"
`,
  'grammars/json.wasm': readFileSync(createRequire(import.meta.url).resolve('tree-sitter-json/tree-sitter-json.wasm')),
  'languages/quux/config.toml': `name = "Quux"
grammar = "json"
path_suffixes = ["quux"]
line_comments = ["// "]
brackets = [
  { start = "{", end = "}", newline = true },
  { start = "\\"", end = "\\"" },
]
tab_size = 3
`,
  'languages/quux/highlights.scm': '(string) @string (pair key: (_) @property) (number) @number (comment) @comment\n',
};
const night = {
  name: 'Dusk Night',
  appearance: 'dark',
  style: { 'editor.background': '#1b2733', text: '#d8e6f0', syntax: { keyword: { color: '#ff8f6b' } } },
};
const day = { name: 'Dusk Day', appearance: 'light', style: { background: '#fbf7ef', text: '#2b3a42' } };
// biome-ignore lint/suspicious/noTemplateCurlyInString: the syntax of snippets
const greeting = { prefix: 'greet', body: 'Good ${1|morning,evening|}, ${2:you} of $TM_FILENAME!' };

type Files = Readonly<Record<string, string | Uint8Array>>;

function folderOf(name: string, files: Files): string {
  const folder = join(testFolder(), name);
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(folder, path, '..'), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** An archive as Zed's registry has it. */
function archiveOf(name: string, files: Files): string {
  const folder = folderOf(name, files);
  execFileSync('tar', ['-czf', `${folder}.tar.gz`, '-C', folder, '.']);
  return `${folder}.tar.gz`;
}

test('an extension of Zed is installed from its archive', async ({ launch }) => {
  const { app, page, project, userData } = await launch({
    project: { 'a.quux': '{"one": 1, "two": "2"}\n', 'a.txt': '' },
    file: 'a.quux',
  });
  const view = extensionsViewOf(page);
  const panel = panelOf(page);
  const status = page.locator('footer');
  const of = (kind: string) => page.locator(`.cm-line .code-${kind}`);
  const install = async (archive: string) => {
    await answerDialog(app, archive);
    await view.button('Install archive…').click();
  };
  await view.open();

  await test.step('with what it asks for, what waits, and what does not work here', async () => {
    const component = await zedGuest('words, folder or none', [0, 7, 0]);
    await install(archiveOf('elm', { 'extension.toml': elm, 'extension.wasm': component }));
    await expect(view.consent).toContainText('Install Elm?');
    await expect(view.consent).toContainText('you are asked about each');
    const lacks = ['language server elm-ls', 'debug adapter elm-dbg'];
    for (const lack of lacks) await expect(view.consent).toContainText(lack);
    await view.consent.getByRole('button', { name: 'Install' }).click();
    for (const lack of lacks) await expect(view.item('Elm')).toContainText(lack);
    await expect(view.item('Elm')).toContainText('installed by you, sandboxed');
  });
  await test.step('without code it is in use, and nothing runs', async () => {
    const themes = JSON.stringify({ name: 'Dusk', author: 'Somebody', themes: [night, day] });
    const snippets = JSON.stringify({ Greeting: greeting });
    await install(archiveOf('dusk', { 'extension.toml': dusk, 'themes/dusk.json': themes, 'snippets.json': snippets }));
    await expect(view.consent).toContainText('It asks for nothing: it has no code.');
    await view.consent.getByRole('button', { name: 'Install' }).click();
    await expect(view.item('Dusk')).toContainText('In use');
    await expect(view.item('Dusk')).toContainText('has no code');
    await expect(view.item('Dusk')).toContainText(
      'Adds 2 themes (Dusk Night, Dusk Day); 1 snippet file (snippets.json).',
    );
    await view.show('Running');
    await expect(view.row('Dusk')).toHaveCount(0);
    await view.show('Installed');
  });
  await test.step('an open file of its language is coloured', async () => {
    await expect(status).toContainText('Plain text');
    await install(archiveOf('quux', quux));
    await view.consent.getByRole('button', { name: 'Install' }).click();
    await expect(view.item('Quux')).toContainText('Adds 1 language (Quux).');
    await expect(of('property')).toHaveText(['"one"', '"two"']);
    await expect(of('string')).toHaveText('"2"');
    await expect(status).toContainText('Quux');
    await expect(status).toContainText('Spaces: 3');
    await view.close();
  });
  await test.step('what is typed there is coloured, with brackets, indentation and comments', async () => {
    const text = page.getByRole('textbox', { name: 'Text of a.quux' });
    await text.press('Control+End');
    await page.keyboard.type('{');
    await page.keyboard.press('Enter');
    await page.keyboard.type('"three": 3');
    await expect(text.locator('.cm-line')).toHaveText(['{"one": 1, "two": "2"}', '{', '   "three": 3', '}']);
    await expect(of('property')).toHaveText(['"one"', '"two"', '"three"']);
    await expect(of('number')).toHaveText(['1', '3']);
    await page.keyboard.press('Control+/');
    await expect(of('comment')).toHaveText('// "three": 3');
  });
  await test.step('the themes of one are in the list, and colour the window', async () => {
    const settings = settingsOf(page);
    await settings.open('Appearance');
    const list = settings.page.getByRole('combobox', { name: 'Theme' });
    await list.selectOption({ label: 'Dusk Day' });
    await list.selectOption({ label: 'Dusk Night' });
    await settings.close();
    await expect(page.getByTestId('editor').locator('.cm-editor')).toHaveCSS('background-color', 'rgb(27, 39, 51)');
  });
  await test.step('its snippets are offered, and filled in stop by stop', async () => {
    const text = editorOf(page).text('a.txt');
    const options = page.locator('.cm-tooltip-autocomplete').getByRole('option');
    await editorOf(page).open('a.txt');
    await page.keyboard.type('gre');
    await expect(options).toHaveText(['greetGreeting']);
    // By the pointer: the keys of a list that has just come go to the text.
    await options.click();
    await expect(text).toHaveText('Good morning, you of a.txt!');
    await expect(options).toHaveText(['morning', 'evening']);
    await options.last().click();
    await page.keyboard.press('Tab');
    await page.keyboard.type('Ann');
    await page.keyboard.press('Tab');
    await page.keyboard.type('!');
    await expect(text).toHaveText('Good evening, Ann of a.txt!!');
  });
  await test.step('its slash command has the open folder, and each host is asked about before it is used', async () => {
    const server = await startCountingServer();
    const { origin } = new URL(server.url);
    const question = page.getByRole('alertdialog', { name: `Let Elm talk to ${origin}?` });
    await panel.composer.fill('/elm');
    await expect(panel.root.getByRole('option', { name: /elm/ })).toContainText('Tells of the folder');
    expect(await runSlashCommand(page, '/elm r')).toContain(project);
    const downloaded = runSlashCommand(page, `/elm g${server.url}x`);
    await expect(question).toContainText('on this computer or in its network');
    expect(server.requests).toEqual([]);
    await question.getByRole('button', { name: 'Always allow' }).click();
    expect(await downloaded).toContain('downloaded');
    expect(server.requests).toEqual(['/x']);
    expect(readFileSync(join(userData, 'extension-state/elm/files/downloaded'), 'utf8')).toContain('elsewhere');
    await view.open();
    await expect(view.item('Elm')).toContainText(`You let it talk to ${origin}`);
    await view.item('Elm').getByRole('button', { name: 'Let Elm ask again' }).click();
    await expect(view.item('Elm')).not.toContainText('You let it');
    await server.close();
  });
});

test('a grammar that takes too long is told once and ended, nobody waits for it, and what is too long is not given to it', {
  tag: '@soak',
}, async ({ launch }) => {
  // A repetition within a repetition takes longer for each letter.
  const highlights = '(number) @number ((string) @string (#match? @string "^\\"(a+)+$"))';
  const extension = folderOf('slow', { ...quux, 'languages/quux/highlights.scm': highlights });
  const { page } = await launch({
    args: [`--extension-path=${extension}`],
    project: { 'a.quux': '[1]\n', 'long.quux': `[${'"abc",'.repeat(400_000)}1]` },
    file: 'a.quux',
  });
  const text = page.getByRole('textbox', { name: 'Text of a.quux' });
  const numbers = page.locator('.cm-line .code-number');
  const status = page.locator('footer');
  await expect(numbers).toHaveText('1');
  await test.step('a text of more than 2 MB is plain, and says so', async () => {
    await page.getByRole('treeitem', { name: 'long.quux' }).click();
    await expect(status).toContainText('No colours');
    await page.getByRole('tab', { name: 'a.quux' }).click();
    await expect(numbers).toHaveText('1');
    await expect(status).not.toContainText('No colours');
  });
  await test.step('the text that it cannot get through is typed on, and plain', async () => {
    await text.press('Control+End');
    await page.keyboard.type(`"${'a'.repeat(60)}" goes on`);
    await expect(text).toContainText('goes on');
    const notice = page.getByText('Quux failed: its grammar “json” stopped: it ran for more than 2 s and was ended.');
    await expect(notice).toHaveCount(1);
    await expect(numbers).toHaveCount(0);
  });
  await test.step('after a reload it colours what it can', async () => {
    await text.press('Control+a');
    await page.keyboard.type('5 ');
    await page.evaluate(() => window.outrigger.extensions.reload('quux'));
    await expect(numbers).toHaveText('5');
  });
});
