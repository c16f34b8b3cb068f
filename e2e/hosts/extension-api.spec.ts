import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { shows, testFolder, writeExtension } from '../support/hosts/extension-folder.ts';
import { editorOf } from '../support/views/editor.ts';
import { extensionsViewOf, offersCommand, runCommand } from '../support/views/extensions-view.ts';
import '../support/views/page-api.ts';
import { settingsOf } from '../support/views/settings.ts';

/** Each part of the API in its effects for a person, through the extension `everything`. */

const extensions = ['everything'];

test('messages, questions, progress and items of the status bar are shown as an extension wants them, and answered', async ({
  open,
}) => {
  test.slow();
  const { page } = await open({ project: { '.env': 'KEY=1' }, extensions });
  const view = extensionsViewOf(page);
  // The status bar, not the footer of a closing dialog.
  const bar = page.getByRole('contentinfo').filter({ hasText: 'Extensions:' });
  const says = (text: string | RegExp) => expect(bar).toContainText(text);

  await test.step('a message is answered by one of its actions, or dismissed', async () => {
    await runCommand(page, 'Ask Left or Right');
    const message = page.locator('section').filter({ hasText: 'Everything: Which way?' });
    await message.getByRole('button', { name: 'Right' }).click();
    await says('Went Right');
    await expect(message).toHaveCount(0);
    await runCommand(page, 'Ask Left or Right');
    await message.getByRole('button', { name: 'Dismiss' }).click();
    await says('Went nowhere');
  });
  await test.step('an item of the status bar runs a command; one of a list is picked by keyboard', async () => {
    const dialog = page.getByRole('dialog', { name: 'Which fruit?' });
    await page.getByRole('button', { name: 'Fruit' }).click();
    await expect(dialog).toContainText(/Asked by the extension\s*Everything/);
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await says('Picked Banana');
    await page.getByRole('button', { name: 'Fruit' }).press('Enter');
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await page.keyboard.type('che');
    await expect(dialog.getByRole('option')).toHaveText(['Cherry']);
    await page.keyboard.press('Enter');
    await says('Picked Cherry');
    await expect(page.getByRole('button', { name: 'Fruit' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await says('Picked none');
  });
  await test.step('a line of text is asked for', async () => {
    await runCommand(page, 'Ask for a Name');
    const field = page.getByRole('dialog', { name: 'What name?' }).getByRole('textbox');
    await expect(field).toBeFocused();
    await expect(field).toHaveValue('Ada');
    await page.keyboard.type('Grace');
    await page.keyboard.press('Enter');
    await says('Named Grace');
    await runCommand(page, 'Ask for a Name');
    await page.getByRole('dialog', { name: 'What name?' }).getByRole('button', { name: 'Cancel' }).click();
    await says('Named nobody');
  });
  await test.step('a file that may hold secrets is read when the person allows it', async () => {
    const dialog = page.getByRole('alertdialog', { name: 'Let Everything read .env?' });
    await runCommand(page, 'Read the Secret');
    await expect(dialog.getByRole('button', { name: 'Not now' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Allow', exact: true }).click();
    await says('Read KEY=1');
  });
  await test.step('progress is shown until it is cancelled', async () => {
    await runCommand(page, 'Work for Long');
    const bar = page.getByRole('progressbar', { name: 'Working: half of it' });
    await expect(bar).toHaveAttribute('value', '0.5');
    await page.getByRole('button', { name: 'Cancel: Working' }).click();
    await says('Cancelled');
    await expect(bar).toHaveCount(0);
  });
  await test.step('what a command throws is said', async () => {
    await runCommand(page, 'Stumble');
    const notice = page.locator('section').filter({ hasText: 'Everything failed: It stumbled.' });
    await notice.getByRole('button', { name: 'Show extensions' }).click();
    await expect(view.root).toBeVisible();
    await view.close();
  });
  await test.step('its log is in the view', async () => {
    await runCommand(page, 'Write to the Log');
    await view.open();
    await view.item('Everything').getByText('Log', { exact: true }).click();
    await expect(view.root.getByRole('log', { name: 'Log of Everything' })).toContainText(/warn +a line of its own/);
    await view.close();
  });
  await test.step('its commands stay while its host restarts; what it shows goes and comes back', async () => {
    await runCommand(page, 'Running Extensions');
    await expect(view.row('Everything')).toContainText(/process \d+/);
    const row = await view.row('Everything').textContent();
    await view.close();
    await runCommand(page, 'Work for Long');
    await expect(page.getByRole('progressbar')).toBeVisible();
    process.kill(Number(/process (\d+)/.exec(row ?? '')?.[1]), 'SIGKILL');
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await expect.poll(() => offersCommand(page, 'Count Up')).toBe(true);
    await runCommand(page, 'Count Up');
    await says(/Everywhere \d+, here 1/);
    await says('Fruit');
  });
  await test.step('a key that the settings give to a command runs it', async () => {
    const give = (rows: readonly { key: string; command: string }[]) =>
      page.evaluate((keybindings) => window.outrigger.settings.change({ keybindings }), rows);
    await give([{ key: 'ctrl+alt+y', command: 'everything/count' }]);
    await page.keyboard.press('Control+Alt+y');
    await says(/Everywhere \d+, here 2/);
    await give([]);
  });
});

test('settings of every type reach the extension, and what it stores is there after a restart', async ({ open }) => {
  const first = await open({ project: {}, extensions });
  const { page } = first;
  const says = (text: string, on = page) => expect(on.getByRole('contentinfo')).toContainText(text);
  await runCommand(page, 'Tell the Settings');
  await says('hello false 2 green');
  await runCommand(page, 'Count Up');
  const count = /Everywhere (\d+), here 1/;
  await expect(page.getByRole('contentinfo')).toContainText(count);
  const before = Number(count.exec((await page.getByRole('contentinfo').textContent()) ?? '')?.[1]);

  const { page: dialog, open: openSettings } = settingsOf(page);
  await openSettings('Extensions');
  await dialog.getByRole('textbox', { name: 'Greeting' }).fill('good day');
  await page.keyboard.press('Enter');
  await says('greeting is good day now');
  await dialog.getByRole('checkbox', { name: 'Loud' }).press('Space');
  await says('is_loud is true now');
  await dialog.getByRole('spinbutton', { name: 'Times' }).fill('3.5');
  await page.keyboard.press('Enter');
  await says('times is 3.5 now');
  await dialog.getByRole('combobox', { name: 'Colour' }).selectOption('red');
  await says('colour is red now');
  await dialog.getByRole('textbox', { name: 'Greeting' }).fill('');
  await page.keyboard.press('Enter');
  await says('greeting is hello now');

  const second = await first.relaunch();
  await runCommand(second.page, 'Tell the Settings');
  await says('hello true 3.5 red', second.page);
  await runCommand(second.page, 'Count Up');
  await says(`Everywhere ${before + 1}, here 2`, second.page);
  await test.step('another folder has a state of its own', async () => {
    const other = join(second.project, 'other');
    mkdirSync(other);
    await second.page.evaluate((path) => window.outrigger.workspace.open(path), other);
    await runCommand(second.page, 'Count Up');
    await says(`Everywhere ${before + 2}, here 1`, second.page);
  });
});

interface Written {
  readonly open: readonly { name: string; languageId: string; version: number; text: string }[];
  readonly areChangesTrue: boolean;
  readonly heard: readonly string[];
}

test('documents are as they are in the editor, whatever is typed; files are reached in the folder only', async ({
  open,
}) => {
  test.slow();
  const { page, project } = await open({
    project: { 'one.py': 'a = 1\nb = 2\nc = 3\n', 'two.md': '# Two\r\n', 'words.txt': 'hay\nneedle and needle\n' },
    file: 'one.py',
    extensions,
  });
  writeFileSync(join(project, '..', 'outside.txt'), 'secret');
  symlinkSync(join(project, '..', 'outside.txt'), join(project, 'link.txt'));
  const editor = editorOf(page);
  const written = async (): Promise<Written> => {
    // Emptied and not removed: the rows of the tree would move under the pointer of the next double click.
    writeFileSync(join(project, 'documents.json'), '');
    await runCommand(page, 'Write Down the Documents');
    await expect.poll(() => read(project, 'documents.json')).not.toBeNull();
    return read(project, 'documents.json') as Written;
  };
  const heard = async (name: string) => (await written()).open.find((document) => document.name === name);
  const shown = async (name: string) =>
    (await editor.text(name).locator('.cm-line').allTextContents())
      .map((line) => `${line}\n`)
      .join('')
      .slice(0, -1);

  await test.step('those that are open', async () => {
    expect(await heard('one.py')).toMatchObject({ languageId: 'python', text: 'a = 1\nb = 2\nc = 3\n' });
  });
  await test.step('fast typing, undo, several cursors', async () => {
    await editor.text('one.py').click();
    await page.keyboard.press('ControlOrMeta+Home');
    await page.keyboard.insertText('x'.repeat(500));
    await page.keyboard.press('Enter');
    await page.keyboard.type('fast = [1, (2, "three")]\nand = "more"\n');
    for (let count = 0; count < 3; count++) await page.keyboard.press('ControlOrMeta+Z');
    await page.keyboard.press('ControlOrMeta+Home');
    for (let count = 0; count < 2; count++) await page.keyboard.press('ControlOrMeta+Alt+ArrowDown');
    await page.keyboard.type('héé😀 ');
    // Anywhere: the long line has several rows, and whether it is there depends on how far one undo goes.
    await expect.poll(async () => (await heard('one.py'))?.text.match(/héé😀 /g)).toHaveLength(3);
    await editor.text('one.py').evaluate(pressAtOnce, ['Enter', 'Alt+ArrowDown', 'Backspace', 'Alt+ArrowUp', 'Enter']);
    await page.keyboard.press('Escape');
    await expect.poll(() => heard('one.py').then((document) => document?.text)).toBe(await shown('one.py'));
    expect((await written()).areChangesTrue).toBe(true);
  });
  await test.step('opened, saved, closed', async () => {
    await editor.save('one.py');
    expect(readFileSync(join(project, 'one.py'), 'utf8')).toBe((await heard('one.py'))?.text);
    await editor.open('two.md');
    await expect.poll(() => heard('two.md')).toMatchObject({ text: '# Two\n' });
    await editor.typeAtStart('!');
    await expect.poll(() => heard('two.md')).toMatchObject({ languageId: 'markdown', text: '!# Two\n' });
    await editor.save('two.md');
    await page.keyboard.press('ControlOrMeta+W');
    await expect.poll(() => heard('two.md')).toBeUndefined();
    expect((await written()).heard.filter((line) => line.endsWith(' two.md'))).toEqual(
      ['opened', 'changed', 'saved', 'closed'].map((what) => `${what} two.md`),
    );
    expect((await written()).heard).toContain('saved one.py');
  });
  await test.step('files', async () => {
    await runCommand(page, 'Use the Files');
    await expect.poll(() => read(project, 'files.json')).not.toBeNull();
    expect(read(project, 'files.json')).toEqual({
      folder: 'project',
      text: 'one needle\n',
      bytes: 11,
      kind: 'directory',
      absent: null,
      list: [
        { name: 'by', kind: 'directory' },
        { name: 'it.txt', kind: 'file' },
      ],
      found: ['made/it.txt', 'words.txt'],
      matches: [
        { path: 'made/it.txt', line: 1, column: 5, text: 'one needle' },
        { path: 'words.txt', line: 2, column: 1, text: 'needle and needle' },
      ],
      isPartial: false,
      above: 'file-outside-project',
      throughLink: 'file-outside-project',
      overLink: 'file-outside-project',
      ownTrust: 'file-denied',
      missing: 'file-not-found',
    });
    expect(readFileSync(join(project, '..', 'outside.txt'), 'utf8')).toBe('secret');
  });
});

test('nothing is loaded before it is needed', { tag: '@soak' }, async ({ launch }) => {
  const folder = testFolder();
  const waits = (id: string, event: string) => {
    writeExtension(folder, id, { top: `activation_events = ["${event}"]`, code: shows(`${id} is here`) });
  };
  waits('starter', 'onStartup');
  waits('linguist', 'onLanguage:python');
  waits('finder', 'workspaceContains:**/*.mark');
  waits('absent', 'workspaceContains:**/*.none');
  const tables = '[commands.go]\ntitle = "Go There"\n';
  writeExtension(folder, 'runner', {
    tables,
    code: `context.commands.register('go', () => { ${shows('runner ran')} });`,
  });
  const failing = '[commands.fall]\ntitle = "Fall Down"\n';
  writeExtension(folder, 'faller', { tables: failing, code: 'throw new Error("It fell.");' });
  const { page } = await launch({
    project: { 'deep/down/x.mark': '', 'main.py': 'pass\n' },
    args: [`--extension-path=${folder}`],
  });
  const said = (text: string) => expect(page.getByRole('contentinfo')).toContainText(text);

  await said('starter is here');
  await said('finder is here');
  await expect
    .poll(() => running(page))
    .toEqual({
      'The starter': 'onStartup',
      'The finder': 'workspaceContains:**/*.mark',
    });
  await editorOf(page).open('main.py');
  await said('linguist is here');
  await runCommand(page, 'Go There');
  await said('runner ran');
  const two = { 'The linguist': 'onLanguage:python', 'The runner': 'onCommand:go' };
  await expect.poll(() => running(page)).toMatchObject(two);
  await runCommand(page, 'Fall Down');
  await expect(page.getByText('The faller failed: It fell.')).toBeVisible();
  const names = async () => Object.keys(await running(page)).sort();
  await expect.poll(names).toEqual(['finder', 'linguist', 'runner', 'starter'].map(named));
  const view = extensionsViewOf(page);
  await view.open();
  await expect(view.item('The faller')).toContainText('Failed');
  await expect(view.item('The absent')).toContainText('Ready, loads when needed');
});

const named = (id: string): string => `The ${id}`;

/** The running extensions of the test, with their activation reasons. */
async function running(page: Page): Promise<Record<string, string>> {
  const view = extensionsViewOf(page);
  await runCommand(page, 'Running Extensions');
  const rows = view.root.getByRole('row', { name: /^The / });
  await expect(rows.first()).toBeVisible();
  const found = await rows.evaluateAll((all) =>
    all.map((row) => [
      row.getAttribute('aria-label') ?? '',
      row.querySelectorAll('td')[1]?.firstChild?.textContent ?? '',
    ]),
  );
  await view.close();
  return Object.fromEntries(found);
}

/** Presses keys without any pause. */
function pressAtOnce(element: Element, keys: readonly string[]): void {
  for (const name of keys) {
    const altKey = name.startsWith('Alt+');
    const key = altKey ? name.slice('Alt+'.length) : name;
    element.dispatchEvent(new KeyboardEvent('keydown', { key, altKey, bubbles: true, cancelable: true }));
  }
}

/** null: the file is missing or incomplete. */
function read(folder: string, name: string): unknown {
  try {
    return JSON.parse(readFileSync(join(folder, name), 'utf8'));
  } catch {
    return null;
  }
}
