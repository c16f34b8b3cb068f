import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { ollama } from '../../../../e2e/servers/ollama-wire.ts';
import type { WireFormat } from '../../../../e2e/servers/provider-server.ts';
import { textOf } from '../../extension-harness.ts';
import { never, nowhere, serve, services, serving, thrownBy } from '../../provider-services.fixture.ts';

const against = serving(services.ollama);

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
    await provider.authenticate(never);
    expect(harness.asked).toEqual([]);
    expect(harness.modelsChanged).toBe(1);
  });

  it('needs no more of a look-alike than the list of its models', async () => {
    const format: WireFormat = { ...ollama, other: () => null };
    const { server, provider, say } = await against({}, {}, { format });
    expect((await fetch(`${server.url}/api/version`)).status).toBe(404);
    expect(await provider.isAuthenticated()).toBe(true);
    await provider.authenticate(never);
    expect((await provider.models()).map(({ id }) => id)).toContain('llama:latest');
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
  });

  it('behind a lock to which no key was sent says that it wants one', async () => {
    const { server, harness, hold, provider, say } = await against({ key: 'sk-good' });
    harness.key = null;
    const wanted = {
      code: 'credential-missing',
      message: expect.stringContaining(`${new URL(server.url).host} wants a key.`),
    };
    expect(await thrownBy(() => provider.models())).toMatchObject(wanted);
    expect((await say('Hi')).thrown).toMatchObject(wanted);
    expect(await provider.isAuthenticated()).toBe(false);
    await hold('sk-wrong');
    expect(await thrownBy(() => provider.models())).toMatchObject({ code: 'provider-auth' });
  });

  it('says what to do when Ollama does not run', async () => {
    const base_url = await nowhere('localhost');
    const { provider, say } = await against({}, { base_url });
    const message = `Ollama is not running at ${new URL(base_url).host}. Start it, then retry.`;
    expect(await provider.isAuthenticated()).toBe(false);
    expect(await thrownBy(() => provider.authenticate(never))).toMatchObject({ code: 'network', message });
    expect(await thrownBy(() => provider.models())).toMatchObject({ code: 'network', message });
    expect((await say('Hi')).thrown).toMatchObject({ code: 'network', message });
  });

  it('asks for a key when a proxy wants one, and tries it', async () => {
    const { harness, provider, say } = await against({ key: 'sk-good' });
    harness.key = null;
    expect(await provider.isAuthenticated()).toBe(false);
    expect((await say('Hi')).thrown).toMatchObject({ code: expect.stringMatching(/credential-missing|provider-auth/) });
    harness.dialog = () => 'sk-good';
    await provider.authenticate(never);
    expect(harness.asked).toHaveLength(1);
    expect(await provider.isAuthenticated()).toBe(true);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
  });

  it('says no when the key is refused or not given', async () => {
    const { harness, provider } = await against({ key: 'sk-good' });
    harness.dialog = () => 'sk-wrong';
    harness.key = null;
    const thrown = await thrownBy(() => provider.authenticate(never));
    expect(thrown).toMatchObject({ code: 'provider-auth' });
    expect(String(thrown)).not.toContain('sk-wrong');
    harness.dialog = () => null;
    expect(await thrownBy(() => provider.authenticate(never))).toMatchObject({ code: 'cancelled' });
  });

  it('goes with a key only to the origin that accepted it, until a person signs in at another', async () => {
    const elsewhere = await serve(ollama, { key: 'sk-good' });
    const { server, harness, provider, say } = await against({ key: 'sk-good' });
    harness.settings.base_url = elsewhere.url;
    expect(await provider.isAuthenticated()).toBe(false);
    expect((await say('Hi')).thrown).toMatchObject({ code: expect.stringMatching(/credential-missing|provider-auth/) });
    expect(await thrownBy(() => provider.authenticate(never))).toMatchObject({ code: 'cancelled' });
    expect(elsewhere.requests.every(({ authorization }) => authorization === 'none')).toBe(true);
    harness.settings.base_url = server.url;
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    harness.settings.base_url = elsewhere.url;
    harness.dialog = () => 'sk-good';
    await provider.authenticate(never);
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
    expect(await thrownBy(() => provider.authenticate(never))).toMatchObject({
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
  it('goes on without thinking when the model turns out not to think', async () => {
    const error = { error: '"qwen3:4b" does not support thinking' };
    const { server, say } = await against({ fault: { type: 'status', status: 400, body: error, times: 1 } });
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    expect(server.completions().map(({ body }) => body?.think)).toEqual([true, undefined]);
    expect(server.completions()[0]?.body).toMatchObject({ truncate: false, options: { num_ctx: 16_384 } });
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
    [{ status: 404, body: '<html>' }, 'invalid-response'],
    [{ status: 400, body: '<html>' }, 'invalid-response'],
  ])('that fails with %j says %s', async (fault, code) => {
    const { say } = await against({ fault: { type: 'status', ...fault } });
    const { events, thrown } = await say('Hi');
    expect(events).toEqual([]);
    expect(thrown).toMatchObject({ code });
    expect(thrown?.message).not.toContain('{');
  });
});
