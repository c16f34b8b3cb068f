import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ollama } from '../../../../e2e/servers/ollama-wire.ts';
import {
  type ProviderServer,
  type ProviderServerOptions,
  startProviderServer,
  type WireFormat,
} from '../../../../e2e/servers/provider-server.ts';
import type { ExtensionModule } from '../../../../src/shared/contract/extension-api/extension-api.ts';
import type { SettingValue } from '../../../../src/shared/contract/settings/setting-value.ts';
import { activated, answer, ask, heldBy, manifestAt, outcome, textOf } from '../../extension-harness.ts';
import * as extension from '../main.js';

const manifest = manifestAt(new URL('../extension.toml', import.meta.url));
const servers: ProviderServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** The extension, set to a server of its own, with the right key when that wants one. */
async function against(
  options: ProviderServerOptions = {},
  settings: Record<string, SettingValue> = {},
  module: ExtensionModule = extension,
  format: WireFormat = ollama,
) {
  const server = await startProviderServer(format, {
    models: ['qwen3:4b', 'nomic-embed-text', 'llama:latest'],
    ...options,
  });
  servers.push(server);
  const harness = await activated(module, { base_url: server.url, context_length: 16_384, ...settings }, manifest);
  harness.key = options.key ?? null;
  if (harness.key !== null) await heldBy(harness, 'ollama').accepted(new URL(server.url).origin);
  const say = (prompt: string, model = 'qwen3:4b', signal?: AbortSignal) =>
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
  it('names the provider, one answer at a time, and its icon', async () => {
    const { harness } = await against();
    const declared = manifest.language_model_providers[harness.providerId];
    expect(declared?.concurrency).toBe(1);
    expect(readFileSync(new URL(`../${declared?.icon}`, import.meta.url), 'utf8')).toContain('currentColor');
  });

  it('declares each setting that the code reads', () => {
    const code = readFileSync(new URL('../provider.js', import.meta.url), 'utf8');
    const read = new Set([...code.matchAll(/settings\.get\('(\w+)'\)/g)].map(([, key]) => key));
    expect(Object.keys(manifest.settings).sort()).toEqual([...read].sort());
  });
});

