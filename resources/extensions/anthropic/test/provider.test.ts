import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, ask, textOf } from '../../extension-harness.ts';
import { expectFailure, services, serving } from '../../provider-services.fixture.ts';

const against = serving(services.anthropic);

afterEach(() => void vi.useRealTimers());

describe('an answer of the service', () => {
  it('is asked for with the key, and with the header that its thinking needs', async () => {
    const { server, say } = await against({ key: 'good', answer: (prompt) => ({ text: [prompt, '!'] }) });
    expect(textOf((await say('Echo')).events)).toBe('Echo!');
    await say('Echo', { id: 'claude-opus-4-6' });
    expect(server.requests.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/v1/messages', 'right'],
      ['/v1/messages', 'right'],
    ]);
    expect(server.requests[0]?.headers['anthropic-version']).toBe('2023-06-01');
    expect(server.requests.map(({ headers }) => headers['anthropic-beta'])).toEqual([
      'thinking-binding-controls-2026-08-01',
      undefined,
    ]);
  });

  it('is asked for at a base URL that ends in /v1/, too', async () => {
    const { server, harness, say } = await against();
    harness.settings.base_url = `${server.url}/v1/`;
    await say('Hi');
    expect(server.requests.at(-1)?.path).toBe('/v1/messages');
  });

  it('comes from a service that does not know thinking', async () => {
    const { server, say } = await against({ key: 'good', unknownFields: ['thinking'] });
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    expect(server.completions().map(({ body }) => body && 'thinking' in body)).toEqual([true, false]);
  });

  it.each([
    [{ status: 400 }, 'invalid-request'],
    [
      {
        status: 400,
        body: { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low' } },
      },
      'provider-credit',
    ],
    [
      {
        status: 400,
        body: { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 2 > 1' } },
      },
      'context-too-large',
    ],
    [{ status: 402 }, 'provider-credit'],
    [{ status: 404 }, 'invalid-request'],
    [{ status: 413 }, 'context-too-large'],
    [{ status: 504 }, 'timeout'],
  ])('that fails with %j is %s', (fault, code) => expectFailure(against, fault, code, undefined));

  it('says that it is alive while the service only pings', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const payloads = Array.from({ length: 6 }, () => '{"type":"ping"}');
    const { server, provider } = await against({ key: 'good', answer: () => ({ payloads }), delay: 15_000 });
    const events = answer(provider, 'claude-sonnet-5-5', ask('Hi'));
    await events.next();
    let seconds = 0;
    let isTold = false;
    const next = events.next().finally(() => {
      isTold = true;
    });
    for (; !isTold; seconds += 1) {
      await vi.advanceTimersByTimeAsync(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await next).toEqual({ done: false, value: { type: 'started' } });
    expect(seconds).toBeLessThan(25);
    await events.return(undefined);
    await vi.waitFor(() => expect(server.completions()[0]?.aborted).toBe(true));
  });
});
