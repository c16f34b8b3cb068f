import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { chatCompletions } from '../../../../e2e/servers/chat-completions-wire.ts';
import { answer, ask, type Harness, outcome, textOf } from '../../extension-harness.ts';
import { expectFailure, never, services, serving, thrownBy } from '../../provider-services.fixture.ts';

const against = serving(services.compatible);

describe('signing in', () => {
  it('is given up while the service says nothing', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const { provider } = await against({}, { base_url: `http://127.0.0.1:${port}/v1` });
    const stop = new AbortController();
    const thrown = thrownBy(() => provider.authenticate(stop.signal));
    await new Promise((resolve) => server.once('connection', resolve));
    stop.abort();
    expect(await thrown).toMatchObject({ code: 'cancelled' });
    server.close();
  });

  it('is remembered of a service without keys, until that wants one', async () => {
    const { server, provider, harness, say } = await against({ models: ['a'] });
    await provider.authenticate(never);
    server.setKey('sk-new');
    expect(await provider.isAuthenticated()).toBe(true);
    expect((await say('Hi')).thrown).toMatchObject({ code: 'credential-missing' });
    expect(await provider.isAuthenticated()).toBe(false);
    expect(harness.modelsChanged).toBe(2);
  });

  it('is due before the first request to a public host, which is then not reached', async () => {
    const { say } = await against({}, { base_url: 'https://api.example.invalid/v1' });
    expect((await say('Hi')).thrown).toMatchObject({
      code: 'credential-missing',
      message: 'There is no key for api.example.invalid yet.',
    });
  });
});

describe('the default model', () => {
  it('is the one of the settings', async () => {
    const { server, say } = await against({}, { default_model: 'mine' });
    await say('Hi', { id: 'default' });
    expect(server.requests.at(-1)?.body?.model).toBe('mine');
  });

  it('is one that the service lists, when the settings name none', async () => {
    const { server, say } = await against({ models: ['whisper-1', 'zeta', 'alpha'] });
    await say('Hi', { id: 'default' });
    expect(server.requests.at(-1)?.body?.model).toBe('alpha');
  });
});

describe('a chat with a service', () => {
  it('sends the prompt and the key', async () => {
    const { server, say } = await against({ key: 'sk-good', answer: (prompt) => ({ text: [prompt, '!'] }) });
    expect(textOf((await say('Echo')).events)).toBe('Echo!');
    expect(server.requests).toMatchObject([
      { method: 'POST', path: '/v1/chat/completions', authorization: 'right', aborted: false },
    ]);
  });

  it('sends an image and what tools said, and reads what was cached', async () => {
    const { server, provider } = await against({
      answer: () => ({ text: 'Seen.', usage: { input: 10, output: 1, cacheRead: 4 } }),
    });
    const toolUse = { id: 'a', name: 'look', input: '{}', isInputComplete: true };
    const request = ask('What is it?');
    request.messages[0]?.content.push({ type: 'image', value: { source: 'iVBORw0KGgo=' } });
    request.messages.push(
      { role: 'assistant', content: [{ type: 'tool-use', value: toolUse }], cache: false },
      {
        role: 'user',
        content: [
          {
            type: 'tool-result',
            value: { toolUseId: 'a', toolName: 'look', isError: false, content: { type: 'text', value: 'A cat' } },
          },
        ],
        cache: false,
      },
    );
    const { events } = await outcome(answer(provider, 'tiny', request));
    expect(server.requests.at(-1)).toMatchObject({ images: 1, toolResults: ['A cat'] });
    expect(events.at(-2)).toEqual({
      type: 'usage',
      value: { inputTokens: 6, outputTokens: 1, cacheReadInputTokens: 4 },
    });
  });

  it('tries without stream_options when the service does not know them', async () => {
    const { server, say } = await against({ unknownFields: ['stream_options'] });
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    expect(server.requests.map(({ body }) => body && 'stream_options' in body)).toEqual([true, false]);
  });

  it('that is a page of HTML is no answer', () =>
    expectFailure(against, { status: 404, body: '<html>nothing here</html>' }, 'invalid-response', undefined));

  it('ends soon after the reason to stop, when the service keeps the connection open', async () => {
    const { server, say } = await against();
    const whole = await say('Hi');
    const frames = chatCompletions.frames({ text: ['Hello, ', 'world!'] }, server.requests[0]?.body ?? {});
    const afterBytes = Buffer.byteLength(frames.slice(0, -1).join(''));
    server.setFault({ type: 'stall', afterBytes });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    let hasEnded = false;
    const said = say('Hi').finally(() => {
      hasEnded = true;
    });
    while (!hasEnded) await vi.advanceTimersByTimeAsync(20);
    expect(await said).toEqual(whole);
    await vi.waitFor(() => expect(server.requests[1]?.aborted).toBe(true));
  });
});

