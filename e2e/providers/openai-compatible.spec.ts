import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { type ProviderServer, startProviderServer } from '../servers/provider-server.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { forgetKey, keyOf } from '../support/keys/keyring.ts';
import { environmentOf } from '../support/processes/processes.ts';
import { filesWith, pageText } from '../support/processes/traces.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';

const provider = ['openai-compatible', 'openai-compatible'] as const;
const tiny = 'openai-compatible:openai-compatible/tiny';
const settingsFor = ({ url }: ProviderServer, model?: string) => ({
  ...(model && { model }),
  extensions: { 'openai-compatible': { base_url: url } },
});
const newKey = () => `sk-canary-${randomUUID()}`;
const multiByte = ['Grüße ', 'aus 世界, ', 'auch von 👩🏽‍💻 und ', 'é (e\u0301).'];
const long = Array.from({ length: 200 }, (_, index) => `piece-${index + 1} `);
const answer = (prompt: string) => ({ text: prompt.includes('long') ? long : multiByte });
const chats = ({ requests }: ProviderServer) => requests.filter(({ path }) => path === '/v1/chat/completions');

const dialogOf = (page: Page) =>
  page.getByRole('dialog', { name: /^(OpenAI-compatible needs a key|A new key for OpenAI-compatible)$/ });
const typeKey = async (page: Page, key: string) => {
  await dialogOf(page)
    .getByLabel(/^API key for 127\.0\.0\.1:/)
    .fill(key);
  await dialogOf(page).getByRole('button', { name: 'Save' }).click();
};

/** Chooses the provider's model and enters the key. */
async function chooseWith(page: Page, key: string): Promise<void> {
  const { choose, model } = panelOf(page);
  await choose('OpenAI-compatible');
  await typeKey(page, key);
  await expect(dialogOf(page)).toBeHidden();
  await expect(model).toHaveAccessibleName('Model: Default model');
}

async function deleteKeyInSettings(page: Page): Promise<void> {
  const settings = settingsOf(page);
  await settings.open('Keys');
  const entry = settings.page.getByRole('listitem').filter({ hasText: 'OpenAI-compatible' });
  await expect(entry).toContainText('In your system keychain');
  await entry.getByRole('button', { name: 'Delete' }).click();
  await page
    .getByRole('alertdialog', { name: 'Delete the key for OpenAI-compatible?' })
    .getByText('Delete', { exact: true })
    .click();
  await expect(entry).toContainText('Not set');
  await settings.close();
}

// The tests share one account of one keyring, so that they run in sequence; no other file uses it.
test.describe.configure({ mode: 'default' });
test.beforeEach(() => forgetKey(...provider));
test.afterAll(() => forgetKey(...provider));

test('a service that wants a key asks once, keeps it in the keychain and nowhere else', async ({ open }) => {
  const key = newKey();
  const server = await startProviderServer(chatCompletions, { key, answer });
  let outrigger = await open({ settings: settingsFor(server) });
  const { userData } = outrigger;

  await test.step('choosing its model asks for the key', async () => {
    const { page } = outrigger;
    const panel = panelOf(page);
    await expect(panel.model).toHaveAccessibleName('Model: Sample');
    await panel.model.click();
    const group = panel.root.getByRole('group', { name: /OpenAI-compatible/ });
    await expect(group).toHaveAccessibleName(/needs a key/);
    await group.getByRole('option', { name: 'Default model' }).click();
    await expect(dialogOf(page)).toContainText('OpenAI-compatible');
    expect(await keyOf(...provider)).toBeNull();
    await typeKey(page, key);
    await expect(dialogOf(page)).toBeHidden();
    await expect(panel.model).toHaveAccessibleName('Model: Default model');
    expect(await keyOf(...provider)).toBe(key);
  });

  await test.step('its models are listed and the answer streams', async () => {
    const { page } = outrigger;
    const panel = panelOf(page);
    await panel.model.click();
    await expect(panel.root.getByRole('option', { name: 'large' })).toBeVisible();
    await panel.root.getByRole('option', { name: 'tiny' }).click();
    await expect(panel.model).toHaveAccessibleName('Model: tiny');
    await panel.ask('Greet me');
    await panel.ended();
    await expect(panel.lastTurn.getByText(multiByte.join(''), { exact: true })).toBeVisible();
    expect(chats(server).map(({ authorization, body }) => [authorization, body?.model])).toEqual([['right', 'tiny']]);
  });

  await test.step('the key is in no file, no environment, no log and not in the page', async () => {
    const { page } = outrigger;
    expect(await pageText(page)).not.toContain(key);
    const pid = await hostPid(page, 'OpenAI-compatible');
    expect([...environmentOf(pid)].flat().join('\n')).not.toContain(key);
    await expect.poll(() => filesWith(userData, 'Greet me')).not.toEqual([]);
    expect(await filesWith(userData, key)).toEqual([]);
  });

  await test.step('after a new start it still answers, without asking', async () => {
    outrigger = await outrigger.relaunch();
    const panel = panelOf(outrigger.page);
    await panel.ask('Greet me again');
    await panel.ended();
    await expect(panel.failure).toHaveCount(0);
    await expect(panel.lastTurn.getByText(multiByte.join(''), { exact: true })).toBeVisible();
    expect(chats(server).at(-1)?.authorization).toBe('right');
  });

  await test.step('deleted in Settings, it is gone from the keychain and asked for again', async () => {
    const { page } = outrigger;
    const panel = panelOf(page);
    await deleteKeyInSettings(page);
    expect(await keyOf(...provider)).toBeNull();
    await panel.composer.fill('And now?');
    await panel.composer.press('Enter');
    await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
    await expect(panel.root.getByRole('alert')).toContainText('No key was given.');
    await panel.expectDraft('And now?');
    await panel.composer.press('Enter');
    await typeKey(page, key);
    await expect(panel.lastTurn).toContainText('And now?');
    await panel.ended();
    await expect(panel.lastTurn.getByText(multiByte.join(''), { exact: true })).toBeVisible();
    expect(await filesWith(userData, key)).toEqual([]);
  });
  await server.close();
});

