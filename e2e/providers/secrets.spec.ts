import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ElectronApplication } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { type ProviderServer, startProviderServer, type WireFormat } from '../servers/provider-server.ts';
import { type ExtensionText, testFolder, writeExtension } from '../support/hosts/extension-folder.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { filesHolding, holds, newCanary } from '../support/keys/canary.ts';
import { type OwnKeyring, startOwnKeyring } from '../support/keys/own-keyring.ts';
import { type Process, treeOf } from '../support/processes/process-tree.ts';
import { environmentOf, isAlive } from '../support/processes/processes.ts';
import { heapText, pageText } from '../support/processes/traces.ts';
import { runCommand } from '../support/views/extensions-view.ts';
import { panelOf } from '../support/views/panel.ts';
import { settingsOf } from '../support/views/settings.ts';
import { runSlashCommand } from '../support/views/slash-command.ts';

/** A typed key is stored in the keyring and nowhere else. */

const provider = ['openai-compatible', 'openai-compatible'] as const;
const settingsFor = ({ url }: ProviderServer) => ({ extensions: { 'openai-compatible': { base_url: url } } });

test.skip(process.platform !== 'linux', 'processes are looked into by /proc, and the keyring is gnome-keyring');

let keyring: OwnKeyring;
test.beforeEach(async () => {
  keyring = await startOwnKeyring();
});
test.afterEach(() => keyring.stop());

