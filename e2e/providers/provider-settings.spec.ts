import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { startProviderServer } from '../servers/provider-server.ts';
import { type ExtensionText, testFolder, writeExtension } from '../support/hosts/extension-folder.ts';
import { forgetKey, keyOf } from '../support/keys/keyring.ts';
import { filesWith, heapText, pageText } from '../support/processes/traces.ts';
import { settingsOf } from '../support/views/settings.ts';

const provider = ['openai-compatible', 'openai-compatible'] as const;
const newKey = () => `sk-canary-${randomUUID()}`;
const settingsFor = ({ url }: { readonly url: string }) => ({ extensions: { 'openai-compatible': { base_url: url } } });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

// The tests share one account of one keyring.
test.describe.configure({ mode: 'default' });
test.beforeEach(() => forgetKey(...provider));
test.afterAll(() => forgetKey(...provider));

test('the page of a provider shows how it is, takes a key that works and tests the connection', {
  tag: '@soak',
}, async ({ launch }) => {
  test.slow();
  const key = newKey();
  const wrong = newKey();
  const server = await startProviderServer(chatCompletions, { key });
  const { page, userData } = await launch({ settings: settingsFor(server) });
  const settings = settingsOf(page);
  const dialog = dialogOf(page, 'OpenAI-compatible needs a key');
  const field = dialog.getByLabel(/^API key/);
  await settings.openProvider(/^OpenAI-compatible/);
  const button = (name: string) => settings.page.getByRole('button', { name, exact: true });

  await test.step('without a key it says so', async () => {
    await expect(settings.tab(/^OpenAI-compatible/)).toHaveAccessibleName('OpenAI-compatible Not set up');
    await expect(settings.page).toContainText('Needs a key.');
    await expect(settings.page).toContainText('Not set · extension OpenAI-compatible openai-compatible');
  });

  await test.step('a wrong key is refused in the same dialog, with what was typed kept and selected', async () => {
    await button('Enter key').click();
    await expect(field).toBeFocused();
    // By the keyboard: a value filled in by a script stays in the script's memory.
    await page.keyboard.insertText(wrong);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog.getByRole('alert')).toContainText('did not accept the key.');
    await expect(field).toBeFocused();
    await expect.poll(() => selectedIn(page)).toBe(wrong.length);
    expect(await heapText(page)).toContain(wrong);
    expect(await keyOf(...provider)).toBeNull();
  });

  await test.step('the right one is accepted, and the keyboard is where it was', async () => {
    await page.keyboard.insertText(key);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(settings.page).toContainText('Ready.');
    await expect(settings.page).toContainText('In your system keychain');
    await expect(button('Replace key')).toBeFocused();
    expect(await keyOf(...provider)).toBe(key);
    const heap = await heapText(page);
    for (const secret of [key, wrong]) {
      expect(heap).not.toContain(secret);
      expect(await pageText(page)).not.toContain(secret);
      expect(await filesWith(userData, secret)).toEqual([]);
    }
  });

  await test.step('the connection is tested on request', async () => {
    await button('Test connection').click();
    await expect(settings.page.getByText(/OpenAI-compatible answered in .+ and offers 3 models\./)).toBeVisible();
  });

  await test.step('a new key that is refused leaves the present one as it is', async () => {
    const replacing = dialogOf(page, 'A new key for OpenAI-compatible');
    await button('Replace key').click();
    await expect(replacing).toContainText('The current key stays until the new one is accepted.');
    await replacing.getByLabel(/^API key/).fill(wrong);
    await page.keyboard.press('Enter');
    await expect(replacing.getByRole('alert')).toContainText('did not accept');
    await page.keyboard.press('Escape');
    await expect(replacing).toBeHidden();
    await expect(button('Replace key')).toBeFocused();
    await expect(settings.page).toContainText('Ready.');
    expect(await keyOf(...provider)).toBe(key);
  });

  await test.step('signed out, the key is gone', async () => {
    await button('Sign out').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(settings.page).toContainText('Needs a key.');
    await expect.poll(() => keyOf(...provider)).toBeNull();
  });
  await server.close();
});

test('a key that is being tried can be given up, and a service that is away is told in the dialog', async ({
  open,
}) => {
  const server = await startProviderServer(chatCompletions, { key: newKey() });
  const { page } = await open({ settings: settingsFor(server) });
  const settings = settingsOf(page);
  const dialog = dialogOf(page, 'OpenAI-compatible needs a key');
  await settings.openProvider(/^OpenAI-compatible/);
  await settings.page.getByRole('button', { name: 'Enter key' }).click();
  await dialog.getByLabel(/^API key/).fill(newKey());
  server.leave();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('Check the connection');
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await expect(settings.page.getByRole('alert')).toHaveCount(0);
  expect(await keyOf(...provider)).toBeNull();
  await server.close();
});

const keeper = ['keeper', 'keeper'] as const;
/** A provider that stores a key without using it. */
const keeperText: ExtensionText = {
  top: 'activation_events = ["onProvider:keeper"]',
  tables: '[language_model_providers.keeper]\nname = "Keeper"\n[language_model_providers.keeper.auth]\n',
  code: `const { credentials, languageModels } = context;
  languageModels.registerProvider({ id: 'keeper', name: 'Keeper' }, {
    models: () => [],
    isAuthenticated: async () => (await credentials.get('keeper')) !== null,
    authenticate: async () => {
      await credentials.request('keeper', { credentialType: 'oauth-token', label: 'Token of the keeper' });
    },
    resetCredentials: () => credentials.delete('keeper'),
    async *stream() {},
  });`,
};

test('a key whose extension is gone is listed apart, kept until it is deleted', async ({ launch }) => {
  await forgetKey(...keeper);
  const folder = writeExtension(testFolder(), 'keeper', keeperText);
  const token = newKey();
  const first = await launch({ args: [`--extension-path=${folder}`] });
  await test.step('a token is asked for as one', async () => {
    const settings = settingsOf(first.page);
    await settings.openProvider(/^Keeper/);
    await settings.page.getByRole('button', { name: 'Enter key' }).click();
    await dialogOf(first.page, 'Keeper needs a token').getByLabel('Token of the keeper').fill(token);
    await first.page.keyboard.press('Enter');
    await expect(settings.page).toContainText('Ready.');
    expect(await keyOf(...keeper)).toBe(token);
  });

  rmSync(folder, { recursive: true });
  const { page } = await first.relaunch();
  const settings = settingsOf(page);
  await settings.open('Keys');
  const left = settings.page.getByRole('region', { name: 'Left behind' });
  await expect(left.getByRole('listitem')).toContainText(`That extension was in ${folder}`);
  await left.getByRole('button', { name: 'Delete the key for keeper' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(left).toBeHidden();
  await expect.poll(() => keyOf(...keeper)).toBeNull();
});

/** Number of selected characters in the focused field. */
const selectedIn = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const field = document.activeElement;
    return field instanceof HTMLInputElement ? (field.selectionEnd ?? 0) - (field.selectionStart ?? 0) : -1;
  });