test('a key that the service refuses is named, and there is a way on', async ({ open }) => {
  const key = newKey();
  const wrong = newKey();
  const server = await startProviderServer(chatCompletions, { key: wrong, answer });
  const { page, userData } = await open({ settings: settingsFor(server) });
  const panel = panelOf(page);
  const { host } = new URL(server.url);
  await chooseWith(page, wrong);
  await panel.ask('Greet me');
  await expect(panel.lastTurn.getByText(multiByte.join(''), { exact: true })).toBeVisible();
  await panel.ended();
  server.setKey(key);

  await test.step('a key of before', async () => {
    await panel.ask('Greet me again');
    await expect(panel.failure).toContainText(`${host} did not accept the key.`);
    await expect(panel.failure).toContainText('Check the key, then retry.');
    await panel.failure.getByRole('button', { name: 'Open Settings' }).click();
    await expect(settingsOf(page).tab(/^OpenAI-compatible/)).toHaveAttribute('aria-selected', 'true');
    await settingsOf(page).close();
    await deleteKeyInSettings(page);
  });
  await test.step('a wrong key is refused where it was typed, and not kept', async () => {
    await panel.retry.click();
    await typeKey(page, wrong);
    await expect(dialogOf(page).getByRole('alert')).toContainText(`${host} did not accept the key.`);
    expect(await keyOf(...provider)).toBeNull();
  });
  await test.step('the right one is', async () => {
    await typeKey(page, key);
    await expect(dialogOf(page)).toBeHidden();
    await expect(panel.lastTurn.getByText(multiByte.join(''), { exact: true })).toBeVisible();
    expect(await keyOf(...provider)).toBe(key);
    expect(await filesWith(userData, wrong)).toEqual([]);
  });
  await server.close();
});

test('a key goes only to the address at which it was accepted', async ({ open }) => {
  const key = newKey();
  const server = await startProviderServer(chatCompletions, { key, answer });
  const elsewhere = await startProviderServer(chatCompletions, { key, answer });
  const { page } = await open({ settings: settingsFor(server) });
  const panel = panelOf(page);
  const settings = settingsOf(page);
  const isAnswered = async (prompt: string) => {
    await expect(panel.lastTurn).toContainText(prompt);
    await expect(panel.lastTurn.getByText(multiByte.join(''), { exact: true })).toBeVisible();
    await panel.ended();
    await expect(panel.failure).toHaveCount(0);
  };
  const setBaseUrl = async (url: string, becomes: string) => {
    await settings.open(/^OpenAI-compatible/);
    await settings.page.getByLabel('Base URL', { exact: true }).first().fill(url);
    await page.keyboard.press('Enter');
    await expect(settings.page.getByRole('status').filter({ hasText: 'Saved' })).toBeVisible();
    // The extension is notified later; until then messages are sent to it, and fail.
    await expect(settings.page).toContainText(becomes);
    await settings.close();
  };
  await chooseWith(page, key);
  await panel.ask('Here');
  await isAnswered('Here');

  await setBaseUrl(elsewhere.url, 'Needs a key.');
  await panel.composer.fill('There');
  await panel.composer.press('Enter');
  await dialogOf(page).getByRole('button', { name: 'Cancel' }).click();
  expect(elsewhere.requests.map(({ authorization }) => authorization)).not.toContain('right');
  expect(await keyOf(...provider)).toBe(key);
  await panel.expectDraft('There');

  await setBaseUrl(server.url, 'Ready.');
  await panel.composer.press('Enter');
  await isAnswered('There');

  await setBaseUrl(elsewhere.url, 'Needs a key.');
  await panel.composer.fill('There again');
  await panel.composer.press('Enter');
  await typeKey(page, key);
  await isAnswered('There again');
  expect(chats(elsewhere).map(({ authorization }) => authorization)).toEqual(['right']);
  await server.close();
  await elsewhere.close();
});