describe('the models', () => {
  it('are those that chat, each as it says itself, asked once', async () => {
    const { server, provider } = await against();
    const models = await provider.models();
    expect(models.map(({ id, name, isDefault }) => [id, name, isDefault])).toEqual([
      ['qwen3:4b', 'qwen3:4b', true],
      ['llama:latest', 'llama', false],
    ]);
    expect(models[0]).toMatchObject({
      maxTokenCount: 16_384,
      capabilities: { supportsImages: true, supportsTools: true, supportsThinking: true },
    });
    await provider.models();
    expect(server.requests.filter(({ path }) => path === '/api/show')).toHaveLength(3);
  });

  it('that changed since are told', async () => {
    const models = ['a'];
    const { harness, provider } = await against({ models });
    await provider.models();
    await provider.models();
    expect(harness.modelsChanged).toBe(0);
    models.push('b');
    expect((await provider.models()).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(harness.modelsChanged).toBe(1);
  });
});

describe('signing in', () => {
  it('needs no key, only that Ollama runs', async () => {
    const { harness, provider } = await against();
    expect(await provider.isAuthenticated()).toBe(true);
    await provider.authenticate(signal);
    expect(harness.asked).toEqual([]);
    expect(harness.modelsChanged).toBe(1);
  });

  it('needs no more of a look-alike than the list of its models', async () => {
    const format: WireFormat = { ...ollama, other: () => null };
    const { server, provider, say } = await against({}, {}, extension, format);
    expect((await fetch(`${server.url}/api/version`)).status).toBe(404);
    expect(await provider.isAuthenticated()).toBe(true);
    await provider.authenticate(signal);
    expect((await provider.models()).map(({ id }) => id)).toContain('llama:latest');
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
  });

  it('behind a lock to which no key was sent says that it wants one', async () => {
    const { server, harness, provider, say } = await against({ key: 'sk-good' });
    harness.key = null;
    const wanted = {
      code: 'credential-missing',
      message: expect.stringContaining(`${new URL(server.url).host} wants a key.`),
    };
    expect(await thrownBy(() => provider.models())).toMatchObject(wanted);
    expect((await say('Hi')).thrown).toMatchObject(wanted);
    expect(await provider.isAuthenticated()).toBe(false);
    harness.key = 'sk-wrong';
    await heldBy(harness, 'ollama').accepted(new URL(server.url).origin);
    expect(await thrownBy(() => provider.models())).toMatchObject({ code: 'provider-auth' });
  });

  it('says what to do when Ollama does not run', async () => {
    const base_url = `http://localhost:${await closedPort()}`;
    const { provider, say } = await against({}, { base_url });
    const message = `Ollama is not running at ${new URL(base_url).host}. Start it, then retry.`;
    expect(await provider.isAuthenticated()).toBe(false);
    expect(await thrownBy(() => provider.authenticate(signal))).toMatchObject({ code: 'network', message });
    expect(await thrownBy(() => provider.models())).toMatchObject({ code: 'network', message });
    expect((await say('Hi')).thrown).toMatchObject({ code: 'network', message });
  });

  it('asks for a key when a proxy wants one, and tries it', async () => {
    const { harness, provider, say } = await against({ key: 'sk-good' });
    harness.key = null;
    expect(await provider.isAuthenticated()).toBe(false);
    expect((await say('Hi')).thrown).toMatchObject({ code: expect.stringMatching(/credential-missing|provider-auth/) });
    harness.dialog = () => 'sk-good';
    await provider.authenticate(signal);
    expect(harness.asked).toHaveLength(1);
    expect(await provider.isAuthenticated()).toBe(true);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
  });

  it('says no when the key is refused or not given', async () => {
    const { harness, provider } = await against({ key: 'sk-good' });
    harness.dialog = () => 'sk-wrong';
    harness.key = null;
    const thrown = await thrownBy(() => provider.authenticate(signal));
    expect(thrown).toMatchObject({ code: 'provider-auth' });
    expect(String(thrown)).not.toContain('sk-wrong');
    harness.dialog = () => null;
    expect(await thrownBy(() => provider.authenticate(signal))).toMatchObject({ code: 'cancelled' });
  });

  it('goes with a key only to the origin that accepted it, until a person signs in at another', async () => {
    const elsewhere = await startProviderServer(ollama, { key: 'sk-good' });
    servers.push(elsewhere);
    const { server, harness, provider, say } = await against({ key: 'sk-good' });
    harness.settings.base_url = elsewhere.url;
    expect(await provider.isAuthenticated()).toBe(false);
    expect((await say('Hi')).thrown).toMatchObject({ code: expect.stringMatching(/credential-missing|provider-auth/) });
    expect(await thrownBy(() => provider.authenticate(signal))).toMatchObject({ code: 'cancelled' });
    expect(elsewhere.requests.every(({ authorization }) => authorization === 'none')).toBe(true);
    harness.settings.base_url = server.url;
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    harness.settings.base_url = elsewhere.url;
    harness.dialog = () => 'sk-good';
    await provider.authenticate(signal);
    expect(await provider.isAuthenticated()).toBe(true);
    harness.settings.base_url = server.url;
    expect(await provider.isAuthenticated()).toBe(false);
    harness.state.clear();
    expect(await provider.isAuthenticated()).toBe(false);
  });

  it('is told from a server that is not Ollama', async () => {
    const server = createHttpServer((_request, response) => response.writeHead(404).end('<html>'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const base_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    const { provider } = await against({}, { base_url });
    expect(await thrownBy(() => provider.authenticate(signal))).toMatchObject({
      code: 'invalid-response',
      message: expect.stringContaining('before /v1'),
    });
    server.close();
  });

  it('has a page in Settings, and forgets its key', async () => {
    const { harness, provider } = await against({ key: 'sk-good' });
    expect(await provider.settingsMarkdown?.()).toContain('ollama pull');
    await provider.resetCredentials();
    expect(harness.key).toBeNull();
  });
});

describe('a chat', () => {
  it.each([1, 3, 64, undefined])('is the same in writes of %s bytes', async (chunkSize) => {
    const { server, say } = await against({
      ...(chunkSize === undefined ? {} : { chunkSize }),
      answer: () => ({
        thinking: 'Hm — so',
        text: 'Größe 大小',
        toolCalls: [{ id: '', name: 'find', input: '{"q":"é"}' }],
        usage: { input: 9, output: 3 },
      }),
    });
    const { events, thrown } = await say('Hi');
    expect(thrown).toBeNull();
    expect(events[0]).toEqual({ type: 'started' });
    expect(textOf(events)).toBe('Größe 大小');
    expect(events.slice(-3)).toEqual([
      { type: 'tool-use', value: { id: expect.any(String), name: 'find', input: '{"q":"é"}', isInputComplete: true } },
      { type: 'usage', value: { inputTokens: 9, outputTokens: 3 } },
      { type: 'stop', value: 'tool-use' },
    ]);
    expect(server.completions()[0]?.body).toMatchObject({ think: true, truncate: false, options: { num_ctx: 16_384 } });
  });

  it('gives signs of life while the model loads', async () => {
    const impatient: ExtensionModule = {
      activate(context) {
        const { http } = context;
        const keepAlive: typeof http.keepAlive = (source, sign) => http.keepAlive(source, sign, 5);
        extension.activate({ ...context, http: { ...http, keepAlive } });
      },
    };
    const { server, provider } = await against({ fault: { type: 'hang' } }, {}, impatient);
    const seen = [];
    for await (const event of answer(provider, 'qwen3:4b', ask('Hi'))) {
      seen.push(event.type);
      if (seen.length >= 3 && server.completions().length > 0) break;
    }
    expect(new Set(seen)).toEqual(new Set(['started']));
    await vi.waitFor(() => expect(server.completions()[0]?.aborted).toBe(true));
  });

  it('goes on without thinking when the model turns out not to think', async () => {
    const error = { error: '"qwen3:4b" does not support thinking' };
    const { server, say } = await against({ fault: { type: 'status', status: 400, body: error, times: 1 } });
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    expect(server.completions().map(({ body }) => body?.think)).toEqual([true, undefined]);
  });

  it('with a model that is gone says so, and has the list read again', async () => {
    const error = { error: "model 'qwen3:4b' not found" };
    const { harness, say } = await against({ fault: { type: 'status', status: 404, body: error } });
    const { thrown } = await say('Hi');
    expect(thrown).toMatchObject({ code: 'invalid-request', message: expect.stringContaining('not found') });
    expect(harness.modelsChanged).toBe(1);
  });

  it.each([
    [{ status: 400, body: { error: '"a" does not support tools' } }, 'invalid-request'],
    [
      { status: 400, body: { error: '{"error":{"message":"request (9 tokens) exceeds the available context size"}}' } },
      'context-too-large',
    ],
    [{ status: 500, body: { error: 'model requires more system memory' } }, 'invalid-request'],
    [{ status: 500, body: { error: 'llama runner process has terminated' } }, 'provider-error'],
    [{ status: 503, body: { error: 'server busy, maximum pending requests exceeded' } }, 'provider-overloaded'],
    [{ status: 429, retryAfter: '3' }, 'provider-rate-limited'],
    [{ status: 404, body: '<html>' }, 'invalid-response'],
    [{ status: 400, body: '<html>' }, 'invalid-response'],
  ])('that fails with %j says %s', async (fault, code) => {
    const { say } = await against({ fault: { type: 'status', ...fault } });
    const { events, thrown } = await say('Hi');
    expect(events).toEqual([]);
    expect(thrown).toMatchObject({ code });
    expect(thrown?.message).not.toContain('{');
  });

  it('keeps the text when it is cut off', async () => {
    const { say } = await against({
      fault: { type: 'drop', afterBytes: 900 },
      answer: () => ({ text: 'word '.repeat(99) }),
    });
    const { events, thrown } = await say('Hi');
    expect(textOf(events)).toMatch(/^(word )+$/);
    expect(thrown).toMatchObject({ code: 'network' });
  });

  it('ends at once when it is stopped before the first word', async () => {
    const { server, say } = await against({ fault: { type: 'hang' } });
    const stop = new AbortController();
    const ended = say('Hi', 'qwen3:4b', stop.signal);
    await vi.waitFor(() => expect(server.completions()).toHaveLength(1));
    stop.abort();
    expect((await ended).thrown).toMatchObject({ code: 'cancelled' });
    await vi.waitFor(() => expect(server.completions()[0]?.aborted).toBe(true));
  });

  it('hangs up when it is left in the middle', async () => {
    const { server, provider } = await against({ delay: 20, answer: () => ({ text: 'word '.repeat(500) }) });
    for await (const event of answer(provider, 'qwen3:4b', ask('Hi'))) if (event.type === 'text') break;
    await vi.waitFor(() => expect(server.completions()[0]?.aborted).toBe(true));
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
