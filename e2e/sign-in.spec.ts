import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type OAuthServer, startOAuthServer } from './servers/oauth-server.ts';
import { noteWhatIsOpened } from './support/external-programs.ts';
import { forgetKey, keyOf } from './support/keyring.ts';
import { settingsOf } from './support/settings.ts';
import { filesWith, pageText } from './support/traces.ts';

const web = ['signing-in', 'web'] as const;
const device = ['signing-in', 'device'] as const;
const launching = ({ url }: OAuthServer) => ({
  extensions: ['signing-in'],
  settings: { extensions: { 'signing-in': { base_url: url } } },
});
const forgetAll = () => Promise.all([forgetKey(...web), forgetKey(...device)]);
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

// One account of one keyring.
test.describe.configure({ mode: 'default' });
test.skip(process.platform !== 'linux', 'the browser of another system cannot be replaced');
test.beforeEach(forgetAll);
test.afterAll(forgetAll);

test('signing in by the browser shows where it goes, and ends when the browser comes back', async ({
  launch,
}, testInfo) => {
  const server = await startOAuthServer(`token-${randomUUID()}`);
  const browser = await noteWhatIsOpened(testInfo.outputPath('programs'));
  const { page, userData } = await launch({ ...launching(server), env: browser.env });
  const settings = settingsOf(page);
  const dialog = dialogOf(page, 'Sign in to By browser');
  const signIn = settings.page.getByRole('button', { name: 'Sign in' });
  await settings.openProvider(/^By browser/);
  await expect(settings.page).toContainText('Not signed in.');

  await test.step('given up, it can begin anew', async () => {
    await signIn.click();
    await expect(dialog).toContainText(`Your browser was sent to ${new URL(server.url).host}.`);
    await expect(dialog).toContainText('For the extensionSigning insigning-in');
    await expect(dialog.getByRole('timer')).toHaveText(/^It ends in 1 min \d+ s\.$/);
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(signIn).toBeFocused();
    await expect(settings.page.getByRole('alert')).toHaveCount(0);
    expect(await keyOf(...web)).toBeNull();
  });

  await test.step('a refusal of the service is shown, and closed', async () => {
    server.decide('deny');
    await signIn.click();
    await expect(dialog).toBeVisible();
    await comeBack(browser.opened);
    const failed = dialogOf(page, 'Not signed in to By browser');
    await expect(failed.getByRole('alert')).toContainText('access_denied');
    await failed.getByRole('button', { name: 'Close' }).click();
    await expect(failed).toBeHidden();
  });

  await test.step('opened again and granted, the token is in the keychain and nowhere else', async () => {
    server.decide('grant');
    await signIn.click();
    const before = (await browser.opened()).length;
    await dialog.getByRole('button', { name: 'Open again' }).click();
    await expect.poll(async () => (await browser.opened()).length).toBeGreaterThan(before);
    await comeBack(browser.opened);
    await expect(dialog).toBeHidden();
    await expect(settings.page).toContainText('Ready.');
    await expect(settings.page).toContainText('In your system keychain');
    expect(await keyOf(...web)).toBe(server.token);
    expect(await pageText(page)).not.toContain(server.token);
    expect(await filesWith(userData, server.token)).toEqual([]);
  });

  await test.step('signed out, it is gone', async () => {
    await settings.page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(settings.page).toContainText('Not signed in.');
    expect(await keyOf(...web)).toBeNull();
  });
  await server.close();
});

test('signing in with a code shows the code until the person has entered it', async ({ launch }, testInfo) => {
  const server = await startOAuthServer(`token-${randomUUID()}`);
  const browser = await noteWhatIsOpened(testInfo.outputPath('programs'));
  const { page, userData } = await launch({ ...launching(server), env: browser.env });
  const settings = settingsOf(page);
  const dialog = dialogOf(page, 'Connect your account');
  await settings.openProvider(/^By code/);
  await settings.page.getByRole('button', { name: 'Sign in' }).click();

  await test.step('code and address are text; the button opens the page', async () => {
    await expect(dialog.getByRole('status', { name: 'Code' })).toHaveText(server.userCode);
    await expect(dialog).toContainText(`${server.url}/device-page`);
    await dialog.getByRole('button', { name: 'Copy code' }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    expect(await browser.opened()).toEqual([]);
    await dialog.getByRole('button', { name: 'Open the accounts page' }).click();
    await expect.poll(browser.opened).toEqual([`${server.url}/device-page`]);
    await expect.poll(server.polls).toBeGreaterThan(0);
    await expect(dialog).toContainText('Waiting until you have signed in');
  });

  await test.step('entered, it says so and is closed with Enter', async () => {
    server.decide('grant');
    const done = dialogOf(page, 'Connected');
    await expect(done).toContainText('The account is connected.');
    await page.keyboard.press('Enter');
    await expect(done).toBeHidden();
    await expect(settings.page).toContainText('Ready.');
    expect(await keyOf(...device)).toBe(server.token);
    expect(await filesWith(userData, server.token)).toEqual([]);
  });
  await server.close();
});

/** The browser follows the last address it was given, and comes back. */
async function comeBack(opened: () => Promise<string[]>): Promise<void> {
  const address = (await opened()).at(-1);
  if (address === undefined) throw new Error('no browser was opened');
  await fetch(address);
}
