import { existsSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { test as base, expect, type Outrigger } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { type ProviderServer, startProviderServer } from '../servers/provider-server.ts';
import { filesHolding, newCanary } from '../support/keys/canary.ts';
import { startMuteKeyring } from '../support/keys/mute-keyring.ts';
import { type OwnKeyring, startOwnKeyring } from '../support/keys/own-keyring.ts';
import { startSessionBus } from '../support/keys/session-bus.ts';
import { endOf } from '../support/processes/end-of-app.ts';
import { editorOf } from '../support/views/editor.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';

/** A keyring that is missing, locked, crashes or never answers: each is reported, with a way to continue. */

const test = base.extend<{ key: string; server: ProviderServer; keyring: OwnKeyring }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  key: async ({}, use) => {
    await use(newCanary());
  },
  server: async ({ key }, use) => {
    const server = await startProviderServer(chatCompletions, { key });
    await use(server);
    await server.close();
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from the pattern
  keyring: async ({}, use) => {
    const keyring = await startOwnKeyring();
    await use(keyring);
    await keyring.stop();
  },
});

test.skip(process.platform !== 'linux', 'the keyring is gnome-keyring, which can be locked and killed');

// The app gives up a keyring that does not answer after 10 s.
test.beforeEach(() => test.slow());

const provider = ['openai-compatible', 'openai-compatible'] as const;
const noKeyring = 'This computer has no keyring, so the key is kept until you quit';
const untilQuit = 'Kept until you quit';

test('on a bus without a keyring a key works until the app quits, and is in no file', async ({
  launch,
  key,
  server,
}) => {
  const bus = await startSessionBus();
  try {
    const first = await launch({ ...using(server), env: { DBUS_SESSION_BUS_ADDRESS: bus.address } });
    await openDialog(first.page);
    await expect(dialogOf(first.page)).toContainText(noKeyring);
    await enterKey(first.page, key);
    await worksUntilQuit(first.page, server);
    expect(await filesHolding(first.userData, key)).toEqual([]);

    const { page, userData } = await first.relaunch();
    expect(await filesHolding(userData, key)).toEqual([]);
    await panelOf(page).composer.fill('And now?');
    await panelOf(page).composer.press('Enter');
    await expect(dialogOf(page)).toContainText(noKeyring);
  } finally {
    await bus.stop();
  }
});

test('a keyring that is locked says so; another key works meanwhile, and unlocked it has the old one', {
  tag: '@soak',
}, async ({ launch, key, server, keyring }) => {
  const other = newCanary();
  const first = await launch({ ...using(server), env: keyring.env });
  const { page } = first;
  const panel = panelOf(page);
  await giveKey(page, key);
  await answers(page, server);

  await test.step('locked, it is named', async () => {
    await keyring.lock();
    await panel.ask('While it is locked');
    await panel.ended();
    await expect(panel.failure).toContainText('it is locked, or access was refused. The key in it is unchanged.');
    await expect(panel.failure).toContainText('Choose the model again and enter the key.');
  });
  await test.step('unlocked, Retry is enough', async () => {
    await keyring.unlock();
    await panel.retry.click();
    await isAnswered(page, server);
  });
  await test.step('locked again, another key is kept until the app quits', async () => {
    await keyring.lock();
    server.setKey(other);
    await openDialog(page);
    await enterKey(page, other);
    await expect(notice(page)).toContainText('It is kept until you quit.');
    await worksUntilQuit(page, server);
  });
  await test.step('after that the first one is there, and is used', async () => {
    await keyring.unlock();
    server.setKey(key);
    expect(await keyring.keyOf(...provider)).toBe(key);
    const again = await first.relaunch();
    await answers(again.page, server);
    await settingsOf(again.page).open(/^OpenAI-compatible/);
    await expect(settingsOf(again.page).page).toContainText('In your system keychain');
    for (const one of [key, other]) expect(await inClear(again, keyring, one)).toEqual([]);
  });
});

test('a keyring that dies after a key was saved says so, and the app goes on', async ({
  launch,
  key,
  server,
  keyring,
}) => {
  const outrigger = await launch({
    ...using(server),
    env: keyring.env,
    project: { 'a.txt': 'first\n' },
    file: 'a.txt',
  });
  const { page } = outrigger;
  const panel = panelOf(page);
  await giveKey(page, key);
  await keyring.kill();

  await panel.ask('Are you there?');
  await panel.ended();
  // Either, depending on the first access after the crash.
  await expect(panel.failure).toContainText(
    /(could not be read\. The keys|keyring is not available right now\. The key) in it (are|is) unchanged\./,
  );
  await expect(panel.failure).toContainText('Choose the model again and enter the key.');
  await editorOf(page).typeAtStart('typed ');
  await editorOf(page).save('a.txt');

  await openDialog(page);
  await expect(dialogOf(page)).toContainText(noKeyring);
  await enterKey(page, key);
  await worksUntilQuit(page, server);
  expect(await inClear(outrigger, keyring, key)).toEqual([]);
});

