import { randomUUID } from 'node:crypto';
import type { Locator, Page } from '@playwright/test';
import { picture } from '../../src/shared/testing/picture.ts';
import { expect, test } from '../fixtures.ts';
import { anthropicMessages } from '../servers/anthropic-wire.ts';
import { chatCompletions } from '../servers/chat-completions-wire.ts';
import { geminiContent } from '../servers/gemini-wire.ts';
import { ollama } from '../servers/ollama-wire.ts';
import { type Answer, startProviderServer, type WireFormat } from '../servers/provider-server.ts';
import { responses } from '../servers/responses-wire.ts';
import { hostPid } from '../support/hosts/hosts.ts';
import { forgetKey, keyOf } from '../support/keys/keyring.ts';
import { type Panel, panelOf } from '../support/views/panel.ts';
import { threadsOf } from '../support/views/threads.ts';

/** All bundled providers in the app, each with a server of its own format, in all situations that a person may meet. */

interface Service {
  readonly name: string;
  readonly extensionId: string;
  readonly providerId: string;
  readonly format: WireFormat;
  /** A model that supports thinking, images and tools. */
  readonly model: string;
  /** Whether it needs no key. */
  readonly isKeyless?: boolean;
}

const services: readonly Service[] = [
  {
    name: 'OpenAI-compatible',
    extensionId: 'openai-compatible',
    providerId: 'openai-compatible',
    format: chatCompletions,
    model: 'tiny',
  },
  { name: 'OpenAI', extensionId: 'openai-responses', providerId: 'openai', format: responses, model: 'gpt-5.4' },
  {
    name: 'Anthropic',
    extensionId: 'anthropic',
    providerId: 'anthropic',
    format: anthropicMessages,
    model: 'claude-sonnet-5-5',
  },
  {
    name: 'Google Gemini',
    extensionId: 'gemini',
    providerId: 'gemini',
    format: geminiContent,
    model: 'gemini-3.8-flash',
  },
  { name: 'Ollama', extensionId: 'ollama', providerId: 'ollama', format: ollama, model: 'tiny', isKeyless: true },
];

const long = Array.from({ length: 200 }, (_, index) => `piece-${index + 1} `);

function answer(prompt: string): Answer {
  if (prompt.includes('long')) return { text: long };
  if (prompt.includes('Think')) return { thinking: ['Let me ', 'see.'], text: 'I have thought.' };
  if (prompt.includes('Count')) {
    return { toolCalls: [{ id: 'call_1', name: 'toolbox__word_count', input: '{"text":"one two three"}' }] };
  }
  return { text: ['Grüße ', 'aus 世界.'] };
}

const greeting = 'Grüße aus 世界.';

