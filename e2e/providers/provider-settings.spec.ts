import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { startProviderServer } from '../servers/provider-server.ts';
import { type ExtensionText, testFolder, writeExtension } from '../support/hosts/extension-folder.ts';
import { forgetKey, keyOf } from '../support/keys/keyring.ts';
import { settingsOf } from '../support/views/settings.ts';

const provider = ['openai-compatible', 'openai-compatible'] as const;
const newKey = () => `sk-canary-${randomUUID()}`;
const settingsFor = ({ url }: { readonly url: string }) => ({ extensions: { 'openai-compatible': { base_url: url } } });
const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name });

// The tests share one account of one keyring.
test.describe.configure({ mode: 'default' });
test.beforeEach(() => forgetKey(...provider));
test.afterAll(() => forgetKey(...provider));

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
