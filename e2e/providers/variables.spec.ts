import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, type LaunchOptions, type Outrigger, test } from '../fixtures.ts';
import { type KeyServer, startKeyServer } from '../servers/key-server.ts';
import { testFolder } from '../support/hosts/extension-folder.ts';
import { writeKeyed } from '../support/keys/keyed-extension.ts';
import { forgetKey, keyOf } from '../support/keys/keyring.ts';
import '../support/views/page-api.ts';
import { environmentOf, hostProcessesOf } from '../support/processes/processes.ts';
import { filesWith, heapText, pageText } from '../support/processes/traces.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';

/** A key in an environment variable: it is read with the person's permission, and takes precedence over others. */

const id = 'variable';
const account = [id, id] as const;
const questionOf = (page: Page) => page.getByRole('alertdialog', { name: `Let The ${id} read KEYED_KEY?` });
const keyDialogOf = (page: Page) => page.getByRole('dialog', { name: 'Keyed needs a key' });

// The tests share one account of one keyring.
test.describe.configure({ mode: 'default' });
let stored: string;
let value: string;
let undeclared: string;
let server: KeyServer;
test.beforeEach(async () => {
  await forgetKey(...account);
  [stored, value, undeclared] = [secret(), secret(), secret()];
  server = await startKeyServer({ stored, variable: value });
});
test.afterEach(() => server.close());
test.afterAll(() => forgetKey(...account));

test('choosing a model asks once for a variable, which is used when it is allowed, and is found nowhere', async ({
  launch,
}) => {
  const first = await start(launch);
  const { app, page, userData } = first;
  const panel = panelOf(page);

  await test.step('the question names extension and variable, and does nothing by itself', async () => {
    await panel.choose('Keyed');
    const question = questionOf(page);
    await expect(question).toContainText(`The ${id} ${id} wants to read KEYED_KEY from the environment, for Keyed.`);
    await expect(question).toContainText('Its value goes to that extension alone.');
    await expect(question.getByRole('button', { name: 'Not now' })).toBeFocused();
    expect(server.seen()).toEqual([]);
    await question.getByRole('button', { name: 'Allow', exact: true }).click();
    await expect(panel.model).toHaveAccessibleName('Model: Keyed');
    await expect(keyDialogOf(page)).toHaveCount(0);
  });

  await test.step('the service is asked with it; another variable is not given', async () => {
    await expectAnswer(page);
    expect(server.seen()).toEqual(['variable']);
  });

  await test.step('it is in no file, no host and not in the page', async () => {
    await expect.poll(() => filesWith(userData, 'First')).not.toEqual([]);
    const heap = await heapText(page);
    for (const one of [value, undeclared]) {
      expect(await filesWith(userData, one)).toEqual([]);
      expect(await pageText(page)).not.toContain(one);
      expect(heap.includes(one)).toBe(false);
    }
    expect(await keyOf(...account)).toBeNull();
    const hosts = hostProcessesOf(app.process().pid ?? 0);
    expect(hosts).not.toEqual([]);
    for (const pid of hosts) {
      const environment = [...environmentOf(pid)].flat().join('\n');
      expect(environment).not.toContain(value);
      expect(environment).not.toContain(undeclared);
    }
  });

  await test.step('after a new start it is not asked again', async () => {
    const again = await first.relaunch();
    await expectAnswer(again.page);
    await expect(questionOf(again.page)).toHaveCount(0);
    expect(server.seen()).toEqual(['variable']);
  });
});

test('a key is asked for instead of a variable that is not allowed; what was decided can be changed and outlives a new start', {
  tag: '@soak',
}, async ({ launch }) => {
  const first = await start(launch);
  const { page } = first;
  const panel = panelOf(page);
  const question = questionOf(page);
  const dialog = keyDialogOf(page);

  await test.step('not now: it is asked again the next time', async () => {
    await panel.choose('Keyed');
    await question.getByRole('button', { name: 'Not now' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(panel.root.getByRole('alert')).toBeVisible();
    await panel.choose('Keyed');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('not allowed: the key that is typed is used, and nothing is asked again', async () => {
    await panel.choose('Keyed');
    await question.getByRole('button', { name: 'Don’t allow' }).click();
    await dialog.getByLabel('Key of Keyed').fill(stored);
    await page.keyboard.press('Enter');
    await expect(panel.model).toHaveAccessibleName('Model: Keyed');
    await expectAnswer(page);
    await expect(question).toHaveCount(0);
    expect(server.seen()).toEqual(['stored']);
    expect(await keyOf(...account)).toBe(stored);
  });

  await test.step('allowed in Settings, it wins over the key in the keychain, and is marked so', async () => {
    const settings = settingsOf(page);
    await settings.open(/^Keyed/);
    await expect(settings.page).toContainText('It is set. The extension may not read it.');
    await expect(settings.page).toContainText('In your system keychain');
    await settings.page.getByRole('button', { name: 'Allow KEYED_KEY' }).click();
    await expect(settings.page).toContainText('It is set. The extension may read it.');
    await expect(settings.page).toContainText(
      'From the environment variable KEYED_KEY, which overrides a key kept here',
    );
    await settings.close();
    server.seen();
    await expectAnswer(page);
    expect(server.seen()).toEqual(['variable']);
    expect(await keyOf(...account)).toBe(stored);
  });

  const second = await first.relaunch();
  await test.step('taken back after a new start, the key counts again', async () => {
    await expectAnswer(second.page);
    expect(server.seen()).toEqual(['variable']);
    const settings = settingsOf(second.page);
    await settings.open(/^Keyed/);
    await settings.page.getByRole('button', { name: 'Revoke KEYED_KEY' }).click();
    await expect(settings.page).toContainText('The extension may not read it.');
    await expect(settings.page).toContainText('In your system keychain');
    await settings.close();
    server.seen();
    await expectAnswer(second.page);
    expect(server.seen()).toEqual(['stored']);
  });

  const { page: third } = await second.relaunch();
  await test.step('that outlives a new start too', async () => {
    await expectAnswer(third);
    expect(server.seen()).toEqual(['stored']);
    await expect(questionOf(third)).toHaveCount(0);
  });
});

/** Starts the app with the variables, of which one is declared, and no decision. */
async function start(launch: (options: LaunchOptions) => Promise<Outrigger>): Promise<Outrigger> {
  const outrigger = await launch({
    args: [`--extension-path=${writeKeyed(testFolder(), id)}`],
    settings: { model: 'test-provider:sample/sample', extensions: { [id]: { base_url: server.url } } },
    env: { KEYED_KEY: value, UNDECLARED_SECRET: undeclared },
  });
  const { page } = outrigger;
  await expect(panelOf(page).model).toHaveAccessibleName('Model: Sample');
  // A folder named on the command line counts as allowed.
  await expect.poll(() => server.seen()).toEqual(['variable']);
  const undecided = await page.evaluate((name) => window.outrigger.providers.setVariable(name, 'KEYED_KEY', null), id);
  expect(undecided.ok).toBe(true);
  // Waits for earlier requests to be answered.
  await page.evaluate(() => window.outrigger.providers.refresh());
  server.seen();
  return outrigger;
}

async function expectAnswer(page: Page): Promise<void> {
  const panel = panelOf(page);
  await expect(panel.model).toHaveAccessibleName('Model: Keyed');
  await panel.ask('First');
  await panel.ended();
  await expect(panel.lastTurn.getByText('Undeclared: null.', { exact: true })).toBeVisible();
}

const secret = () => `sk-canary-${randomUUID()}`;
