import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import {
  extensionFiles,
  mainOf,
  manifestOf,
  packTgz,
  packZip,
  shows,
  testFolder,
  writeExtension,
} from '../support/hosts/extension-folder.ts';
import { startAgain } from '../support/processes/app-process.ts';
import { expectAccessible } from '../support/views/accessible.ts';
import { editorOf } from '../support/views/editor.ts';
import { answerDialog, extensionsViewOf, offersCommand, runCommand } from '../support/views/extensions-view.ts';

const onStartup = 'activation_events = ["onStartup"]';
const readsFiles = '[capabilities]\nworkspace = "read"\n';

test('the view lists every extension with what it is and why it is off, and the failed one is tried again', async ({
  launch,
}) => {
  const folder = testFolder();
  const brittle = writeExtension(folder, 'brittle', { top: onStartup, code: 'throw new Error("The vase broke.");' });
  const bad = writeExtension(folder, 'bad');
  writeFileSync(join(bad, 'extension.toml'), 'id = "bad"\nname = "Bad"\nversion = "one"\n');
  const first = writeExtension(join(folder, 'first'), 'twin', { tables: '[commands.hop]\ntitle = "Hop"\n' });
  const second = writeExtension(join(folder, 'second'), 'twin', { version: '2.0.0' });
  const kinds = ['worker', 'js'] as const;
  const garbled = kinds.map((kind) => {
    const path = writeExtension(folder, `garbled-${kind}`, { kind, top: onStartup });
    writeFileSync(join(path, 'main.js'), "import './part.js';\n");
    writeFileSync(join(path, 'part.js'), 'export const vase = 1;\nlet shards = = 2;\n');
    return path;
  });
  const args = [brittle, bad, first, second, ...garbled].map((path) => `--extension-path=${path}`);
  const { page } = await launch({ project: {}, args });
  const view = extensionsViewOf(page);
  await expect(page.locator('section').filter({ hasText: 'The vase broke.' })).toBeVisible();

  const told = "part.js:2:14: Unexpected token '='";
  for (const kind of kinds) {
    const notice = page.locator('section').filter({ hasText: `The garbled-${kind} failed: ${told}` });
    await expect(notice).toBeVisible();
    // Older notices are collapsed.
    await notice.getByRole('button', { name: /^Dismiss/ }).click();
  }
  await expect(page.getByRole('button', { name: 'Extensions: running, 4 failed' })).toBeVisible();
  await test.step('what a notice offers leads into the view', async () => {
    const notice = page.locator('section').filter({ hasText: `${join(bad, 'extension.toml')}:3` });
    await notice.getByRole('button', { name: 'Show extensions' }).click();
    await expect(view.root).toBeVisible();
  });
  await test.step('each with its state', async () => {
    await expect(view.item('The twin').first()).toContainText('Ready, loads when needed');
    await expect(view.item('The twin').first()).toContainText('1 command (Hop)');
    await expect(view.item('The twin').last()).toContainText(`Not used`);
    await expect(view.item('The twin').last()).toContainText(`the one in ${first} comes first`);
    await expect(view.item('bad')).toContainText(`${join(bad, 'extension.toml')}:3: `);
    await expect(view.item('Test provider')).toContainText('comes with the app');
    await expectAccessible(page, 'dialog[open]');
  });
  await test.step('what is no program is told with file, line and column, in the Details and the Log', async () => {
    for (const kind of kinds) {
      const item = view.item(`The garbled-${kind}`);
      await item.getByText('Details', { exact: true }).click();
      await expect(item.locator('pre').first()).toContainText(told);
      await item.getByText('Log', { exact: true }).click();
      await expect(item.getByRole('log')).toContainText(`could not be activated: SyntaxError: ${told}`);
    }
  });
  await test.step('a failed one shows its stack, and runs when it was mended', async () => {
    await expect(view.item('The brittle')).toContainText('Failed');
    await view.item('The brittle').getByText('Details', { exact: true }).click();
    await expect(view.item('The brittle')).toContainText(/main\.js:2/);
    await view.button('Restart The brittle').click();
    await expect(view.outcome).toContainText('The vase broke.');
    writeFileSync(join(brittle, 'main.js'), mainOf(shows('whole')));
    await view.button('Restart The brittle').click();
    await expect(view.item('The brittle')).toContainText('Running');
    await expect(page.getByText('whole', { exact: true })).toBeAttached();
    await expect(view.outcome).toBeEmpty();
  });
  await test.step('one that is disabled is gone, and is back when it is enabled', async () => {
    await view.button('Disable The brittle').click();
    await expect(view.item('The brittle')).toContainText('Off');
    await expect(page.getByText('whole', { exact: true })).toHaveCount(0);
    await view.button('Enable The brittle').press('Enter');
    await expect(view.item('The brittle')).toContainText('Running');
    await expect(page.getByText('whole', { exact: true })).toBeAttached();
  });
  await test.step('the arrow keys go from tab to tab', async () => {
    await view.root.getByRole('tab', { name: 'Installed' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(view.root.getByRole('tab', { name: 'Running', selected: true })).toBeFocused();
    await expect(view.row('The brittle')).toContainText('onStartup');
  });
});

test('the running ones are shown with what they do, as they do it', async ({ open }) => {
  const { page } = await open({ project: {}, extensions: ['everything'] });
  // Another test may have loaded it.
  await page.evaluate(async () => {
    for (const isEnabled of [false, true]) await window.outrigger.extensions.setEnabled('everything', isEnabled);
  });
  const view = extensionsViewOf(page);
  await test.step('its commands are there before it is loaded', async () => {
    await runCommand(page, 'Running Extensions');
    await expect(view.root.getByRole('row').or(view.root.getByText('No extension is running')).first()).toBeVisible();
    await expect(view.row('Everything')).toHaveCount(0);
    await view.close();
    await expect.poll(() => offersCommand(page, 'Count Up')).toBe(true);
    await expect(page.getByRole('contentinfo')).not.toContainText('Fruit');
  });
  await runCommand(page, 'Count Up');
  await expect(page.getByText(/^Everywhere \d+, here 1$/)).toBeVisible();
  await runCommand(page, 'Stumble');
  await expect(page.getByText('It stumbled.')).toBeVisible();
  await runCommand(page, 'Running Extensions');

  const row = view.row('Everything');
  const pid = async (): Promise<number> => Number(/process (\d+)/.exec((await row.textContent()) ?? '')?.[1]);
  const isRunning = /running.*process \d+/;
  await test.step('host, reason, calls, times, memory, errors', async () => {
    await expect(row).toContainText(/running.*sandbox, process \d+/);
    await expect(row).toContainText(/onCommand:count.*in \d+(\.\d)? ms/);
    await expect(row.getByRole('cell').nth(2)).toHaveText(/^[1-9]/);
    await expect(row.getByRole('cell').nth(3)).toHaveText(/ms mean.*ms p95/);
    await expect(row.getByRole('cell').nth(4)).toHaveText(/^[1-9]\d* MB/);
    await expect(row.getByRole('cell').nth(5)).toHaveText(/^1/);
    await expectAccessible(page, 'dialog[open]');
  });
  await test.step('a crash shows while one looks, and the extension in its new process', async () => {
    const before = await pid();
    process.kill(before, 'SIGKILL');
    await expect(row).toContainText(/Crashed at .+: /);
    await expect.poll(pid).not.toBe(before);
    await expect(row).toContainText(isRunning);
  });
  await test.step('it is restarted from there', async () => {
    const before = await pid();
    await view.button('Restart the host of Everything').click();
    await expect.poll(async () => [before, Number.NaN].includes(await pid())).toBe(false);
    await expect(row).toContainText(isRunning);
  });
});

test('extensions are installed, updated and uninstalled while the app goes on', async ({ launch }) => {
  test.slow();
  const folder = testFolder();
  const asking = writeExtension(folder, 'asking', { kind: 'js', tables: readsFiles });
  const { app, page, userData } = await launch({
    project: { 'a.txt': 'text\n' },
    file: 'a.txt',
    settings: { theme: 'dark' },
    args: [`--install-extension=${asking}`],
  });
  const view = extensionsViewOf(page);
  const installed = () => readdirSync(join(userData, 'extensions'));
  const status = (text: string) => page.getByText(text, { exact: true });

  await test.step('the command line asks as well; Cancel leaves nothing', async () => {
    await expect(view.consent).toContainText('Install The asking?');
    await expect(view.consent).toContainText('Runs outside the sandbox');
    await expect(view.consent).toContainText('Reads files in the open folder and what you type.');
    await expect(view.consent.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expectAccessible(page, 'dialog[open]');
    await page.keyboard.press('Enter');
    await expect(view.consent).toHaveCount(0);
    await expect.poll(installed).toEqual([]);
  });
  await editorOf(page).text('a.txt').click();
  await expect(editorOf(page).text('a.txt')).toBeFocused();
  await editorOf(page).typeAtStart('kept ');
  await view.open();

  await test.step('from a folder, by the dialog', async () => {
    const lamp = writeExtension(folder, 'lamp', { top: onStartup, code: shows('light 1') });
    await answerDialog(app, lamp);
    await view.button('Install folder…').click();
    await expect(view.consent).toContainText('it runs in a sandbox without files and network');
    await view.consent.getByRole('button', { name: 'Install' }).click();
    await expect(view.outcome).toHaveText('The lamp 1.0.0 is installed.');
    await expect(view.item('The lamp')).toContainText('installed by you');
    await expect(status('light 1')).toBeAttached();
  });
  await test.step('a newer one from a .tgz asks again, and says what is new', async () => {
    const lamp = writeExtension(join(folder, 'newer'), 'lamp', {
      version: '1.1.0',
      top: onStartup,
      tables: readsFiles,
      code: shows('light 2'),
    });
    await answerDialog(app, packTgz(lamp));
    await view.button('Install archive…').click();
    await expect(view.consent).toContainText('Update The lamp?');
    await expect(view.consent).toContainText('1.0.0 → 1.1.0');
    await expect(view.consent).toContainText('What it asks for and 1.0.0 did not');
    await page.keyboard.press('Escape');
    await expect(view.consent).toHaveCount(0);
    await expect(view.item('The lamp')).toContainText('1.0.0');
    await view.button('Install archive…').press('Enter');
    await expect(view.consent.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(view.consent.getByRole('button', { name: 'Update' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(view.item('The lamp')).toContainText('1.1.0');
    await expect(status('light 2')).toBeAttached();
    await expect(status('light 1')).toHaveCount(0);
  });
  await test.step('an older one takes its place under a name of its own', async () => {
    await answerDialog(app, writeExtension(join(folder, 'older'), 'lamp', { version: '1.0.5' }));
    await view.button('Install folder…').click();
    await expect(view.consent).toContainText('Replace The lamp with an older version?');
    await expect(view.consent.getByRole('button', { name: 'Replace' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(view.consent).toHaveCount(0);
  });
  await test.step('what is none is refused with its reason, and leaves nothing', async () => {
    await answerDialog(app, folder);
    await view.button('Install folder…').click();
    await expect(view.outcome).toContainText('cannot be installed');
    await expect.poll(installed).toEqual(['lamp']);
  });
  await test.step('a folder is dropped on the view, a .zip anywhere', async () => {
    await drop(page, writeExtension(folder, 'gong'));
    await expect(view.consent).toContainText('Install The gong?');
    await view.consent.getByRole('button', { name: 'Cancel' }).click();
    await expect(view.consent).toHaveCount(0);
    await view.close();
    await drop(page, packZip(writeExtension(folder, 'bell', { tables: '[commands.ring]\ntitle = "Ring Bell"\n' })));
    await view.consent.getByRole('button', { name: 'Install' }).click();
    await expect(page.getByText('The bell 1.0.0 is installed.')).toBeVisible();
    await expect.poll(() => offersCommand(page, 'Ring Bell')).toBe(true);
  });
  await test.step('a second start hands over what it is to install', async () => {
    const horn = writeExtension(folder, 'horn', { top: onStartup, code: shows('honk') });
    expect(await startAgain({ userData }, `--install-extension=${horn}`)).toBe(0);
    await view.consent.getByRole('button', { name: 'Install' }).click();
    await expect(status('honk')).toBeVisible();
  });
  await test.step('uninstalled, it is gone with its folder and its commands', async () => {
    await view.open();
    for (const name of ['The bell', 'The horn']) {
      await view.button(`Uninstall ${name}`).click();
      await view.consent.getByRole('button', { name: 'Uninstall' }).click();
      await expect(view.item(name)).toHaveCount(0);
    }
    await expect(status('honk')).toHaveCount(0);
    await expect.poll(installed).toEqual(['lamp']);
    await view.close();
    await expect.poll(() => offersCommand(page, 'Ring Bell')).toBe(false);
  });
  await expect(editorOf(page).text('a.txt')).toHaveText('kept text');
  await expect(editorOf(page).dirtyTab('a.txt')).toBeVisible();
});

test('a folder’s own extensions run when it is trusted and each was allowed what it asks for', async ({ open }) => {
  test.slow();
  const helper = { top: onStartup, tables: readsFiles, code: shows('helping') };
  const project = {
    ...extensionFiles('.outrigger/extensions', 'helper', helper),
    ...extensionFiles('.outrigger/extensions', 'modest', { top: onStartup, code: shows('modest') }),
  };
  const first = await open({ project, settings: { theme: 'dark' } });
  const view = extensionsViewOf(first.page);
  const notice = first.page.locator('section').filter({ hasText: 'has extensions of its own' });
  await notice.getByRole('button', { name: 'Show extensions' }).click();
  await expect(view.item('Test provider')).toBeVisible();
  await expect(view.item('The modest')).toHaveCount(0);
  await expect(notice).toHaveCount(0);

  await view.button('Trust folder').press('Enter');
  await expect(view.item('The modest')).toContainText('Running');
  await expect(view.button('Trust folder')).toHaveCount(0);
  await expect(view.item('The helper')).toContainText('Needs your consent');
  await expect(view.item('The helper')).toContainText('Reads files in the open folder and what you type.');
  await expect(first.page.getByText('helping', { exact: true })).toHaveCount(0);
  await expectAccessible(first.page, 'dialog[open]');
  await view.button('Allow what The helper asks for').click();
  await expect(view.item('The helper')).toContainText('Running');
  // The focus is not lost with the button.
  await expect(view.root.getByRole('tab', { name: 'Installed' })).toBeFocused();

  await test.step('after a new start the one that asks for more now is off until it is allowed, and says so', async () => {
    const more = { ...helper, tables: '[capabilities]\nworkspace = "write"\n' };
    writeFileSync(join(first.project, '.outrigger/extensions/helper/extension.toml'), manifestOf('helper', more));
    const { page } = await first.relaunch();
    await expect(page.getByText('The extension The helper is off until you allow what it asks for.')).toBeVisible();
    await expect(page.getByText('modest', { exact: true })).toBeVisible();
    await expect(page.getByText('helping', { exact: true })).toHaveCount(0);
    await expect(page.getByText('has extensions of its own')).toHaveCount(0);

    const later = extensionsViewOf(page);
    await page.locator('section').getByRole('button', { name: 'Show extensions' }).first().click();
    await later.button('Stop trusting').click();
    await expect(later.item('The modest')).toHaveCount(0);
    await expect(page.getByText('modest', { exact: true })).toHaveCount(0);
    await expect(later.button('Trust folder')).toBeVisible();
  });
});

test('an extension of others with a name like the app’s is marked as not bundled, and one with a name of its own is not', async ({
  open,
}) => {
  const tables = '[language_model_providers.chat]\nname = "Outrigger chat"\n';
  const project = {
    ...extensionFiles('.outrigger/extensions', 'outrigger', { top: onStartup, tables, code: shows('mine') }),
    ...extensionFiles('.outrigger/extensions', 'parrot', { top: onStartup }),
  };
  const { page } = await open({ project, isTrusted: true });
  const view = extensionsViewOf(page);
  await expect(page.getByText('mine', { exact: true })).toBeVisible();
  await view.open();
  await expect(view.item('The outrigger (not bundled)')).toContainText('Outrigger chat (not bundled)');
  await expect(view.item('The parrot')).toBeVisible();
  await expect(view.item('The parrot')).not.toContainText('not bundled');
  await expect(view.item('The outrigger')).toHaveCount(0);
});

/** Drops a file from the disk into the middle of the window. */
async function drop(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 400, y: 300, data });
  }
  await session.detach();
}