test('a key works until the app quits when its keyring dies while the dialog is open, and that is said', {
  tag: '@soak',
}, async ({ launch, key, server, keyring }) => {
  const outrigger = await launch({ ...using(server), env: keyring.env });
  const { page } = outrigger;
  await openDialog(page);
  await expect(dialogOf(page)).toContainText('Kept in your system keychain.');
  await page.keyboard.type(key.slice(0, 10));
  await keyring.kill();
  await enterKey(page, key.slice(10));
  await expect(notice(page)).toContainText('It is kept until you quit.');
  await worksUntilQuit(page, server);
  expect(await inClear(outrigger, keyring, key)).toEqual([]);
});

test('a keyring that never answers holds up no typing, is named in the dialog, and lets the app quit', {
  tag: '@soak',
}, async ({ launch, key, server }) => {
  const bus = await startMuteKeyring();
  try {
    const outrigger = await launch({
      ...using(server),
      env: { DBUS_SESSION_BUS_ADDRESS: bus.address },
      patience: 1,
      project: { 'a.txt': 'first\n' },
      file: 'a.txt',
    });
    const { app, page, userData } = outrigger;
    const settings = settingsOf(page);
    await test.step('while it is waited for, the editor takes keys', async () => {
      await expect.poll(() => existsSync(bus.asked)).toBe(true);
      const started = performance.now();
      await editorOf(page).typeAtStart('typed ');
      await editorOf(page).save('a.txt');
      // The bus gives up a call to the keyring after 25 s.
      expect(performance.now() - started).toBeLessThan(20_000);
    });
    await test.step('then the dialog says so', async () => {
      await settings.open(/^OpenAI-compatible/);
      await settings.page.getByRole('button', { name: 'Enter key' }).click({ timeout: 60_000 });
      await expect(dialogOf(page)).toContainText(noKeyring, { timeout: 60_000 });
      await enterKey(page, key);
      await settings.close();
      await answers(page, server);
      expect(await filesHolding(userData, key)).toEqual([]);
    });
    await test.step('with the dialog open the app quits', async () => {
      await openDialog(page);
      const started = performance.now();
      await endOf(outrigger, () => app.evaluate(({ app: electron }) => electron.quit()));
      expect(performance.now() - started).toBeLessThan(20_000);
      expect(await filesHolding(userData, key)).toEqual([]);
    });
  } finally {
    await bus.stop();
  }
});

test('a keyring that stops to answer in the middle can be left: the answer, the dialog and the app', {
  tag: '@soak',
}, async ({ launch, key, server, keyring }) => {
  const outrigger = await launch({ ...using(server), env: keyring.env, patience: 1 });
  const { app, page } = outrigger;
  const panel = panelOf(page);
  const settings = settingsOf(page);
  await giveKey(page, key);
  keyring.freeze();

  await panel.ask('Are you there?');
  await expect(panel.root).toContainText('Waiting for tiny');
  await panel.stop.click();
  await panel.ended();
  await settings.open(/^OpenAI-compatible/);
  await expect(settings.page).toContainText('The system keychain is not responding yet.', { timeout: 60_000 });
  await openDialog(page);
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toContainText('Checking the key…');
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(dialogOf(page)).toBeHidden();
  const started = performance.now();
  await endOf(outrigger, () => app.evaluate(({ app: electron }) => electron.quit()));
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(await inClear(outrigger, keyring, key)).toEqual([]);
});

const using = ({ url }: ProviderServer) => ({
  settings: {
    extensions: { 'openai-compatible': { base_url: url } },
    model: 'openai-compatible:openai-compatible/tiny',
  },
});

const dialogOf = (page: Page) =>
  page.getByRole('dialog', { name: /OpenAI-compatible needs a key|A new key for OpenAI/ });

/** From Settings, which stays open behind the dialog. */
async function openDialog(page: Page): Promise<void> {
  await settingsOf(page).open(/^OpenAI-compatible/);
  await settingsOf(page)
    .page.getByRole('button', { name: /^(Enter|Replace) key$/ })
    .click();
  await expect(dialogOf(page).locator('input')).toBeFocused();
}

async function enterKey(page: Page, key: string): Promise<void> {
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await expect(dialogOf(page)).toBeHidden();
}

/** Afterwards the key is in the keychain. */
async function giveKey(page: Page, key: string): Promise<void> {
  await openDialog(page);
  await enterKey(page, key);
  await settingsOf(page).close();
}

/** Checks that the last entered key works until the app quits. */
async function worksUntilQuit(page: Page, server: ProviderServer): Promise<void> {
  await expect(settingsOf(page).page).toContainText(untilQuit);
  await settingsOf(page).close();
  await answers(page, server);
}

async function answers(page: Page, server: ProviderServer): Promise<void> {
  await panelOf(page).ask('Greet me');
  await isAnswered(page, server);
}

async function isAnswered(page: Page, server: ProviderServer): Promise<void> {
  const panel = panelOf(page);
  await panel.ended();
  await expect(panel.failure).toHaveCount(0);
  await expect(panel.lastTurn).toContainText('Hello, world!');
  expect(server.completions().at(-1)?.authorization).toBe('right');
}

const notice = (page: Page) =>
  page.locator('section').filter({ hasText: 'The system keychain did not accept the key for OpenAI-compatible' });

/** The files of the app and of the keyring that contain a key in plain text. */
const inClear = async ({ userData }: Outrigger, { home }: OwnKeyring, key: string): Promise<string[]> => [
  ...(await filesHolding(userData, key)),
  ...(await filesHolding(home, key)),
];
