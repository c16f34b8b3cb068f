import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type OpenAiServer, type OpenAiServerOptions, startOpenAiServer } from '../../../e2e/servers/openai-server.ts';
import { activated, answer, ask, manifestAt, manifestWords, outcome, textOf } from '../extension-harness.ts';
import * as extension from './main.js';
import { defaultModel } from './models.js';
import { providerId } from './provider.js';

const manifest = manifestAt(new URL('./extension.toml', import.meta.url));
const servers: OpenAiServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

/** The extension, set to a server of its own. */
async function against(options: OpenAiServerOptions = {}, settings: Record<string, string> = {}) {
  const server = await startOpenAiServer(options);
  servers.push(server);
  const harness = await activated(extension, { base_url: server.url, default_model: '', ...settings }, manifest);
  const say = (prompt: string, model = 'tiny', signal?: AbortSignal) =>
    outcome(answer(harness.provider, model, ask(prompt), signal));
  return { server, harness, say, provider: harness.provider };
}

const thrownBy = async (call: () => unknown): Promise<unknown> => {
  try {
    await call();
    return null;
  } catch (thrown) {
    return thrown;
  }
};

describe('the manifest', () => {
  it('names the provider and its one model as the code does', async () => {
    const { harness } = await against();
    expect(Object.keys(manifest.language_model_providers)).toEqual([providerId]);
    expect(harness.providerId).toBe(providerId);
    expect(manifest.language_model_providers[providerId]?.models).toEqual([manifestWords(defaultModel)]);
  });

  it('declares each setting that the code reads', () => {
    const code = readFileSync(new URL('./provider.js', import.meta.url), 'utf8');
    const read = new Set([...code.matchAll(/settings\.get\('(\w+)'\)/g)].map(([, key]) => key));
    expect(Object.keys(manifest.settings).sort()).toEqual([...read].sort());
  });
});

