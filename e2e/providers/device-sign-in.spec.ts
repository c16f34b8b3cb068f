import type { Page } from '@playwright/test';
import { expect } from '../fixtures.ts';
import { keyOf } from '../support/keys/keyring.ts';
import { accounts, test } from '../support/keys/signing-in.ts';
import { filesWith, heapText, pageText } from '../support/processes/traces.ts';

/** Signing in with a code on another device, with a service that conforms to RFC 8628. */

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Connect your account' });
const failedOf = (page: Page) => page.getByRole('dialog', { name: 'Not signed in to By code' });

test('the code is shown until the person has entered it', async ({ server, start }) => {
  test.slow();
  const { app, page, userData, settings, opened, button } = await start(/^By code/);
  const dialog = dialogOf(page);
  server.sayOfDevices('authorization_pending');
  await button.click();

  await test.step('code and address are text, and can be copied', async () => {
    const code = dialog.getByRole('status', { name: 'Code' });
    await expect(code).toHaveText(/^[A-Z]{4}-[A-Z]{4}$/);
    await expect(code).toHaveText(server.device().userCode);
    await expect(dialog).toContainText('Enter this code on the page that opens.');
    await expect(dialog.getByText(`${server.url}/device-page`)).toBeVisible();
    await expect(dialog.getByRole('link')).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Copy code' }).click();
    await expect(dialog.getByRole('button', { name: 'Copied' })).toBeVisible();
    await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe(server.device().userCode);
  });

  await test.step('the page opens when the person wants it, and not before', async () => {
    expect(await opened()).toEqual([]);
    await dialog.getByRole('button', { name: 'Open the accounts page' }).click();
    await expect.poll(opened).toEqual([`${server.url}/device-page`]);
  });

  await test.step('it waits until the service has the code', async () => {
    const polls = () => server.polls(server.device().deviceCode).join(' ');
    await expect.poll(polls).toMatch(/^authorization_pending/);
    await expect(dialog).toContainText('Waiting for you to sign in');
    server.decide('grant');
    await expect.poll(polls, { timeout: 60_000 }).toMatch(/^(authorization_pending )+ok$/);
  });

  await test.step('entered, it says so in the words of the extension, and the token is in the keychain alone', async () => {
    const done = page.getByRole('dialog', { name: 'Connected' });
    await expect(done.getByRole('status')).toHaveText('The account is connected.');
    await page.keyboard.press('Enter');
    await expect(done).toBeHidden();
    await expect(settings.page).toContainText('Ready.');
    await expect(settings.page).toContainText('In your system keychain');
    expect(await keyOf(...accounts.byCode)).toBe(server.token);
    expect(await pageText(page)).not.toContain(server.token);
    expect(await heapText(page)).not.toContain(server.token);
    for (const secret of [server.token, server.device().deviceCode]) {
      expect(await filesWith(userData, secret)).toEqual([]);
    }
  });
});

test('a sign-in by code that is refused, too late or given up ends with a sentence, and nobody asks the service any more', {
  tag: '@soak',
}, async ({ server, start }) => {
  const { page, settings, button } = await start(/^By code/);
  const dialog = dialogOf(page);
  const failed = failedOf(page);
  const polls = () => server.polls(server.device().deviceCode);

  await test.step('the person says no on the page of the service', async () => {
    await button.click();
    await expect.poll(polls).toContain('authorization_pending');
    server.decide('deny');
    await expect(failed.getByRole('alert')).toContainText(`${new URL(server.url).host}: the sign-in was refused.`);
    await expect(failed.getByRole('alert')).toContainText('Nothing was changed.');
    await failed.getByRole('button', { name: 'Close' }).click();
    await expect(failed).toBeHidden();
    await expect(button).toBeFocused();
    server.decide(null);
  });

  await test.step('the code is too old', async () => {
    const { deviceCode: before } = server.device();
    await button.click();
    await expect.poll(() => server.device().deviceCode).not.toBe(before);
    await expect.poll(polls).toContain('authorization_pending');
    server.expireDevices();
    await expect(failed.getByRole('alert')).toContainText('The code has expired. Start the sign-in again.');
    await expect(failed.getByRole('button', { name: 'Close' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(failed).toBeHidden();
  });

  await test.step('Cancel and Esc end the asking', async () => {
    const givenUp: { deviceCode: string; count: number }[] = [];
    for (const giveUp of [
      () => dialog.getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
    ]) {
      const { deviceCode: before } = server.device();
      await button.click();
      await expect.poll(() => server.device().deviceCode).not.toBe(before);
      await expect.poll(polls).toContain('authorization_pending');
      await giveUp();
      await expect(dialog).toBeHidden();
      await expect(button).toBeFocused();
      await expect(settings.page.getByRole('alert')).toHaveCount(0);
      const { deviceCode } = server.device();
      givenUp.push({ deviceCode, count: server.polls(deviceCode).length });
    }
    // While a later code is polled twice, none of these is polled.
    await button.click();
    await expect.poll(() => server.device().deviceCode).not.toBe(givenUp.at(-1)?.deviceCode);
    await expect.poll(() => polls().length).toBeGreaterThanOrEqual(2);
    for (const { deviceCode, count } of givenUp) expect(server.polls(deviceCode)).toHaveLength(count);
    server.decide('grant');
    const done = page.getByRole('dialog', { name: 'Connected' });
    await expect(done.getByRole('status')).toBeVisible();
    // Its end would be told again in the window of the next test.
    await page.keyboard.press('Enter');
    await expect(done).toBeHidden();
  });
});
