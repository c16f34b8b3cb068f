import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { anthropicMessages } from '../servers/anthropic-wire.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { startProviderServer } from '../servers/provider-server.ts';
import { forgetKey, keyOf } from '../support/keys/keyring.ts';
import { extensionsViewOf } from '../support/views/extensions-view.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';

const extensionId = 'openai-compatible';
let cloudAccount: readonly [extensionId: string, providerId: string] | undefined;
test.afterEach(async () => {
  if (cloudAccount) await forgetKey(...cloudAccount);
});

/** The id that the app has generated for an entry. */
async function endpointId(userData: string, name: string): Promise<string | undefined> {
  const { extensions } = JSON.parse(await readFile(join(userData, 'settings.json'), 'utf8'));
  const rows: { id: string; name: string }[] = extensions?.[extensionId]?.endpoints ?? [];
  return rows.find((row) => row.name === name)?.id;
}

const endpointsOf = (page: Page) => {
  const root = settingsOf(page).page.getByRole('group', { name: 'Endpoints' });
  return {
    root,
    entry: (name: string) => root.getByRole('group', { name, exact: true }),
    add: root.getByRole('button', { name: 'Add' }),
    saved: settingsOf(page).page.getByRole('status').filter({ hasText: 'Saved' }),
  };
};
const fieldOf = (entry: Locator, name: string) => entry.getByLabel(name, { exact: true });

