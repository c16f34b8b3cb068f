import { afterEach, describe, expect, it, vi } from 'vitest';
import { anthropicMessages } from '../../../../e2e/servers/anthropic-wire.ts';
import { answer, ask, outcome, textOf } from '../../extension-harness.ts';
import { against } from './setting.fixture.ts';

afterEach(() => void vi.useRealTimers());

describe('an answer of the service', () => {
  it.each([1, 7, undefined])('is the same in writes of %s bytes', async (chunkSize) => {
    const { say } = await against({
      key: 'good',
      ...(chunkSize === undefined ? {} : { chunkSize }),
      answer: () => ({
        thinking: 'Hm — so',
        text: 'Größe 大小',
        toolCalls: [
          { id: 'a', name: 'find', input: '{"q":"é and more"}' },
          { id: 'b', name: 'list', input: '{}' },
        ],
        usage: { input: 5, output: 7, cacheRead: 11, cacheWrite: 13 },
      }),
    });
    const { events, thrown } = await say('Hi');
    expect(thrown).toBeNull();
    expect(events[0]).toEqual({ type: 'started' });
    expect(textOf(events)).toBe('Größe 大小');
    expect(events).toContainEqual({ type: 'thinking', value: { text: '', signature: 'c2lnbmVk' } });
    expect(events).toContainEqual({
      type: 'tool-use',
      value: { id: 'a', name: 'find', input: '{"q":"é and more"}', isInputComplete: true },
    });
    expect(events.slice(-3)).toEqual([
      { type: 'tool-use', value: { id: 'b', name: 'list', input: '{}', isInputComplete: true } },
      {
        type: 'usage',
        value: { inputTokens: 5, outputTokens: 7, cacheCreationInputTokens: 13, cacheReadInputTokens: 11 },
      },
      { type: 'stop', value: 'tool-use' },
    ]);
  });

  it('is asked for with the key, and with the header that its thinking needs', async () => {
    const { server, say } = await against({ key: 'good', answer: (prompt) => ({ text: [prompt, '!'] }) });
    expect(textOf((await say('Echo')).events)).toBe('Echo!');
    await say('Echo', 'claude-opus-4-6');
    expect(server.requests.map(({ path, authorization }) => [path, authorization])).toEqual([
      ['/v1/messages', 'right'],
      ['/v1/messages', 'right'],
    ]);
    expect(server.requests.map(({ headers }) => headers['anthropic-beta'])).toEqual([
      'thinking-binding-controls-2026-08-01',
      undefined,
    ]);
  });

  it('comes from a service that does not know thinking', async () => {
    const { server, say } = await against({ key: 'good', unknownFields: ['thinking'] });
    expect(textOf((await say('Hi')).events)).toBe('Hello, world!');
    expect(server.completions().map(({ body }) => body && 'thinking' in body)).toEqual([true, false]);
  });

  it.each([
    [{ status: 400 }, 'invalid-request', undefined],
    [
      {
        status: 400,
        body: { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low' } },
      },
      'provider-credit',
      undefined,
    ],
    [
      {
        status: 400,
        body: { type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 2 > 1' } },
      },
      'context-too-large',
      undefined,
    ],
    [{ status: 401 }, 'provider-auth', undefined],
    [{ status: 402 }, 'provider-credit', undefined],
    [{ status: 403 }, 'provider-auth', undefined],
    [{ status: 404 }, 'invalid-request', undefined],
    [{ status: 413 }, 'context-too-large', undefined],
    [{ status: 429, retryAfter: '3' }, 'provider-rate-limited', 3],
    [{ status: 500 }, 'provider-error', undefined],
    [{ status: 503, body: '<html>oops</html>' }, 'provider-overloaded', undefined],
    [{ status: 504 }, 'timeout', undefined],
    [{ status: 529, retryAfter: '1' }, 'provider-overloaded', 1],
  ])('that fails with %j is %s', async (fault, code, retryAfterSeconds) => {
    const { server, say } = await against({ key: 'sk-good', fault: { type: 'status', ...fault } });
    const { events, thrown } = await say('Hi');
    expect(events).toEqual([]);
    expect(thrown).toMatchObject({ code });
    expect(thrown?.data?.retryAfterSeconds).toBe(retryAfterSeconds);
    expect(thrown?.message).not.toContain('sk-good');
    expect(server.completions()).toHaveLength(1);
  });

  it('does not repeat the key that the service quotes', async () => {
    const body = anthropicMessages.error(401, 'invalid x-api-key: sk-good');
    const { say } = await against({ key: 'sk-good', fault: { type: 'status', status: 401, body } });
    expect((await say('Hi')).thrown?.message).toMatch(/: \[key\]$/);
  });

  it('keeps its text when it is cut off', async () => {
    const { say } = await against({ key: 'good', fault: { type: 'drop', afterBytes: 620 } });
    const { events, thrown } = await say('Hi');
    expect(textOf(events)).toBe('Hello, ');
    expect(thrown).toMatchObject({ code: 'network' });
  });

  it('keeps its text before an error in the stream', async () => {
    const error = { message: 'Busy', code: 'overloaded_error' };
    const { say } = await against({ key: 'good', answer: () => ({ text: 'So far', error }) });
    const { events, thrown } = await say('Hi');
    expect(textOf(events)).toBe('So far');
    expect(thrown).toMatchObject({ code: 'provider-overloaded', message: expect.stringContaining('Busy') });
  });

  it('ends at once when it is stopped before and in the middle, and when it is left', async () => {
    const { server, provider, say } = await against({
      key: 'good',
      delay: 20,
      answer: () => ({ text: 'word '.repeat(500) }),
    });
    server.setFault({ type: 'hang', times: 1 });
    const stop = new AbortController();
    const ended = say('Hi', 'claude-sonnet-5-5', stop.signal);
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    stop.abort();
    expect((await ended).thrown).toMatchObject({ code: 'cancelled' });

    const later = new AbortController();
    const stopAtText = async function* () {
      for await (const event of answer(provider, 'claude-sonnet-5-5', ask('Hi'), later.signal)) {
        if (event.type === 'text') later.abort();
        yield event;
      }
    };
    const { events, thrown } = await outcome(stopAtText());
    expect(textOf(events)).toMatch(/^(word )+$/);
    expect(thrown).toMatchObject({ code: 'cancelled' });

    for await (const event of answer(provider, 'claude-sonnet-5-5', ask('Hi'))) if (event.type === 'text') break;
    await vi.waitFor(() => expect(server.requests.map(({ aborted }) => aborted)).toEqual([true, true, true]));
  });

  it('says that it is alive while nothing comes, before the answer and in it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { server, provider } = await against({ key: 'good' });
    server.setFault({ type: 'hang', times: 1 });
    const waiting = answer(provider, 'claude-sonnet-5-5', ask('Hi'));
    for (let sign = 0; sign < 2; sign += 1) {
      const next = waiting.next();
      await vi.waitFor(() => expect(server.completions()).toHaveLength(1));
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await next).toEqual({ done: false, value: { type: 'started' } });
    }
    await waiting.return(undefined);
    await vi.waitFor(() => expect(server.completions()[0]?.aborted).toBe(true));

    server.setFault({ type: 'stall', afterBytes: 620 });
    const seen: string[] = [];
    for await (const event of answer(provider, 'claude-sonnet-5-5', ask('Hi'))) {
      seen.push(event.type);
      if (event.type === 'text') void vi.advanceTimersByTimeAsync(20_000);
      if (event.type === 'started' && seen.includes('text')) break;
    }
    expect(seen.slice(-2)).toEqual(['text', 'started']);
    await vi.waitFor(() => expect(server.completions()[1]?.aborted).toBe(true));
  });

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
