import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { startCountingServer } from '../servers/counting-server.ts';
import { startKeyServer } from '../servers/key-server.ts';
import { testFolder } from '../support/hosts/extension-folder.ts';
import { writeKeyed } from '../support/keys/keyed-extension.ts';
import { forgetKey, keyOf } from '../support/keys/keyring.ts';
import { pageText } from '../support/processes/traces.ts';
import { extensionsViewOf } from '../support/views/extensions-view.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';

/** The page of a provider in Settings, of an extension that is installed and uninstalled. */

const id = 'paged';
const account = [id, id] as const;
const wrong = `sk-canary-${randomUUID()}`;
const keys = { first: `sk-canary-${randomUUID()}`, second: `sk-canary-${randomUUID()}` };

test.beforeEach(() => forgetKey(...account));
test.afterAll(() => forgetKey(...account));

test('a provider is set up, tested, given another key and taken away on its page', async ({ launch }) => {
  test.slow();
  const server = await startKeyServer(keys);
  const elsewhere = await startCountingServer();
  const markdown = `**Get a key** at [the service](https://keys.example.com).

<script>document.title = 'taken over'</script><img src="${elsewhere.url}html.png" onerror="document.title = 'taken over'">

![a picture](${elsewhere.url}picture.png) [run](javascript:document.title='taken-over')`;
  const { page, userData } = await launch({
    settings: { model: 'test-provider:sample/sample', extensions: { [id]: { base_url: server.url } } },
    args: [`--install-extension=${writeKeyed(testFolder(), id, markdown)}`],
  });
  const title = await page.title();
  const view = extensionsViewOf(page);
  await expect(view.consent).toContainText('KEYED_KEY');
  await view.consent.getByRole('button', { name: 'Install' }).click();
  await expect(view.consent).toBeHidden();
  const { host } = new URL(server.url);

  const settings = settingsOf(page);
  const { page: shown } = settings;
  const button = (name: string) => shown.getByRole('button', { name, exact: true });
  const tried = shown.getByText(/^Keyed answered in /);
  const refusal = shown.getByRole('alert');
  const typeKey = async (dialog: ReturnType<typeof dialogOf>, key: string) => {
    await dialog.getByLabel(/^Key of Keyed/).fill(key);
    await page.keyboard.press('Enter');
  };
  await settings.openProvider(/^Keyed/);

  await test.step('without a key there is nothing to test', async () => {
    await expect(shown).toContainText('Needs a key.');
    await expect(shown).toContainText('It was not set when the app started.');
    await button('Test connection').click();
    await expect(refusal).toContainText('Keyed has no key yet.');
    expect(server.seen()).toEqual([]);
  });

  await test.step('with one the connection is tested', async () => {
    await button('Enter key').click();
    await typeKey(dialogOf(page, 'Keyed needs a key'), keys.first);
    await expect(shown).toContainText('Ready.');
    await expect(shown).toContainText('1 model.');
    server.seen();
    await button('Test connection').click();
    await expect(tried).toContainText('and offers 1 model.');
    expect(server.seen()).toEqual(['first']);
  });

  await test.step('another key that is refused leaves it at the present one', async () => {
    const dialog = dialogOf(page, 'A new key for Keyed');
    await button('Replace key').click();
    await typeKey(dialog, wrong);
    await expect(dialog.getByRole('alert')).toContainText(`${host} did not accept`);
    const selection = () =>
      dialog
        .getByLabel(/^Key of Keyed/)
        .evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd]);
    await expect.poll(selection).toEqual([0, wrong.length]);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect(await keyOf(...account)).toBe(keys.first);
    server.seen();
    await button('Test connection').click();
    await expect(tried).toBeVisible();
    expect(server.seen()).toEqual(['first']);
  });

  await test.step('one that is accepted takes its place', async () => {
    const dialog = dialogOf(page, 'A new key for Keyed');
    await button('Replace key').click();
    await typeKey(dialog, keys.second);
    await expect(dialog).toBeHidden();
    await expect(button('Replace key')).toBeFocused();
    expect(await keyOf(...account)).toBe(keys.second);
    server.seen();
    await button('Test connection').click();
    await expect(tried).toBeVisible();
    expect(server.seen()).toEqual(['second']);
  });

  await test.step('a key that is not taken any more, and a service that is away, are told as that', async () => {
    server.setTaken('second', false);
    await button('Test connection').click();
    await expect(refusal).toContainText(`${host} did not accept the key.`);
    server.setTaken('second', true);
    server.leave();
    await button('Test connection').click();
    await expect(refusal).toContainText(`Nothing answers at ${host}. Check the connection`);
    expect(await keyOf(...account)).toBe(keys.second);
    await server.comeBack();
    await button('Test connection').click();
    await expect(tried).toBeVisible();
    await expect(refusal).toHaveCount(0);
    await expect(shown).toContainText('Ready.');
  });

  await test.step('what the extension has to say is text: nothing of it runs or is fetched', async () => {
    const words = shown.getByRole('region', { name: 'From the extension' });
    await expect(words.getByText('Get a key', { exact: true })).toBeVisible();
    await expect(words.getByRole('link', { name: 'the service' })).toBeVisible();
    await expect(words.getByRole('link', { name: 'run' })).toHaveCount(0);
    await expect(words.locator('script, img')).toHaveCount(0);
    expect(await page.title()).toBe(title);
    expect(elsewhere.connections()).toBe(0);
  });

  await test.step('its settings are on it, and hold at once', async () => {
    const other = await startKeyServer(keys);
    await shown.getByLabel('Base URL').fill(other.url);
    await page.keyboard.press('Enter');
    await expect.poll(() => other.seen()).toEqual(['second']);
    await shown.getByLabel('Base URL').fill(server.url);
    await page.keyboard.press('Enter');
    await button('Test connection').click();
    await expect(tried).toBeVisible();
    await other.close();
  });

  await test.step('the list of keys says whose it is, and not what it is', async () => {
    await settings.open('Keys');
    const entry = shown.getByRole('listitem').filter({ hasText: 'Keyed' });
    await expect(entry).toContainText('Keyed · Key of Keyed');
    await expect(entry).toContainText(`In your system keychain · extension The ${id} ${id}`);
    await expect(entry).not.toContainText(keys.second);
    expect(await pageText(page)).not.toContain(keys.second);
    await settings.open(/^Keyed/);
  });

  await test.step('deleted on its page, it is gone and can be entered again', async () => {
    await button('Delete').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(shown).toContainText('Needs a key.');
    await expect(button('Enter key')).toBeFocused();
    expect(await keyOf(...account)).toBeNull();
    await button('Enter key').click();
    const dialog = dialogOf(page, 'Keyed needs a key');
    await typeKey(dialog, keys.first);
    await expect(shown).toContainText('Ready.');
    // It is ready with the key that was typed, which is stored when the dialog closes.
    await expect(dialog).toBeHidden();
    expect(await keyOf(...account)).toBe(keys.first);
    await settings.close();
  });

  await test.step('uninstalled, its provider, its key and its settings go', async () => {
    await view.open();
    await view.button(`Uninstall The ${id}`).click();
    await view.consent.getByRole('button', { name: 'Uninstall' }).click();
    await expect(view.item(`The ${id}`)).toHaveCount(0);
    await view.close();
    await expect.poll(() => keyOf(...account)).toBeNull();
    await settings.open('Keys');
    await expect(shown.getByRole('listitem').first()).toBeVisible();
    await expect(shown.getByRole('listitem').filter({ hasText: 'Keyed' })).toHaveCount(0);
    await expect(shown.getByRole('region', { name: 'Left behind' })).toHaveCount(0);
    await expect(settings.tab(/^Keyed/)).toHaveCount(0);
    await settings.close();
    const kept = async () => JSON.parse(await readFile(join(userData, 'settings.json'), 'utf8')).extensions ?? {};
    await expect.poll(kept).not.toHaveProperty(id);
    await panelOf(page).model.click();
    await expect(panelOf(page).root.getByRole('option', { name: /^Keyed/ })).toHaveCount(0);
  });
  await Promise.all([server.close(), elsewhere.close()]);
});

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });
