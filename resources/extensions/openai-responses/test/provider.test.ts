import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  type ProviderServer,
  type ProviderServerOptions,
  startProviderServer,
} from '../../../../e2e/servers/provider-server.ts';
import { responses } from '../../../../e2e/servers/responses-wire.ts';
import type { ExtensionModule } from '../../../../src/shared/contract/extension-api/extension-api.ts';
import type { MessageContent } from '../../../../src/shared/contract/provider.ts';
import type { SettingValue } from '../../../../src/shared/contract/settings/setting-value.ts';
import { activated, answer, ask, heldBy, manifestAt, manifestWords, outcome, textOf } from '../../extension-harness.ts';
import * as extension from '../main.js';
import { knownModels } from '../models.js';

const manifest = manifestAt(new URL('../extension.toml', import.meta.url));
const servers: ProviderServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** The extension, set to a server of its own, with the right key. */
async function against(options: ProviderServerOptions = {}, settings: Record<string, SettingValue> = {}) {
  const server = await startProviderServer(responses, { models: ['gpt-5', 'gpt-4.1', 'whisper-1'], ...options });
  servers.push(server);
  const harness = await activated(extension, { base_url: server.url, ...settings }, manifest);
  harness.key = options.key ?? null;
  if (harness.key !== null) await heldBy(harness, 'openai').accepted(new URL(server.url).origin);
  const say = (prompt: string, model = 'gpt-5', signal?: AbortSignal) =>
    outcome(answer(harness.provider, model, ask(prompt), signal));
  return { server, harness, say, provider: harness.provider };
}

const signal = new AbortController().signal;
const thrownBy = async (call: () => unknown): Promise<unknown> => {
  try {
    await call();
    return null;
  } catch (thrown) {
    return thrown;
  }
};

describe('the manifest', () => {
  it('names the provider, its icon and its models as the code does', async () => {
    const { harness } = await against();
    const declared = manifest.language_model_providers[harness.providerId];
    expect(Object.keys(manifest.language_model_providers)).toEqual([harness.providerId]);
    expect(declared?.models).toEqual(
      knownModels.map((model) => ({
        ...manifestWords(model),
        max_output_tokens: model.maxOutputTokens,
        default_fast: model.isDefaultFast,
      })),
    );
    expect(readFileSync(new URL(`../${declared?.icon}`, import.meta.url), 'utf8')).toContain('currentColor');
  });

  it('declares each setting that the code reads', () => {
    const code = readFileSync(new URL('../provider.js', import.meta.url), 'utf8');
    const read = new Set([...code.matchAll(/settings\.get\('(\w+)'\)/g)].map(([, key]) => key));
    expect(Object.keys(manifest.settings).sort()).toEqual([...read].sort());
  });
});

