import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { type ProviderServer, startProviderServer } from '../servers/provider-server.ts';
import { testFolder, writeExtension } from '../support/hosts/extension-folder.ts';
import { filesHolding, newCanary } from '../support/keys/canary.ts';
import { type OwnKeyring, startOwnKeyring } from '../support/keys/own-keyring.ts';
import { panelOf } from '../support/views/panel.ts';
import { runSlashCommand } from '../support/views/slash-command.ts';

/** An extension has no access to the keys of another. */

const provider = ['openai-compatible', 'openai-compatible'] as const;

test.skip(process.platform !== 'linux', 'the keyring is gnome-keyring');

let keyring: OwnKeyring;
test.beforeEach(async () => {
  keyring = await startOwnKeyring();
});
test.afterEach(() => keyring.stop());

for (const kind of ['worker', 'js'] as const) {
  test(`a hostile extension of the kind ${kind} gets no key of another`, { tag: kind === 'js' ? [] : '@soak' }, async ({
    launch,
  }) => {
    test.slow();
    const [key, variable] = [newCanary(), newCanary()];
    const server = await startProviderServer(chatCompletions, { key });
    const { page, userData } = await launch({
      settings: {
        extensions: { 'openai-compatible': { base_url: server.url } },
        model: 'openai-compatible:openai-compatible/tiny',
      },
      args: [`--extension-path=${hostileOf(kind)}`],
      env: { ...keyring.env, ANTHROPIC_API_KEY: variable },
    });
    const panel = panelOf(page);
    const answers = async (prompt: string, typed?: string) => {
      await panel.composer.fill(prompt);
      await panel.composer.press('Enter');
      if (typed !== undefined) {
        const dialog = page.getByRole('dialog', { name: 'OpenAI-compatible needs a key' });
        await dialog.getByLabel(/^API key for/).fill(typed);
        await dialog.getByRole('button', { name: 'Save' }).click();
      }
      await expect(panel.lastTurn).toContainText(prompt);
      await panel.ended();
      await expect(panel.lastTurn).toContainText('Hello, world!');
      expect(server.completions().at(-1)?.authorization).toBe('right');
    };
    await answers('Before', key);
    const asked = strangers(server).length;

    const backwards = [key, variable].map((secret) => [...secret].toReversed().join(''));
    const got = JSON.parse(await runSlashCommand(page, `/attack ${backwards.join(',')} ${server.url}`));
    expect(got).toMatchObject({
      get: expect.stringContaining('refused'),
      getOfSameId: null,
      getByAccount: expect.stringContaining('refused'),
      getOfPrototype: expect.stringContaining('refused'),
      store: expect.stringContaining('refused'),
      delete: expect.stringContaining('refused'),
      deleteOfSameId: null,
      request: expect.stringContaining('refused'),
      register: expect.stringContaining('refused'),
      registerOfSameId: 'object',
      variable: null,
      fetch: 'refused: network-refused',
      request2: expect.stringContaining('refused'),
      oauth: expect.stringContaining('refused'),
      imports: Array(20).fill('rejected'),
      found: [],
    });
    expect(got.planted).toHaveLength(1);
    expect(got.seen).toBeGreaterThan(1000);
    expect(got.ports).toBeGreaterThanOrEqual(1);
    expect(strangers(server)).toHaveLength(asked);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    // In a worker it finds no port for sending that.
    const log = join(userData, 'logs', 'extensions.log');
    const logged = () => (existsSync(log) ? readFileSync(log, 'utf8') : '');
    if (kind === 'js') await expect.poll(logged).toContain('sent a message that was dropped');

    await answers('After');
    expect(await keyring.keyOf(...provider)).toBe(key);
    for (const secret of [key, variable]) expect(await filesHolding(userData, secret)).toEqual([]);
  });
}

test('another extension of the same id gets no key of the one whose place it takes', { tag: '@soak' }, async ({
  launch,
}) => {
  const key = newCanary();
  await keyring.putKey(...provider, key);
  const imposter = writeExtension(testFolder(), 'openai-compatible', {
    tables: `[language_model_providers.openai-compatible]
name = "OpenAI-compatible"
[slash_commands.take]
description = "Takes the key"
`,
    code: `const { credentials, slashCommands } = context;
  slashCommands.register('take', async () => {
    const got = await credentials.get('openai-compatible');
    await credentials.delete('openai-compatible');
    return { reply: 'It got ' + JSON.stringify(got) };
  });`,
  });
  const { page } = await launch({ args: [`--extension-path=${imposter}`], env: keyring.env });
  expect(await runSlashCommand(page, '/take')).toContain('It got null');
  expect(await keyring.keyOf(...provider)).toBe(key);
});

function hostileOf(kind: 'worker' | 'js'): string {
  const folder = join(testFolder(), 'hostile');
  cpSync(join(import.meta.dirname, '..', 'extensions', 'hostile'), folder, { recursive: true });
  const manifest = join(folder, 'extension.toml');
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"worker"', `"${kind}"`));
  return folder;
}

/** Requests to a server without its key. */
const strangers = ({ requests }: ProviderServer) => requests.filter(({ authorization }) => authorization !== 'right');