test('Stop ends the request, and what goes wrong is said with what to do', async ({ open }) => {
  test.slow();
  const server = await startProviderServer(chatCompletions, { answer });
  const host = new URL(server.url).host;
  const { page } = await open({ settings: settingsFor(server, tiny) });
  const panel = panelOf(page);

  await test.step('Stop in mid-answer', async () => {
    server.setFault({ type: 'stall', afterBytes: 3000 });
    await panel.ask('A long answer');
    await expect(panel.lastTurn).toContainText('piece-5');
    await panel.stop.click();
    await panel.ended();
    await expect(panel.lastTurn).toContainText('You stopped it. The answer so far is kept.');
    await expect(panel.lastTurn).toContainText('piece-5');
    await expect.poll(() => chats(server).at(-1)?.aborted).toBe(true);
  });
  await test.step('Stop while the service says nothing', async () => {
    server.setFault({ type: 'hang' });
    await panel.ask('Hang');
    await expect.poll(() => chats(server)).toHaveLength(2);
    await panel.composer.press('Escape');
    await panel.ended();
    await expect(panel.lastTurn).toContainText('You stopped it.');
    await expect.poll(() => chats(server).at(-1)?.aborted).toBe(true);
  });
  const wait = panel.lastTurn.getByRole('group', { name: 'The answer is waiting' });
  const hurry = () => wait.getByRole('button', { name: 'Retry now' }).click();
  const isAnswered = async () => {
    await expect(panel.lastTurn.getByText(multiByte.join(''), { exact: true })).toBeVisible();
    await panel.ended();
    await expect(panel.failure).toHaveCount(0);
  };
  await test.step('asked too often: it waits as long as the service asks, and asks again', async () => {
    server.setFault({ type: 'status', status: 429, retryAfter: '200', times: 1 });
    await panel.ask('Too often');
    await expect(wait).toContainText(`${host} is asked too often.`);
    await expect(wait).toContainText(/Retrying in [23] min/);
    await hurry();
    await isAnswered();
    server.setFault({ type: 'status', status: 429, retryAfter: '1', times: 2 });
    const before = chats(server).length;
    await panel.ask('Too often again');
    await isAnswered();
    expect(chats(server)).toHaveLength(before + 3);
  });
  await test.step('overloaded', async () => {
    server.setFault({ type: 'status', status: 503, retryAfter: '200', times: 1 });
    await panel.ask('Overloaded');
    await expect(wait).toContainText(`${host} is overloaded.`);
    await hurry();
    await isAnswered();
  });
  await test.step('what cannot succeed is not tried again', async () => {
    const body = { error: { message: 'There is no model “tiny”.' } };
    server.setFault({ type: 'status', status: 400, body });
    const before = chats(server).length;
    await panel.ask('No such model');
    await expect(panel.failure).toContainText(`${host} refused the request. It says: There is no model “tiny”.`);
    expect(chats(server)).toHaveLength(before + 1);
  });
  await test.step('a connection that breaks keeps the text', async () => {
    server.setFault({ type: 'drop', afterBytes: 2_000, times: 1 });
    await panel.ask('A long answer that breaks');
    await expect(panel.lastTurn).toContainText('piece-200', { timeout: 60_000 });
    const broken = `Interrupted: The connection to ${host} was lost`;
    await expect(panel.lastTurn.getByText(broken)).toBeVisible();
    expect((await panel.lastTurn.textContent())?.split(broken)[0]).toMatch(/piece-3 /);
    await panel.ended();
    await expect(panel.failure).toHaveCount(0);
  });
  await test.step('nobody there', async () => {
    server.leave();
    await panel.ask('Anybody?');
    await expect(wait).toContainText(`Nothing answers at ${host}.`);
    await wait.getByRole('button', { name: 'Cancel' }).click();
    await panel.ended();
  });
  await server.close();
});