describe('signing in', () => {
  it('asks for a key, tries it, and lists the models that answer', async () => {
    const { server, harness, provider } = await against({ key: 'sk-good' });
    harness.key = null;
    harness.dialog = () => 'sk-good';
    expect(await provider.isAuthenticated()).toBe(false);
    expect(await provider.models()).toEqual(knownModels);
    expect(server.requests).toEqual([]);

    await provider.authenticate(signal);

    expect(harness.asked).toEqual([`API key for ${new URL(server.url).host}`]);
    expect(harness.modelsChanged).toBe(1);
    expect(server.requests.map(({ authorization }) => authorization)).toEqual(['none', 'right']);
    expect(await provider.isAuthenticated()).toBe(true);
    expect((await provider.models()).map(({ id }) => id)).toEqual(['gpt-5', 'gpt-4.1']);
  });

  it('asks nobody when there is a good key already', async () => {
    const { harness, provider } = await against({ key: 'sk-good' });
    await provider.authenticate(signal);
    expect(harness.asked).toEqual([]);
  });

  it('says no in the words of the service, without the key, and deletes nothing', async () => {
    const { harness, provider } = await against({ key: 'sk-good' });
    harness.key = null;
    harness.dialog = () => 'sk-wrong';
    const thrown = await thrownBy(() => provider.authenticate(signal));
    expect(thrown).toMatchObject({ code: 'provider-auth', message: expect.stringContaining('Incorrect key.') });
    expect(String(thrown)).not.toContain('sk-wrong');
    expect(harness.key).toBe('sk-wrong');
    expect(harness.modelsChanged).toBe(0);
  });

  it('is cancelled with the dialog, and with its signal', async () => {
    const { harness, provider } = await against({ key: 'sk-good' });
    harness.key = null;
    expect(await thrownBy(() => provider.authenticate(signal))).toMatchObject({ code: 'cancelled' });
    harness.key = 'sk-good';
    expect(await thrownBy(() => provider.authenticate(AbortSignal.abort()))).toMatchObject({ code: 'cancelled' });
  });

  it('needs no key from a local service that wants none', async () => {
    const { harness, provider, say } = await against();
    await provider.authenticate(signal);
    expect(harness.asked).toEqual([]);
    expect(await provider.isAuthenticated()).toBe(true);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
  });

  it('opens no dialog when nothing answers', async () => {
    const base_url = `http://127.0.0.1:${await closedPort()}/v1`;
    const { harness, provider } = await against({}, { base_url });
    expect(await thrownBy(() => provider.authenticate(signal))).toMatchObject({ code: 'network' });
    expect(harness.asked).toEqual([]);
  });

  it('asks again when the key is refused now', async () => {
    const { harness, provider } = await against({ key: 'sk-new' });
    harness.key = 'sk-old';
    harness.dialog = () => 'sk-new';
    await provider.authenticate(signal);
    expect(harness.key).toBe('sk-new');
  });

  it('ends with the key deleted', async () => {
    const { harness, provider } = await against({ key: 'sk-good' });
    await provider.resetCredentials();
    expect(harness.key).toBeNull();
    expect(await provider.isAuthenticated()).toBe(false);
  });

  it('is due before a request to a public host, which is then not reached, or when a local one wants a key', async () => {
    const away = await against({}, { base_url: 'https://api.example.invalid/v1' });
    expect((await away.say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
    const local = await against({ key: 'sk-good' });
    local.harness.key = null;
    expect((await local.say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
  });

  it.each(['example', 'ftp://example.com', 'https://me:pass@example.com/v1'])(
    'refuses the base URL %s',
    async (base_url) => {
      const { say } = await against({}, { base_url });
      expect((await say('Hi')).thrown).toMatchObject({ code: 'invalid-request' });
    },
  );

  it('says something on its page in Settings', async () => {
    const { provider } = await against();
    expect(await provider.settingsMarkdown?.()).toContain('base URL');
  });
});

describe('a key', () => {
  it('goes only to the origin that accepted it, until a person signs in at another', async () => {
    const elsewhere = await startProviderServer(responses, { key: 'sk-good' });
    servers.push(elsewhere);
    const { server, harness, provider, say } = await against({ key: 'sk-good' });
    harness.settings.base_url = elsewhere.url;
    expect(await provider.isAuthenticated()).toBe(false);
    expect(await provider.models()).toEqual(knownModels);
    expect((await say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
    expect(await thrownBy(() => provider.authenticate(signal))).toMatchObject({ code: 'cancelled' });
    expect(elsewhere.requests.map(({ authorization }) => authorization)).toEqual(['none', 'none']);
    harness.settings.base_url = server.url;
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');

    harness.settings.base_url = elsewhere.url;
    harness.dialog = () => 'sk-good';
    await provider.authenticate(signal);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    harness.settings.base_url = server.url;
    expect(await provider.isAuthenticated()).toBe(false);
  });

  it('of before, of which no origin is known, is for the vendor alone', async () => {
    const { server, harness, provider, say } = await against({ key: 'sk-good' });
    harness.state.clear();
    expect((await say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
    expect(server.requests.map(({ authorization }) => authorization)).toEqual(['none']);
    harness.settings.base_url = 'https://api.openai.com/v1';
    expect(await provider.isAuthenticated()).toBe(true);
  });

  it('of the environment is for the vendor alone', async () => {
    const { server, harness, provider, say } = await against({ key: 'sk-env' });
    harness.env.OPENAI_API_KEY = 'sk-env';
    expect((await say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
    expect(await thrownBy(() => provider.authenticate(signal))).toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('OPENAI_API_KEY is for api.openai.com'),
    });
    expect(server.requests.every(({ authorization }) => authorization === 'none')).toBe(true);
    harness.settings.base_url = 'https://api.example.invalid/v1';
    expect((await say('Hi')).thrown).toMatchObject({ code: 'invalid-request' });
    harness.settings.base_url = 'https://api.openai.com/v1';
    expect(await provider.isAuthenticated()).toBe(true);
  });
});

describe('a key that may not list the models', () => {
  it('is good all the same, and offers the models of the manifest', async () => {
    const body = JSON.stringify({ error: { message: 'Missing scopes: api.model.read' } });
    const server = createHttpServer((_request, response) => response.writeHead(403).end(body));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const harness = await activated(extension, { base_url }, manifest);
    harness.dialog = () => 'sk-narrow';
    await harness.provider.authenticate(signal);
    expect(await harness.provider.models()).toEqual(knownModels);
    server.close();
  });
});

describe('an answer of a service', () => {
  it.each([1, 3, 64, undefined])('is the same in writes of %s bytes', async (chunkSize) => {
    const { say } = await against({
      ...(chunkSize === undefined ? {} : { chunkSize }),
      answer: () => ({
        thinking: 'Hm — so',
        text: 'Größe 大小',
        toolCalls: [{ id: 'a', name: 'find', input: '{"q":"é"}' }],
        usage: { input: 9, output: 3, cacheRead: 4 },
      }),
    });
    const { events, thrown } = await say('Hi');
    expect(thrown).toBeNull();
    expect(events[0]).toEqual({ type: 'started' });
    expect(textOf(events)).toBe('Größe 大小');
    expect(events.slice(-3)).toEqual([
      { type: 'tool-use', value: { id: 'a', name: 'find', input: '{"q":"é"}', isInputComplete: true } },
      { type: 'usage', value: { inputTokens: 5, outputTokens: 3, cacheReadInputTokens: 4 } },
      { type: 'stop', value: 'tool-use' },
    ]);
  });

  it('gets back what it thought when its tools have answered', async () => {
    const { server, provider } = await against({
      answer: (_prompt, _body, { toolResults }) =>
        toolResults.length > 0
          ? { text: `It says ${toolResults}.` }
          : { thinking: 'Hm', toolCalls: [{ id: 'a', name: 'find', input: '{}' }] },
    });
    const first = (await outcome(answer(provider, 'gpt-5', ask('Hi')))).events;
    const content = first.flatMap((event): MessageContent[] =>
      event.type === 'thinking' || (event.type === 'tool-use' && event.value.isInputComplete) ? [event] : [],
    );
    const result: MessageContent = {
      type: 'tool-result',
      value: { toolUseId: 'a', toolName: 'find', isError: false, content: { type: 'text', value: 'rain' } },
    };
    const messages = [
      ...ask('Hi').messages,
      { role: 'assistant' as const, content, cache: false },
      { role: 'user' as const, content: [result], cache: false },
    ];
    const second = await outcome(answer(provider, 'gpt-5', { ...ask(''), messages }));
    expect(textOf(second.events)).toBe('It says rain.');
    expect(server.completions()[1]?.body?.input).toMatchObject([
      { role: 'user' },
      { type: 'reasoning', id: 'rs_1', encrypted_content: 'sealed:2' },
      { type: 'function_call', call_id: 'a' },
      { type: 'function_call_output', call_id: 'a', output: 'rain' },
    ]);
  });

  it('comes without the fields that an older service does not know', async () => {
    const unknownFields = ['include', 'reasoning', 'store', 'max_output_tokens'];
    const { server, provider } = await against({ unknownFields });
    const { events } = await outcome(answer(provider, 'gpt-5', ask('Hi', { maxTokens: 99 })));
    expect(textOf(events)).toBe('Hello, world!');
    expect(server.completions()).toHaveLength(5);
    expect(server.completions().at(-1)?.body).toEqual({ model: 'gpt-5', input: expect.anything(), stream: true });
  });

  it('ends before a stop sequence, which the service does not know', async () => {
    const { provider } = await against();
    const { events } = await outcome(answer(provider, 'gpt-5', ask('Hi', { stopSequences: ['wor'] })));
    expect(textOf(events)).toBe('Hello, ');
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
  });

  it('sends the key, and the query of the base URL', async () => {
    const { server, harness, say } = await against({ key: 'sk-good' });
    harness.settings.base_url = `${server.url}/?api-version=preview`;
    await say('Hi');
    expect(server.requests).toMatchObject([{ path: '/v1/responses', authorization: 'right' }]);
  });

  it.each([
    [{ status: 401 }, 'provider-auth', undefined],
    [{ status: 403 }, 'provider-auth', undefined],
    [{ status: 429, retryAfter: '3' }, 'provider-rate-limited', 3],
    [
      { status: 429, body: { error: { code: 'rate_limit_exceeded', message: 'Please try again in 2.1s.' } } },
      'provider-rate-limited',
      3,
    ],
    [
      { status: 429, body: { error: { code: 'insufficient_quota', message: 'No credit.' } } },
      'provider-credit',
      undefined,
    ],
    [
      { status: 429, body: { error: { code: 'rate_limit_exceeded', message: 'Request too large for gpt-5 …' } } },
      'context-too-large',
      undefined,
    ],
    [
      { status: 400, body: { error: { code: 'context_length_exceeded', message: 'Too long.' } } },
      'context-too-large',
      undefined,
    ],
    [
      { status: 400, body: { error: { code: 'model_not_found', message: 'No such model.' } } },
      'invalid-request',
      undefined,
    ],
    [
      { status: 404, body: { error: { code: 'model_not_found', message: 'No such model.' } } },
      'invalid-request',
      undefined,
    ],
    [{ status: 400, body: { error: { code: 'invalid_prompt', message: 'No.' } } }, 'provider-refused', undefined],
    [
      { status: 429, body: { error: { message: 'Limit reached. Please try again in 1m26.4s.' } } },
      'provider-rate-limited',
      87,
    ],
    [
      { status: 413, body: { error: { message: 'Request too large on tokens per min (TPM): Limit 6' } } },
      'provider-rate-limited',
      undefined,
    ],
    [{ status: 404, body: '<html>nothing here</html>' }, 'invalid-response', undefined],
    [{ status: 400, body: '<html>nothing here</html>' }, 'invalid-response', undefined],
    [{ status: 500, body: { error: { type: 'invalid_request_error', message: 'Oops' } } }, 'provider-error', undefined],
    [
      { status: 503, body: { error: { code: 'server_is_overloaded', message: 'Busy' } } },
      'provider-overloaded',
      undefined,
    ],
  ])('that fails with %j says %s', async (fault, code, retryAfterSeconds) => {
    const { say } = await against({ key: 'sk-good', fault: { type: 'status', ...fault } });
    const { events, thrown } = await say('Hi');
    expect(events).toEqual([]);
    expect(thrown).toMatchObject({ code });
    expect(thrown?.data?.retryAfterSeconds).toBe(retryAfterSeconds);
  });

  it.each([
    [404, /base URL.* It says: no such model$/],
    [400, /^(?!.*base URL).* It says: no such model$/],
    [422, /^(?!.*base URL).* It says: no such model$/],
  ])('that fails with %d and a plain text quotes that', async (status, words) => {
    const server = createHttpServer((_request, response) => response.writeHead(status).end('no such model'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { say } = await against({}, { base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` });
    expect((await say('Hi')).thrown?.message).toMatch(words);
    server.close();
  });

  it.each([
    ['before its headers', { type: 'hang' } as const],
    ['in the middle of it', { type: 'stall', afterBytes: 1_600 } as const],
  ])('gives signs of life %s', async (_where, fault) => {
    const server = await startProviderServer(responses, { fault, answer: () => ({ text: 'word '.repeat(99) }) });
    servers.push(server);
    const impatient: ExtensionModule = {
      activate(context) {
        const { http } = context;
        const keepAlive: typeof http.keepAlive = (source, sign) => http.keepAlive(source, sign, 5);
        extension.activate({ ...context, http: { ...http, keepAlive } });
      },
    };
    const { provider } = await activated(impatient, { base_url: server.url }, manifest);
    let signs = 0;
    for await (const { type } of answer(provider, 'gpt-5', ask('Hi'))) {
      signs = type === 'started' ? signs + 1 : 0;
      if (signs === 3) break;
    }
    await vi.waitFor(() => expect(server.requests[0]?.aborted).toBe(true));
  });

  it('keeps the text when it is cut off', async () => {
    const { say } = await against({
      fault: { type: 'drop', afterBytes: 1_600 },
      answer: () => ({ text: 'word '.repeat(99) }),
    });
    const { events, thrown } = await say('Hi');
    expect(textOf(events)).toMatch(/^(word )+$/);
    expect(thrown).toMatchObject({ code: 'network' });
  });

  it('ends at once when it is stopped before the service answers', async () => {
    const { server, say } = await against({ fault: { type: 'hang' } });
    const stop = new AbortController();
    const ended = say('Hi', 'gpt-5', stop.signal);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    stop.abort();
    expect((await ended).thrown).toMatchObject({ code: 'cancelled' });
    await vi.waitFor(() => expect(server.requests[0]?.aborted).toBe(true));
  });

  it('hangs up when it is left in the middle', async () => {
    const { server, provider } = await against({ delay: 20, answer: () => ({ text: 'word '.repeat(500) }) });
    for await (const event of answer(provider, 'gpt-5', ask('Hi'))) if (event.type === 'text') break;
    await vi.waitFor(() => expect(server.requests[0]?.aborted).toBe(true));
  });
});

/** A port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
