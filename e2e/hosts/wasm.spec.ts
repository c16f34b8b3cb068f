import { randomUUID } from 'node:crypto';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../scripts/setup/project.mjs';
import { buildComponent } from '../../src/shared/testing/components/build-component.ts';
import { expect, test } from '../fixtures.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { type Answer, startProviderServer } from '../servers/provider-server.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { forgetKey, keyOf } from '../support/keys/keyring.ts';
import { filesWith } from '../support/processes/traces.ts';
import type {} from '../support/views/page-api.ts';
import { panelOf } from '../support/views/panel.ts';

/** Extensions that are components of WebAssembly. */

const sample = join(root, 'docs/extensions/samples/chat-component');
const provider = ['chat-component', 'chat'] as const;

test.beforeEach(() => forgetKey(...provider));
test.afterAll(() => forgetKey(...provider));

const long = Array.from({ length: 60 }, (_, index) => `piece-${index + 1} `);
const answer = (prompt: string): Answer =>
  prompt.includes('Count')
    ? { toolCalls: [{ id: 'call_1', name: 'toolbox__word_count', input: '{"text":"one two three"}' }] }
    : { text: prompt.includes('long') ? long : 'Grüße aus 世界.' };

test('the provider of docs/extensions/wasm.md: its key, a tool call, stopped, changed and killed in mid-answer', async ({
  launch,
  folder,
}) => {
  test.slow();
  const key = `sk-canary-${randomUUID()}`;
  const server = await startProviderServer(chatCompletions, {
    key,
    answer: (prompt, _body, { toolResults }) =>
      toolResults.length > 0 && prompt.includes('Count') ? { text: `It said ${toolResults.at(-1)}.` } : answer(prompt),
  });
  /** Holds answers before a piece, until released. */
  const holdAt = (piece: string): (() => void) => {
    const held = Promise.withResolvers<void>();
    server.setPace({ before: (part) => (part.includes(piece) ? held.promise : undefined) });
    return held.resolve;
  };
  const author = join(folder, 'my-chat');
  await cp(await buildComponent(sample), author, { recursive: true });
  const { page, userData } = await launch({
    extensions: ['toolbox'],
    args: [`--extension-development-path=${author}`],
    settings: { extensions: { 'chat-component': { base_url: server.url } } },
  });
  const panel = panelOf(page);
  const isAnswered = async (text: string) => {
    await panel.ended();
    await expect(panel.failure).toHaveCount(0);
    await expect(panel.lastTurn).toContainText(text);
  };
  /** Another one has another time. */
  const activation = () =>
    page.evaluate(async () => {
      const running = await window.outrigger.extensions.running();
      return running.find(({ extensionId }) => extensionId === 'chat-component')?.activationMs;
    });
  const isAborted = () => expect.poll(() => server.completions().at(-1)?.aborted).toBe(true);

  await test.step('a wrong key is refused where it was typed, and the right one is kept in the keychain alone', async () => {
    await panel.choose('Chat component');
    const dialog = page.getByRole('dialog', { name: 'Chat component needs a key' });
    const type = async (text: string) => {
      await dialog.getByLabel('API key').fill(text);
      await dialog.getByRole('button', { name: 'Save' }).click();
    };
    await type('sk-wrong');
    await expect(dialog.getByRole('alert')).toContainText(`${new URL(server.url).host} did not accept the key.`);
    expect(await keyOf(...provider)).toBeNull();
    await type(key);
    await expect(dialog).toBeHidden();
    expect(await keyOf(...provider)).toBe(key);
    await panel.ask('Greet me');
    await isAnswered('Grüße aus 世界.');
    expect(await filesWith(userData, key)).toEqual([]);
  });
  await test.step('a model calls a tool, and goes on with what it said', async () => {
    await panel.ask('Count the words');
    await panel.lastTurn.getByRole('button', { name: 'Allow once' }).click();
    await isAnswered('It said 3 words.');
  });
  await test.step('a stop ends the request', async () => {
    const release = holdAt('piece-20 ');
    await panel.ask('A long answer');
    await expect(panel.lastTurn).toContainText('piece-19');
    await panel.stop.click();
    await panel.ended();
    await expect(panel.lastTurn).toContainText('You stopped it. The answer so far is kept.');
    await isAborted();
    release();
  });
  await test.step('changed in mid-answer: the answer ends by the old component, the next is by the new one', async () => {
    const changed = join(folder, 'changed-chat');
    await cp(sample, changed, { recursive: true });
    const code = await readFile(join(changed, 'answer.js'), 'utf8');
    await writeFile(join(changed, 'answer.js'), code.replace('val: delta.content', 'val: delta.content.toUpperCase()'));
    const built = join(await buildComponent(changed), 'component.wasm');
    const release = holdAt('piece-20 ');
    await panel.ask('Another long answer');
    await expect(panel.lastTurn).toContainText('piece-19');
    const before = await activation();
    await cp(built, join(author, 'component.wasm'));
    await expect.poll(activation).not.toBe(before);
    release();
    await isAnswered('piece-60');
    server.setPace({});
    await panel.ask('Greet me');
    await isAnswered('GRÜSSE AUS 世界.');
  });
  await test.step('killed in mid-answer: what came is kept, and Retry answers', async () => {
    const release = holdAt('piece-20 ');
    await panel.ask('One more long answer');
    await expect(panel.lastTurn).toContainText('PIECE-19');
    process.kill(await hostPid(page, 'Chat component'), 'SIGKILL');
    await expect(panel.failure).toContainText('The extension Chat component stopped');
    await expect(panel.lastTurn).toContainText('PIECE-19');
    await isAborted();
    release();
    server.setPace({});
    await panel.retry.click();
    await isAnswered('PIECE-60');
  });
  await server.close();
});