test('a person adds services by name, each with its own models and key, and removes them', async ({ open }) => {
  test.slow();
  const key = `sk-canary-${randomUUID()}`;
  const gpu = await startProviderServer(chatCompletions, {
    models: ['llama'],
    answer: () => ({ text: 'From the GPU' }),
  });
  const cloud = await startProviderServer(chatCompletions, {
    key,
    models: ['big'],
    answer: () => ({ text: 'From the cloud' }),
  });
  let outrigger = await open();
  let { page } = outrigger;
  let account: readonly [extensionId: string, providerId: string] = [extensionId, ''];

  await test.step('with the keyboard alone', async () => {
    await settingsOf(page).open(/^OpenAI-compatible/);
    const endpoints = endpointsOf(page);
    await endpoints.add.press('Enter');
    await expect(fieldOf(endpoints.entry('New entry'), 'Name')).toBeFocused();
    await page.keyboard.type('GPU box');
    await page.keyboard.press('Tab');
    await page.keyboard.type(gpu.url);
    await expect(settingsOf(page).tab(/^GPU box/)).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(settingsOf(page).tab(/^GPU box/)).toBeVisible();
    await expect(endpoints.saved).toBeVisible();
    await expect(fieldOf(endpoints.entry('GPU box'), 'Base URL')).toBeFocused();
  });

  await test.step('a name that is taken is refused with a sentence, and what was typed stays', async () => {
    const endpoints = endpointsOf(page);
    await endpoints.add.click();
    await expect(fieldOf(endpoints.entry('New entry'), 'Name')).toBeFocused();
    await page.keyboard.type('GPU box');
    await page.keyboard.press('Enter');
    await expect(settingsOf(page).page.getByRole('alert')).toContainText('there is a “GPU box” already');
    await fieldOf(endpoints.entry('GPU box').last(), 'Name').fill('Cloud');
    await fieldOf(endpoints.entry('Cloud'), 'Base URL').fill(cloud.url);
    await endpoints.add.focus();
    await expect(settingsOf(page).tab(/^Cloud/)).toBeVisible();
    await expect(settingsOf(page).page.getByRole('alert')).toHaveCount(0);
    await settingsOf(page).close();
  });

  await test.step('the one without a key answers at once', async () => {
    const panel = panelOf(page);
    await panel.choose('GPU box');
    await panel.ask('Who are you?');
    await expect(panel.lastTurn).toContainText('From the GPU');
    await panel.ended();
    expect(gpu.completions().map(({ authorization, body }) => [authorization, body?.model])).toEqual([
      ['none', 'llama'],
    ]);
  });

  await test.step('the other one asks for its own key', async () => {
    const { userData } = outrigger;
    await expect.poll(() => endpointId(userData, 'Cloud')).toMatch(/^cloud-/);
    account = [extensionId, `endpoint-${await endpointId(userData, 'Cloud')}`];
    cloudAccount = account;
    const panel = panelOf(page);
    await panel.choose('Cloud');
    const dialog = page.getByRole('dialog', { name: 'Cloud needs a key' });
    await dialog.getByLabel(/^API key for 127\.0\.0\.1:/).fill(key);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await panel.ask('And you?');
    await expect(panel.lastTurn).toContainText('From the cloud');
    await panel.ended();
    expect(await keyOf(...account)).toBe(key);
    expect(gpu.requests.every(({ authorization }) => authorization === 'none')).toBe(true);
  });

  await test.step('both are there after a new start, and need no key', async () => {
    outrigger = await outrigger.relaunch();
    page = outrigger.page;
    await settingsOf(page).open(/^Cloud/);
    await expect(settingsOf(page).tab(/^GPU box/)).not.toHaveAccessibleName(/Needs a key/);
    await expect(settingsOf(page).page).toContainText('In your system keychain');
  });

  await test.step('another name keeps the key', async () => {
    const endpoints = endpointsOf(page);
    await fieldOf(endpoints.entry('Cloud'), 'Name').fill('Heaven');
    await page.keyboard.press('Enter');
    await expect(settingsOf(page).tab(/^Heaven/)).toBeVisible();
    expect(await keyOf(...account)).toBe(key);
  });

  await test.step('one that is removed takes its models and its key along', async () => {
    await settingsOf(page).open(/^OpenAI-compatible/);
    const endpoints = endpointsOf(page);
    await endpoints.entry('Heaven').getByRole('button', { name: 'Remove Heaven' }).click();
    const question = page.getByRole('alertdialog', { name: 'Remove Heaven?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(endpoints.entry('Heaven')).toBeVisible();
    await endpoints.entry('Heaven').getByRole('button', { name: 'Remove Heaven' }).click();
    await question.getByRole('button', { name: 'Remove' }).click();
    await expect(endpoints.entry('Heaven')).toHaveCount(0);
    await expect(settingsOf(page).tab(/^Heaven/)).toHaveCount(0);
    await expect(fieldOf(endpoints.entry('GPU box'), 'Name')).toBeFocused();
    await expect.poll(() => keyOf(...account)).toBeNull();
    await settingsOf(page).close();
  });
  await Promise.all([gpu.close(), cloud.close()]);
});

/** Files below a folder that hold a text, but for those of a folder. */
async function filesWith(text: string, root: string, but: string): Promise<string[]> {
  const all = await readdir(root, { recursive: true, withFileTypes: true });
  const held = all
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !path.startsWith(but))
    .map(async (path) => ((await readFile(path).catch(() => '')).includes(text) ? path : ''));
  return (await Promise.all(held)).filter(Boolean);
}

test('a script names services, to which nothing goes before the person lets it', async ({ launch }) => {
  test.slow();
  const literal = `literal-canary-${randomUUID()}`;
  const token = `variable-canary-${randomUUID()}`;
  const secret = `header-canary-${randomUUID()}`;
  const proxy = await startProviderServer(chatCompletions, {
    key: literal,
    answer: (_prompt, body) => ({ text: `${body.model} by the proxy` }),
  });
  const gate = await startProviderServer(anthropicMessages, { key: token, answer: () => ({ text: 'By the gate' }) });
  const script = `
    zi.register_provider("proxy", {
      name = "Proxy", base_url = "${proxy.url}", api = "openai-completions", api_key = "${literal}",
      headers = { ["X-Team"] = "blue", ["X-Access-Token"] = "${secret}" },
      models = { { id = "big", name = "Big one", context_window = 32000, max_tokens = 1000, input = { "text" } } },
    })
    zi.register_provider("gate", {
      name = "Gate", baseUrl = "${gate.url}", api = "anthropic-messages", apiKey = "GATE_TOKEN",
      models = { { id = "wise", name = "Wise one", reasoning = false } },
    })`;
  let outrigger = await launch({
    env: { GATE_TOKEN: token },
    prepare: async (userData) => {
      await mkdir(join(userData, 'extensions'), { recursive: true });
      await writeFile(join(userData, 'extensions', 'proxies.lua'), script);
    },
  });
  let panel = panelOf(outrigger.page);
  const question = (at: string) =>
    outrigger.page.getByRole('alertdialog', { name: `Let proxies send requests to ${new URL(at).host}?` });
  const answer = (at: string, name: string) => question(at).getByRole('button', { name, exact: true }).click();
  const alert = () => panel.root.getByRole('alert');

  await test.step('put off, and then allowed for good: with the key and the headers of the script', async () => {
    await panel.choose('Big one');
    await expect(question(proxy.url)).toContainText(
      `at ${proxy.url}, which it calls as a service of the kind openai-c`,
    );
    await answer(proxy.url, 'Not now');
    await expect(question(proxy.url)).toBeHidden();
    expect(proxy.requests).toEqual([]);
    await panel.choose('Big one');
    await answer(proxy.url, 'Always allow');
    await panel.ask('Who are you?');
    await expect(panel.lastTurn).toContainText('big by the proxy');
    await panel.ended();
    const [completion] = proxy.completions();
    expect(completion).toMatchObject({
      authorization: 'right',
      headers: { 'x-team': 'blue', 'x-access-token': secret },
    });
  });
  await test.step('another one, whose key is in a variable, is not allowed', async () => {
    await panel.choose('Wise one');
    await expect(question(gate.url)).toContainText('The key in the environment variable GATE_TOKEN goes there too.');
    await answer(gate.url, 'Don’t allow');
    await expect(question(gate.url)).toBeHidden();
    await expect(alert().filter({ hasText: 'You have not let the script proxies send requests to' })).toBeVisible();
    expect(gate.requests).toEqual([]);
  });
  await test.step('after a new start the one is not asked about, and the other anew', async () => {
    outrigger = await outrigger.relaunch();
    panel = panelOf(outrigger.page);
    await panel.choose('Big one');
    await panel.ask('And now?');
    await expect(panel.lastTurn).toContainText('big by the proxy');
    await panel.ended();
    await panel.choose('Wise one');
    await answer(gate.url, 'Allow');
    await panel.ask('And you?');
    await expect(panel.lastTurn).toContainText('By the gate');
    await panel.ended();
    expect(gate.completions().map(({ authorization, body }) => [authorization, body?.model])).toEqual([
      ['right', 'wise'],
    ]);
  });
  await test.step('no key is in any file but the script', async () => {
    for (const one of [literal, token, secret]) {
      expect(await filesWith(one, outrigger.userData, join(outrigger.userData, 'extensions'))).toEqual([]);
    }
  });
  await test.step('what it may is in the Extensions view, and without the script a thread says what is missing', async () => {
    const view = extensionsViewOf(outrigger.page);
    await view.open();
    await expect(view.item('proxies')).toContainText(`You let it send requests to ${proxy.url} openai-completions`);
    await view.item('proxies').getByRole('button', { name: 'Let proxies ask again' }).click();
    await expect(view.item('proxies')).not.toContainText('You let it');
    await view.item('proxies').getByRole('button', { name: 'Disable' }).click();
    await expect(view.item('proxies').getByRole('button', { name: 'Enable' })).toBeVisible();
    await view.close();
    await panel.composer.fill('Still there?');
    await panel.composer.press('Enter');
    await expect(alert()).toContainText('“Gate” comes from the script proxies, which is off.');
  });
});