describe('signing in', () => {
  it('asks for a key when the service wants one, keeps a good one and lists its models', async () => {
    const { server, harness, provider } = await against({ key: 'sk-good', models: ['b', 'text-embedding-3', 'a'] });
    harness.dialog = () => 'sk-good';
    expect(await provider.isAuthenticated()).toBe(false);
    expect((await provider.models()).map(({ id }) => id)).toEqual(['default']);
    expect(server.requests).toEqual([]);

    await provider.authenticate();

    expect(harness.asked).toEqual([`API key for ${new URL(server.url).host}`]);
    expect(harness.key).toBe('sk-good');
    expect(harness.modelsChanged).toBe(1);
    expect(server.requests.map(({ authorization }) => authorization)).toEqual(['none', 'right']);
    expect(await provider.isAuthenticated()).toBe(true);
    expect((await provider.models()).map(({ id }) => id)).toEqual(['default', 'a', 'b']);
  });

  it('needs no key from a local service that wants none', async () => {
    const { harness, provider, say } = await against();
    await provider.authenticate();
    expect(harness.asked).toEqual([]);
    expect(await provider.isAuthenticated()).toBe(true);
    expect((await provider.models()).map(({ id }) => id)).toEqual(['default', 'large', 'tiny']);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
  });

  it('does not keep a wrong key, and says so without it', async () => {
    const { harness, provider } = await against({ key: 'sk-good' });
    harness.dialog = () => 'sk-wrong';
    const thrown = await thrownBy(() => provider.authenticate());
    expect(thrown).toMatchObject({ code: 'provider-auth', message: expect.stringContaining('it was not kept') });
    expect(String(thrown)).not.toContain('sk-wrong');
    expect(harness.key).toBeNull();
    expect(await provider.isAuthenticated()).toBe(false);
  });

  it('is cancelled with the dialog', async () => {
    const { provider } = await against({ key: 'sk-good' });
    expect(await thrownBy(() => provider.authenticate())).toMatchObject({ code: 'cancelled' });
  });

  it('asks again when the stored key is refused now', async () => {
    const { harness, provider } = await against({ key: 'sk-new' });
    harness.key = 'sk-old';
    harness.dialog = () => 'sk-new';
    await provider.authenticate();
    expect(harness.key).toBe('sk-new');
  });

  it('asks nothing, and opens no dialog, when nothing answers', async () => {
    const base_url = `http://127.0.0.1:${await closedPort()}/v1`;
    const { harness, provider } = await against({}, { base_url });
    expect(await thrownBy(() => provider.authenticate())).toMatchObject({
      code: 'network',
      message: `Nothing answers at ${new URL(base_url).host}.`,
    });
    expect(harness.asked).toEqual([]);
  });

  it('ends with the key deleted', async () => {
    const { harness, provider } = await against({ key: 'sk-good' });
    harness.key = 'sk-good';
    await provider.resetCredentials();
    expect(harness.key).toBeNull();
    expect(await provider.isAuthenticated()).toBe(false);
  });

  it('is due before the first request to a public host, which is then not reached', async () => {
    const { say } = await against({}, { base_url: 'https://api.example.invalid/v1' });
    expect((await say('Hi')).thrown).toMatchObject({
      code: 'credential-missing',
      message: 'There is no key for api.example.invalid yet.',
    });
  });

  it('is due when a local service wants a key', async () => {
    const { say } = await against({ key: 'sk-good' });
    expect((await say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
  });

  it('refuses a base URL that is none', async () => {
    const { say } = await against({}, { base_url: 'example' });
    expect((await say('Hi')).thrown).toMatchObject({ code: 'invalid-request' });
  });
});

describe('the default model', () => {
  it('is the one of the settings', async () => {
    const { server, say } = await against({}, { default_model: 'mine' });
    await say('Hi', 'default');
    expect(server.requests.at(-1)?.body?.model).toBe('mine');
  });

  it('is one that the service lists, when the settings name none', async () => {
    const { server, say } = await against({ models: ['whisper-1', 'zeta', 'alpha'] });
    await say('Hi', 'default');
    expect(server.requests.at(-1)?.body?.model).toBe('alpha');
  });
});

describe('a chat with a service', () => {
  it.each([1, 2, 3, 7, 64, undefined])('is the same in writes of %s bytes', async (chunkSize) => {
    const { say } = await against({
      ...(chunkSize === undefined ? {} : { chunkSize }),
      answer: () => ({
        thinking: 'Hm — so',
        text: 'Größe 大小',
        toolCalls: [{ id: 'a', name: 'find', input: '{"q":"é"}' }],
      }),
    });
    const { events, thrown } = await say('Hi');
    expect(thrown).toBeNull();
    expect(events[0]).toEqual({ type: 'started' });
    expect(textOf(events)).toBe('Größe 大小');
    expect(events.slice(-3)).toEqual([
      { type: 'tool-use', value: { id: 'a', name: 'find', input: '{"q":"é"}', isInputComplete: true } },
      { type: 'usage', value: { inputTokens: 10, outputTokens: 2 } },
      { type: 'stop', value: 'tool-use' },
    ]);
  });

  it('sends the prompt and the key', async () => {
    const { server, harness, say } = await against({ key: 'sk-good', answer: (prompt) => ({ text: [prompt, '!'] }) });
    harness.key = 'sk-good';
    expect(textOf((await say('Echo')).events)).toBe('Echo!');
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/v1/chat/completions', authorization: 'right', aborted: false },
    ]);
  });

  it('tries without stream_options when the service does not know them', async () => {
    const { server, say } = await against({ unknownFields: ['stream_options'] });
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    expect(server.requests.map(({ body }) => body && 'stream_options' in body)).toEqual([true, false]);
  });

  it.each([
    [{ status: 401 }, 'provider-auth', undefined],
    [{ status: 429, retryAfter: '3' }, 'provider-rate-limited', 3],
    [{ status: 503, retryAfter: '1' }, 'provider-overloaded', 1],
    [{ status: 404, body: '<html>nothing here</html>' }, 'invalid-response', undefined],
    [{ status: 500, body: '<html>oops</html>' }, 'provider-error', undefined],
  ])('that fails with %j says %s', async (fault, code, retryAfterSeconds) => {
    const { harness, say } = await against({ key: 'sk-good', fault: { type: 'status', ...fault } });
    harness.key = 'sk-good';
    const { events, thrown } = await say('Hi');
    expect(events).toEqual([]);
    expect(thrown).toMatchObject({ code });
    expect(thrown?.data?.retryAfterSeconds).toBe(retryAfterSeconds);
    expect(thrown?.message).not.toContain('sk-good');
  });

  it('keeps the text of an answer that is cut off', async () => {
    const { say } = await against({ fault: { type: 'drop', afterBytes: 420 } });
    const { events, thrown } = await say('Hi');
    expect('Hello, world!'.startsWith(textOf(events))).toBe(true);
    expect(textOf(events)).not.toBe('');
    expect(thrown).toMatchObject({ code: 'network', message: expect.stringContaining('is kept') });
  });

  it('keeps the text before an error in the stream', async () => {
    const { say } = await against({ answer: () => ({ text: 'So far', error: { message: 'Busy', code: 503 } }) });
    const { events, thrown } = await say('Hi');
    expect(textOf(events)).toBe('So far');
    expect(thrown).toMatchObject({ code: 'provider-overloaded', message: expect.stringContaining('Busy') });
  });

  it('ends at once when it is stopped before the service answers', async () => {
    const { server, say } = await against({ fault: { type: 'hang' } });
    const stop = new AbortController();
    const ended = say('Hi', 'tiny', stop.signal);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    stop.abort();
    expect((await ended).thrown).toMatchObject({ code: 'cancelled' });
    await vi.waitFor(() => expect(server.requests[0]?.aborted).toBe(true));
  });

  it('hangs up when the answer is left in the middle', async () => {
    const { server, provider } = await against({ delay: 20, answer: () => ({ text: 'word '.repeat(500) }) });
    for await (const event of answer(provider, 'tiny', ask('Hi'))) if (event.type === 'text') break;
    await vi.waitFor(() => expect(server.requests[0]?.aborted).toBe(true));
  });

  it('ends with what came when it is stopped in the middle', async () => {
    const { server, provider } = await against({ delay: 20, answer: () => ({ text: 'word '.repeat(500) }) });
    const stop = new AbortController();
    const stopAtText = async function* () {
      for await (const event of answer(provider, 'tiny', ask('Hi'), stop.signal)) {
        if (event.type === 'text') stop.abort();
        yield event;
      }
    };
    const { events, thrown } = await outcome(stopAtText());
    expect(textOf(events)).toMatch(/^(word )+$/);
    expect(thrown).toMatchObject({ code: 'cancelled' });
    await vi.waitFor(() => expect(server.requests[0]?.aborted).toBe(true));
  });
});

/** A port that nothing listens on. */
async function closedPort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address ? address.port : 0;
}