test(
  'a key that was typed, refused or accepted, and said back by the service, is left nowhere',
  { tag: '@soak' },
  async ({ launch }, testInfo) => {
    test.slow();
    const key = newCanary();
    const refused = newCanary();
    const secrets = [refused, key];
    const mark = newCanary();
    const server = await startProviderServer(sayingKeysBack(), {
      key,
      answer: (prompt) =>
        prompt.includes('Break')
          ? {
              text: ['It goes ', 'well until'],
              error: { message: `The key ${key} is used up`, code: 'invalid_request_error' },
            }
          : { text: ['Hello, ', 'world!'] },
    });
    const late = writeExtension(testFolder(), 'late', {
      kind: 'js',
      tables: '[slash_commands.start]\ndescription = "Starts its host"\n',
      code: "context.slashCommands.register('start', () => ({ reply: 'started' }));",
    });
    const home = testInfo.outputPath('home');
    const { app, page, project, userData } = await launch({
      settings: settingsFor(server),
      env: { ...keyring.env, HOME: home, XDG_CONFIG_HOME: home, XDG_CACHE_HOME: home, PROOF: mark },
      // By default a snapshot has only the first thousand characters of each string.
      args: ['--js-flags=--heap-snapshot-string-limit=100000000', `--extension-path=${late}`],
    });
    const said = outputOf(app);
    const panel = panelOf(page);
    const settings = settingsOf(page);

    await test.step('the search finds what is in the page', async () => {
      const [plain, long, encoded] = [newCanary(), newCanary(), newCanary()];
      const hidden = [plain, `${'x'.repeat(5000)}${long}`, btoa(encoded)];
      await page.evaluate((held) => Object.assign(globalThis, { held }), hidden);
      const heap = await heapText(page);
      for (const canary of [plain, long, encoded]) expect(holds(heap, canary)).toBe(true);
      expect(holds(heap, newCanary())).toBe(false);
    });

    await test.step('one key is refused, the next accepted', async () => {
      await settings.openProvider(/^OpenAI-compatible/);
      await settings.page.getByRole('button', { name: 'Enter key' }).click();
      const dialog = page.getByRole('dialog', { name: 'OpenAI-compatible needs a key' });
      const field = dialog.getByLabel(/^API key/);
      await expect(field).toBeFocused();
      await page.keyboard.type(refused);
      expect(holds(await pageText(page), refused)).toBe(true);
      await page.keyboard.press('Enter');
      await expect(dialog.getByRole('alert')).toContainText('did not accept');
      expect(holds(String(await dialog.textContent()), refused)).toBe(false);
      await expect(field).toBeFocused();
      await page.keyboard.type(key);
      await dialog.getByRole('button', { name: 'Show the key' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await expect(dialog).toBeHidden();
      await expect(settings.page).toContainText('Ready.');
      expect(await keyring.keyOf(...provider)).toBe(key);
      await settings.close();
    });

    await test.step('an answer, one that breaks off with the key in its words, and a refusal with it', async () => {
      await panel.choose('tiny');
      await expect(panel.model).toHaveAccessibleName(/tiny/i);
      await panel.ask('Greet me');
      await panel.ended();
      await expect(panel.lastTurn).toContainText('Hello, world!');
      await panel.ask('Break off');
      await panel.ended();
      await expect(panel.failure).toContainText('is used up');
      server.setFault({ type: 'status', status: 400, body: { error: { message: `No good: ${key}` } } });
      await panel.ask('And no more');
      await panel.ended();
      await expect(panel.failure).toContainText('No good');
      server.setFault(null);
    });

    await test.step('it is not in the page, nor in the memory of its scripts', async () => {
      const [text, heap] = [await pageText(page), await heapText(page)];
      for (const secret of secrets) {
        expect(holds(text, secret)).toBe(false);
        expect(holds(heap, secret)).toBe(false);
      }
    });

    await test.step('nor in the environment or the arguments of a process', async () => {
      await runSlashCommand(page, '/start');
      await hostPid(page, 'The late');
      let processes: Process[] = [];
      let environments: string[] = [];
      // Repeated if a process has ended since it was listed.
      await expect(() => {
        processes = treeOf(Number(app.process().pid));
        environments = processes.map(({ pid }) => [...environmentOf(pid)].flat().join('\n'));
        expect(environments.filter((environment) => environment.includes(home))).toHaveLength(1);
      }).toPass({ timeout: 60_000 });
      // Chromium overwrites its own environment in /proc, so that the environment for child processes is checked.
      const inherited = await app.evaluate(() => JSON.stringify(process.env));
      expect(holds(inherited, mark)).toBe(true);
      environments.push(inherited);
      for (const secret of secrets) {
        expect(processes.filter(({ commandLine }) => holds(commandLine, secret))).toEqual([]);
        expect(environments.some((environment) => holds(environment, secret))).toBe(false);
      }
    });

    await test.step('nor in a file or in what the app said, also after its host and its window crashed', async () => {
      const pid = await hostPid(page, 'OpenAI-compatible');
      expect(await crash(app, pid)).toBe('crashed');
      await expect.poll(() => isAlive(pid)).toBe(false);
      const window = await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.webContents.getOSProcessId(),
      );
      expect(await crash(app, Number(window))).toBe('crashed');
      const dumps = await app.evaluate(({ app: electron }) => electron.getPath('crashDumps'));
      await writeFile(join(userData, 'proof'), Buffer.from(mark, 'utf16le'));
      expect(await filesHolding(userData, mark)).toEqual([join(userData, 'proof')]);
      for (const secret of secrets) {
        for (const folder of [userData, project, home, keyring.home]) {
          expect(await filesHolding(folder, secret)).toEqual([]);
        }
        expect(await filesHolding(dumps, secret).catch(() => [])).toEqual([]);
        expect(holds(said(), secret)).toBe(false);
      }
    });
    await server.close();
  },
);

/** An extension that writes its key into all errors, and into its log. */
const careless: ExtensionText = {
  top: 'activation_events = ["onProvider:careless"]',
  tables: `[language_model_providers.careless]
name = "Careless"
[language_model_providers.careless.auth]
[commands.fail]
title = "Fail Carelessly"
[slash_commands.fail]
description = "Fails"
`,
  code: `const { commands, credentials, languageModels, log, slashCommands } = context;
  const key = () => credentials.get('careless');
  const fail = async () => { throw new Error('It fails with ' + await key()); };
  const model = { id: 'careless', name: 'Careless', maxTokenCount: 8192, isDefault: true, isDefaultFast: true, capabilities: {
    supportsImages: false, supportsTools: false, supportsToolChoiceAuto: false, supportsToolChoiceAny: false,
    supportsToolChoiceNone: false, supportsThinking: false, toolInputFormat: 'json-schema' } };
  commands.register('fail', fail);
  slashCommands.register('fail', fail);
  languageModels.registerProvider({ id: 'careless', name: 'Careless' }, {
    models: () => [model],
    isAuthenticated: async () => (await key()) !== null,
    async authenticate() {
      if ((await key()) === null) await credentials.request('careless', { credentialType: 'api-key', label: 'Key of the careless' });
      const typed = await key();
      log.info('the key is ' + typed);
      console.log('the key', { typed });
      if (!typed.endsWith('right')) throw Object.assign(new Error('This is wrong: ' + typed), { code: 'provider-auth' });
    },
    resetCredentials: () => credentials.delete('careless'),
    async *stream(id, { messages }) {
      yield { type: 'started' };
      if (JSON.stringify(messages.at(-1)).includes('event')) yield { type: 'of no kind', value: await key() };
      await Promise.reject(Object.assign(new Error('It breaks off with ' + await key()), { code: 'invalid-request' }));
    },
  });`,
};

test('a key that its own extension says in its log and in failures is taken out of them', { tag: '@soak' }, async ({
  launch,
}) => {
  test.slow();
  const [wrong, key] = [newCanary(), `${newCanary()}right`];
  const folder = writeExtension(testFolder(), 'careless', careless);
  const outrigger = await launch({
    args: [`--extension-path=${folder}`],
    env: keyring.env,
    settings: { model: 'careless:careless/careless' },
  });
  const { app, page, userData } = outrigger;
  const said = outputOf(app);
  const panel = panelOf(page);
  const settings = settingsOf(page);
  const dialog = page.getByRole('dialog', { name: 'Careless needs a key' });

  await settings.open(/^Careless/);
  await settings.page.getByRole('button', { name: 'Enter key' }).click();
  await expect(dialog.getByLabel('Key of the careless')).toBeFocused();
  await page.keyboard.type(wrong);
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toContainText('This is wrong: [removed]');
  await expect(dialog.getByLabel('Key of the careless')).toBeFocused();
  await page.keyboard.type(key);
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await settings.close();

  await panel.ask('Break off');
  await panel.ended();
  await expect(panel.failure).toContainText('It breaks off with [removed]');
  await panel.ask('An event');
  await panel.ended();
  await expect(panel.failure).toBeVisible();
  await panel.composer.fill('/fail');
  await panel.composer.press('Enter');
  await expect(panel.root.getByText('It fails with [removed]')).toBeVisible();
  await runCommand(page, 'Fail Carelessly');
  await expect(page.getByRole('main').getByText('It fails with [removed]')).toBeVisible();

  await expect.poll(() => readFile(join(userData, 'logs', 'extensions.log'), 'utf8')).toContain('the key is [removed]');
  const [text, heap] = [await pageText(page), await heapText(page)];
  for (const secret of [wrong, key]) {
    expect(holds(text, secret)).toBe(false);
    expect(holds(heap, secret)).toBe(false);
    expect(await filesHolding(userData, secret)).toEqual([]);
    expect(holds(said(), secret)).toBe(false);
  }
});

/** A service that repeats the key in all error messages. */
function sayingKeysBack(): WireFormat {
  let sent = '';
  return {
    ...chatCompletions,
    keyOf(headers, url) {
      sent = chatCompletions.keyOf(headers, url) ?? sent;
      return chatCompletions.keyOf(headers, url);
    },
    error: (status, message, code) => chatCompletions.error(status, `${message} You sent ${sent}`, code),
  };
}

/** Crashes a page's process. @returns the reason that the app was told */
const crash = (app: ElectronApplication, pid: number): Promise<string> =>
  app.evaluate(
    ({ webContents }, wanted) =>
      new Promise<string>((resolve) => {
        const contents = webContents.getAllWebContents().find((one) => one.getOSProcessId() === wanted);
        if (!contents) return resolve('there is no such page');
        contents.once('render-process-gone', (_event, { reason }) => resolve(reason));
        contents.forcefullyCrashRenderer();
      }),
    pid,
  );

/** Collects the app's terminal output from now on. */
function outputOf(app: ElectronApplication): () => string {
  let said = '';
  const { stdout, stderr } = app.process();
  for (const stream of [stdout, stderr]) {
    stream?.on('data', (chunk) => {
      said += chunk;
    });
  }
  return () => said;
}
