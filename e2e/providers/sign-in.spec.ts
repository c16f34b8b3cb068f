import { request } from 'node:http';
import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { keyOf } from '../support/keys/keyring.ts';
import { accounts, test } from '../support/keys/signing-in.ts';
import { callbackOf, isListening, withParams } from '../support/processes/browser-visits.ts';
import { environmentOf, hostProcessesOf } from '../support/processes/processes.ts';
import { filesWith, heapText, pageText } from '../support/processes/traces.ts';
import { panelOf } from '../support/views/panel.ts';

/** Signing in by browser, with an HTTP client as browser: it follows redirects, as in RFC 6749 and 8252. */

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Sign in to By browser' });
const failedOf = (page: Page) => page.getByRole('dialog', { name: 'Not signed in to By browser' });

test('the dialog says where the browser was sent, and the sign-in ends when it comes back', async ({
  server,
  start,
}) => {
  const { app, page, userData, settings, openedBy, signIn } = await start(/^By browser/);
  const dialog = dialogOf(page);
  const address = await signIn();
  const callback = callbackOf(address);

  await test.step('it names host and extension, and the address can be copied and opened again', async () => {
    await expect(dialog).toContainText(`Your browser was sent to ${new URL(server.url).host}.`);
    await expect(dialog).toContainText('For the extensionSigning insigning-in');
    await expect(dialog.getByRole('timer')).toHaveText(/^It ends in (\d+ min )?\d+ s\.$/);
    await expect(dialog.getByRole('button', { name: 'Open again' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Copy address' }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(address);
    expect(await openedBy(() => dialog.getByRole('button', { name: 'Open again' }).click())).toBe(address);
  });

  await test.step('who knocks with another state, path, method or name is turned away, and the wait goes on', async () => {
    const state = new URL(address).searchParams.get('state') ?? '';
    const right = withParams(callback, { code: 'stolen', state });
    const twice = new URL(`${right}&state=${state}`);
    expect(await statusAt(withParams(right, { state: `${state.slice(0, -1)}!` }))).toBe(400);
    expect(await statusAt(withParams(right, { state: null }))).toBe(400);
    expect(await statusAt(withParams(callback, { error: 'access_denied' }))).toBe(400);
    expect(await statusAt(twice)).toBe(400);
    expect(await statusAt(right, { headers: { host: `attacker.example:${callback.port}` } })).toBe(400);
    expect(await statusAt(right, { method: 'POST' })).toBe(405);
    expect(await statusAt(new URL('/favicon.ico', callback))).toBe(404);
    await expect(dialog).toBeVisible();
    expect(server.requests).toEqual([]);
  });

  await test.step('granted, the token is in the keychain and nowhere else', async () => {
    server.decide('grant');
    const back = await fetch(address);
    expect(back.status).toBe(200);
    expect(back.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(back.headers.get('referrer-policy')).toBe('no-referrer');
    expect(await back.text()).toContain('You can close this page and return to Outrigger.');
    await expect(dialog).toBeHidden();
    await expect(settings.page).toContainText('Ready.');
    await expect(settings.page).toContainText('In your system keychain');
    expect(server.requests.map(({ path, answer }) => `${path} ${answer}`)).toEqual(['/authorize ok', '/token ok']);
    expect(await keyOf(...accounts.byBrowser)).toBe(server.token);
    expect(await filesWith(userData, server.token)).toEqual([]);
    expect(await pageText(page)).not.toContain(server.token);
    expect(await heapText(page)).not.toContain(server.token);
    for (const pid of hostProcessesOf(app.process().pid ?? 0)) {
      expect([...environmentOf(pid)].flat().join('\n')).not.toContain(server.token);
    }
    await expect.poll(() => isListening(callback)).toBe(false);
  });

  await test.step('signed out, it is gone', async () => {
    await settings.page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click();
    await expect(settings.page).toContainText('Not signed in.');
    expect(await keyOf(...accounts.byBrowser)).toBeNull();
  });
});

test('a model is chosen, signed in for and answers', async ({ server, start }) => {
  const { page, openedBy } = await start();
  const panel = panelOf(page);
  server.decide('grant');
  const address = await openedBy(() => panel.choose('By browser'));
  await expect(dialogOf(page)).toBeVisible();
  await fetch(address);
  await expect(panel.model).toHaveAccessibleName('Model: Account');
  await panel.ask('Are you there?');
  await expect(panel.lastTurn.getByText('Signed in: true.', { exact: true })).toBeVisible();
});

test('of a sign-in that is refused or given up nothing is kept, nobody listens any more, and it can begin anew', async ({
  server,
  start,
}) => {
  const { page, settings, button, signIn } = await start(/^By browser/);
  const dialog = dialogOf(page);

  await test.step('the person says no on the page of the service', async () => {
    server.decide('deny');
    const address = await signIn();
    const callback = callbackOf(address);
    const back = await fetch(address);
    expect(await back.text()).toContain('Not signed in');
    const failed = failedOf(page);
    await expect(failed.getByRole('alert')).toHaveText(
      'Sign-in was refused on the service’s page. Nothing was changed.',
    );
    await expect.poll(() => isListening(callback)).toBe(false);
    await failed.getByRole('button', { name: 'Close' }).click();
    await expect(failed).toBeHidden();
  });

  for (const [way, giveUp] of [
    ['Cancel', () => dialog.getByRole('button', { name: 'Cancel' }).click()],
    ['Esc', () => page.keyboard.press('Escape')],
  ] as const) {
    await test.step(`${way} closes the listener at once`, async () => {
      const callback = callbackOf(await signIn());
      await expect(dialog).toBeVisible();
      expect(await isListening(callback)).toBe(true);
      await giveUp();
      await expect(dialog).toBeHidden();
      await expect.poll(() => isListening(callback)).toBe(false);
      await expect(button).toBeFocused();
      await expect(settings.page.getByRole('alert')).toHaveCount(0);
    });
  }

  await test.step('so does the end of the extension that asked', async () => {
    await settings.close();
    const pid = await hostPid(page, 'Signing in');
    await settings.open(/^By browser/);
    const callback = callbackOf(await signIn());
    await expect(dialog).toBeVisible();
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => isListening(callback)).toBe(false);
    await expect(dialog).toBeHidden();
  });
  expect(await keyOf(...accounts.byBrowser)).toBeNull();
});

test('a browser that never comes back ends the sign-in with a sentence', { tag: '@soak' }, async ({ start }) => {
  const { page, button, signIn } = await start(/^By browser/, { timeout_secs: 1 });
  const callback = callbackOf(await signIn());
  const failed = failedOf(page);
  await expect(failed.getByRole('alert')).toHaveText('The browser did not come back within 1 s. Nothing was changed.');
  await expect.poll(() => isListening(callback)).toBe(false);
  await expect(failed.getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(failed).toBeHidden();
  await expect(button).toBeFocused();
});

/** Status of one request; `fetch` would not allow another host name. */
const statusAt = (url: URL, options: { method?: string; headers?: Record<string, string> } = {}): Promise<number> =>
  new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.once('error', reject).end();
  });