for (const service of services) {
  const { name, extensionId, providerId, format, model, isKeyless = false } = service;
  const account = [extensionId, providerId] as const;
  const dialogOf = (page: Page) => page.getByRole('dialog', { name: `${name} needs a key` });

  test(`${name} is signed in for, answers with tools, images and thinking, two at once, and its limits and faults are told`, {
    // One represents all here: recorded streams of each service are tested with its extension.
    tag: name === 'Anthropic' ? [] : '@soak',
  }, async ({ open }) => {
    test.setTimeout(600_000);
    await forgetKey(...account);
    const key = `sk-canary-${randomUUID()}`;
    const wrong = `sk-canary-${randomUUID()}`;
    const server = await startProviderServer(format, {
      models: [model],
      ...(!isKeyless && { key }),
      answer: (prompt, _body, seen) =>
        seen.toolResults.length > 0 && (prompt === '' || prompt.includes('Count'))
          ? { text: `The tool said ${seen.toolResults.at(-1)}.` }
          : answer(prompt),
    });
    const { page } = await open({
      extensions: ['toolbox'],
      settings: { extensions: { [extensionId]: { base_url: server.url } } },
    });
    const panel = panelOf(page);
    const wait = panel.lastTurn.getByRole('group', { name: 'The answer is waiting' });

    /** Pauses answers before a piece, until released. */
    const holdAt = (piece: string): (() => void) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => (release = resolve));
      server.setPace({ before: (part) => (part.includes(piece) ? released : undefined) });
      return () => {
        server.setPace({});
        release();
      };
    };

    const isAnswered = async (text = greeting) => {
      await panel.ended();
      await expect(panel.failure).toHaveCount(0);
      await expect(panel.lastTurn.getByText(text, { exact: true })).toBeVisible();
    };

    if (!isKeyless) await keySteps(page, panel);
    await chooseModel(panel, name, model);
    await expect(panel.model).toHaveAccessibleName(/^Model: (?!Sample|Choos)/);

    await test.step('an answer streams', async () => {
      await panel.ask('Greet me');
      await isAnswered();
      expect(server.completions().at(-1)?.authorization).toBe(isKeyless ? 'none' : 'right');
    });

    await test.step('rate limited: it waits as long as the service asks', async () => {
      server.setFault({ type: 'status', status: 429, retryAfter: '40', times: 1 });
      await panel.ask('Too often');
      await expect(wait).toContainText(/Retrying in [1-4]\d s/);
      await wait.getByRole('button', { name: 'Cancel' }).click();
      await panel.ended();
      server.setFault({ type: 'status', status: 429, retryAfter: '1', times: 1 });
      const before = server.completions().length;
      await panel.retry.click();
      await expect.poll(() => server.completions().length, { timeout: 60_000 }).toBe(before + 2);
      await isAnswered();
    });

    await test.step('overloaded: Retry now, and Cancel', async () => {
      // A long wait, or the app would retry by itself before a slow machine has pressed the button.
      server.setFault({ type: 'status', status: name === 'Anthropic' ? 529 : 503, retryAfter: '200' });
      await panel.ask('Overloaded');
      await expect(wait).toContainText('overloaded');
      const before = server.completions().length;
      await wait.getByRole('button', { name: 'Retry now' }).click();
      await expect.poll(() => server.completions().length).toBe(before + 1);
      await expect(wait).toContainText(/Retrying in/);
      await wait.getByRole('button', { name: 'Cancel' }).click();
      await panel.ended();
      server.setFault(null);
      await panel.retry.click();
      await isAnswered();
    });

    await test.step('offline: said in words, and Retry works when it is back', async () => {
      const { host } = new URL(server.url);
      server.leave();
      await panel.ask('Anybody there?');
      await expect(wait).toContainText(host);
      await wait.getByRole('button', { name: 'Cancel' }).click();
      await panel.ended();
      await server.comeBack();
      await panel.retry.click();
      await isAnswered();
    });

    await test.step('cancelled in mid-stream', async () => {
      const release = holdAt('piece-6 ');
      await panel.ask('A long answer');
      await expect(panel.lastTurn).toContainText('piece-5');
      await panel.stop.click();
      await panel.ended();
      await expect(panel.lastTurn).toContainText('You stopped it. The answer so far is kept.');
      await expect.poll(() => server.completions().at(-1)?.aborted).toBe(true);
      release();
    });

    await test.step('its host killed in mid-stream: the text stays, and Retry works', async () => {
      const release = holdAt('piece-6 ');
      const pid = await hostPid(page, extensionName(service));
      await panel.ask('Another long answer');
      await expect(panel.lastTurn).toContainText('piece-5');
      process.kill(pid, 'SIGKILL');
      await expect(panel.failure).toBeVisible();
      await expect(panel.lastTurn).toContainText('piece-5');
      release();
      await panel.retry.click();
      await expect(panel.lastTurn).toContainText('piece-200');
      await panel.ended();
    });

    await test.step('a tool is called, asked for, run, and its answer goes back', async () => {
      await panel.ask('Count them');
      await panel.lastTurn.getByRole('button', { name: 'Allow once' }).click();
      await isAnswered('The tool said 3 words.');
      expect(server.completions().at(-1)?.toolResults).toEqual(['3 words']);
    });

    await test.step('an image goes along', async () => {
      await panel.root
        .getByLabel('Images to add')
        .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(picture(2, 2), 'base64') });
      await expect(panel.root.getByRole('list', { name: 'Images of the message' }).getByRole('img')).toHaveCount(1);
      await panel.ask('What is this?');
      await isAnswered();
      expect(server.completions().at(-1)?.images).toBe(1);
      await expect(panel.lastTurn.getByRole('list', { name: 'Images of the prompt' }).getByRole('img')).toHaveCount(1);
    });

    await test.step('what it thinks is shown, folded away', async () => {
      await panel.ask('Think first');
      await isAnswered('I have thought.');
      const thought = panel.lastTurn.getByText(/^Thought/);
      await thought.click();
      await expect(panel.lastTurn.getByText('Let me see.')).toBeVisible();
    });

    await test.step('two answers at once, as far as the provider takes two', async () => {
      const release = holdAt('piece-10 ');
      const threads = threadsOf(page);
      await page.keyboard.press('ControlOrMeta+N');
      await expect(panel.turns).toHaveCount(0);
      await panel.ask('A first long answer');
      await expect(panel.lastTurn).toContainText('piece-3 ');
      const before = server.completions().length;
      await page.keyboard.press('ControlOrMeta+N');
      await expect(panel.turns).toHaveCount(0);
      await panel.ask('A second long answer');
      if (name === 'Ollama') await expect(wait).toContainText('Queued');
      else await expect(panel.lastTurn).toContainText('piece-3 ');
      release();
      await expect(panel.lastTurn).toContainText('piece-200', { timeout: 60_000 });
      await panel.ended();
      await expect(panel.lastTurn.getByText(long.join('').trim(), { exact: true })).toBeVisible();
      await threads.show('A first long answer');
      await panel.ended();
      await expect(panel.lastTurn.getByText(long.join('').trim(), { exact: true })).toBeVisible();
      expect(server.completions().length).toBe(before + 1);
    });

    await server.close();
    await forgetKey(...account);

    /** Without a key, with a wrong one, and with the right one. */
    async function keySteps(window: Page, { root, model: button }: Panel): Promise<void> {
      const dialog = dialogOf(window);
      await test.step('without a key it asks; cancelled, it says so', async () => {
        await chooseModel(panel, name);
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await expect(root.getByRole('alert')).toBeVisible();
        await expect(button).not.toHaveAccessibleName(`Model: ${model}`);
      });
      await test.step('a wrong key is refused where it was typed, which stays', async () => {
        await chooseModel(panel, name);
        await typeKey(dialog, wrong);
        await expect(dialog.getByRole('alert')).toContainText(new URL(server.url).host);
        await expect(field(dialog)).toHaveValue(wrong);
        expect(await keyOf(...account)).toBeNull();
      });
      await test.step('the right one is kept', async () => {
        await typeKey(dialog, key);
        await expect(dialog).toBeHidden();
        expect(await keyOf(...account)).toBe(key);
        await expect(button).toHaveAccessibleName(/^Model: (?!Sample|Choos)/);
      });
    }
  });
}

const field = (dialog: Locator) => dialog.locator('input');

async function typeKey(dialog: Locator, key: string): Promise<void> {
  await field(dialog).fill(key);
  await dialog.getByRole('button', { name: 'Save' }).click();
}

/** Chooses a provider's model in the picker once it is listed; by default the first one. */
async function chooseModel(panel: Panel, provider: string, model?: string): Promise<void> {
  await panel.model.click();
  await panel.root.getByRole('combobox', { name: 'Search models' }).fill(provider);
  const options = panel.root.getByRole('listbox', { name: `Models: ${provider}`, exact: true }).getByRole('option');
  await (model === undefined ? options.first() : options.filter({ hasText: model }).first()).click();
}

const extensionName = ({ name }: Service): string => (name === 'OpenAI' ? 'OpenAI Responses' : name);