describe('the limit of an answer', () => {
  const limited = async (maxTokens: number, refusals: readonly [number, string][] = [], listed?: number) => {
    const bodies: Record<string, unknown>[] = [];
    const left = [...refusals];
    const server = createHttpServer(async (request, response) => {
      let text = '';
      for await (const piece of request) text += piece;
      if (request.url === '/v1/models') {
        response.end(JSON.stringify({ data: [{ id: 'tiny', ...(listed && { max_output_tokens: listed }) }] }));
        return;
      }
      const body = JSON.parse(text);
      bodies.push(body);
      const [status, message] = left.shift() ?? [];
      if (status) response.writeHead(status).end(JSON.stringify({ error: { message } }));
      else response.end(chatCompletions.frames({ text: 'Hi' }, body).join(''));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { provider } = await against(
      {},
      { base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` },
    );
    const { thrown } = await outcome(answer(provider, 'tiny', ask('Hi', { maxTokens })));
    return { thrown, limits: bodies.map(({ max_tokens }) => max_tokens) };
  };

  it('is left out when it is what the service lists, and sent when it is less', async () => {
    expect((await limited(8_000, [], 8_000)).limits).toEqual([undefined]);
    expect((await limited(100, [], 8_000)).limits).toEqual([100]);
    expect((await limited(100)).limits).toEqual([100]);
  });

  const poor =
    'This request requires more credits, or fewer max_tokens. You requested up to 8000 tokens, but can only afford 5333.';
  const perMinute =
    'Request too large for model on tokens per minute (TPM): Limit 6000, Requested 9000, reduce your message.';
  it.each([
    [402, poor, [8_000, 5_333]],
    [413, perMinute, [8_000, 5_000]],
    [413, 'max_tokens is too large.', [8_000, undefined]],
  ])('is lowered once when the service says %d: %s', async (status, message, limits) => {
    expect(await limited(8_000, [[status, message]])).toEqual({ thrown: null, limits });
    expect(
      (
        await limited(8_000, [
          [status, message],
          [status, message],
        ])
      ).limits,
    ).toEqual(limits);
  });

  it('is not what a refusal is about that does not name it', async () => {
    expect(await limited(8_000, [[402, 'Pay.']])).toMatchObject({
      thrown: { code: 'provider-credit' },
      limits: [8_000],
    });
  });

  it('of a minute is no matter of the length of the thread', async () => {
    const { thrown } = await limited(8_000, [
      [413, perMinute],
      [413, perMinute],
    ]);
    expect(thrown).toMatchObject({ code: 'provider-rate-limited' });
  });
});

describe('a key', () => {
  it('is for each path of the origin that accepted it', async () => {
    const { server, harness, provider } = await against({ key: 'sk-good' });
    harness.settings.base_url = `${server.url}/deeper`;
    expect(await provider.isAuthenticated()).toBe(true);
  });

  it('of an endpoint of which it is not known where it was accepted is for nobody', async () => {
    const row = { id: 'own', name: 'Own', base_url: 'https://api.openai.com/v1', default_model: '' };
    const { harness } = await against({ key: 'sk-good' }, { endpoints: [row] });
    harness.state.clear();
    expect(await harness.providers[1]?.provider.isAuthenticated()).toBe(false);
  });
});

describe('a key of the environment', () => {
  /** As in the app, an allowed variable takes precedence over a stored key. */
  const allowed = (harness: Harness) => {
    harness.env.OPENAI_API_KEY = 'sk-env';
    harness.key = 'sk-env';
  };

  it('is for the service that it is named after: another one on this computer does not see it', async () => {
    const { server, harness, provider, say } = await against();
    allowed(harness);
    await provider.authenticate(never);
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    expect(server.requests.map(({ authorization }) => authorization)).toEqual(['none', 'none']);
  });

  it('is for that service alone: another one elsewhere is not asked', async () => {
    const { harness, provider, say } = await against({}, { base_url: 'https://api.example.invalid/v1' });
    allowed(harness);
    const thrown = {
      code: 'invalid-request',
      message: expect.stringContaining('OPENAI_API_KEY is for api.openai.com'),
    };
    expect(await thrownBy(() => provider.authenticate(never))).toMatchObject(thrown);
    expect((await say('Hi')).thrown).toMatchObject(thrown);
    expect(harness.asked).toEqual([]);
    harness.settings.base_url = 'https://api.openai.com/v1';
    expect(await provider.isAuthenticated()).toBe(true);
  });
});

describe('further endpoints', () => {
  const row = (id: string, base_url: string) => ({ id, name: id.toUpperCase(), base_url, default_model: '' });

  it('that are in Settings no more, or lead nowhere, say so', async () => {
    const { harness } = await against({}, { endpoints: [row('gpu', ''), row('gone', 'http://127.0.0.1:9')] });
    const [, gpu, gone] = harness.providers;
    harness.settings.endpoints = [row('gpu', '')];
    expect(await thrownBy(() => gpu?.provider.models())).toMatchObject({
      code: 'invalid-request',
      message: expect.stringContaining('base URL'),
    });
    expect(await thrownBy(() => gone?.provider.models())).toMatchObject({
      code: 'invalid-request',
      message: 'The endpoint “GONE” is not in Settings any more.',
    });
  });
});
