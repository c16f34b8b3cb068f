import { afterEach, describe, expect, it, vi } from 'vitest';
import { geminiContent } from '../../../../e2e/servers/gemini-wire.ts';
import { answer, ask, outcome, textOf } from '../../extension-harness.ts';
import { against, model } from './setting.fixture.ts';

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
        usage: { input: 16, output: 7, cacheRead: 11 },
      }),
    });
    const { events, thrown } = await say('Hi');
    expect(thrown).toBeNull();
    expect(events[0]).toEqual({ type: 'started' });
    expect(textOf(events)).toBe('Größe 大小');
    expect(events).toContainEqual({
      type: 'usage',
      value: { inputTokens: 5, outputTokens: 7, cacheReadInputTokens: 11 },
    });
    expect(events.slice(-3)).toEqual([
      {
        type: 'tool-use',
        value: {
          id: 'a',
          name: 'find',
          input: '{"q":"é and more"}',
          thoughtSignature: 'c2lnbmVk',
          isInputComplete: true,
        },
      },
      { type: 'tool-use', value: { id: 'b', name: 'list', input: '{}', isInputComplete: true } },
      { type: 'stop', value: 'tool-use' },
    ]);
  });

  it('is asked for with the key in its header, never in the address', async () => {
    const { server, say } = await against({ key: 'good', answer: (prompt) => ({ text: [prompt, '!'] }) });
    expect(textOf((await say('Echo')).events)).toBe('Echo!');
    expect(server.requests).toMatchObject([{ authorization: 'right', headers: { 'x-goog-api-key': '(the key)' } }]);
  });

  it.each([
    ['Thinking is not enabled for this model.', 'thinkingConfig'],
    ['Unknown name "parametersJsonSchema": Cannot find field.', 'parametersJsonSchema'],
  ])('comes from a model that says “%s”', async (said, field) => {
    const body = geminiContent.error(400, said);
    const { server, say } = await against({ key: 'good', fault: { type: 'status', status: 400, body, times: 1 } });
    const inputSchema = '{"type":"object","properties":{"q":{"type":"number"}}}';
    const request = { tools: [{ name: 'find', description: 'Finds', inputSchema }] };
    expect(textOf((await say('Hi', { request })).events)).toBe('Hello, world!');
    expect(server.completions().map((sent) => JSON.stringify(sent.body).includes(field))).toEqual([true, false]);
  });

  it.each([
    [{ status: 400 }, 'invalid-request', undefined],
    [
      { status: 400, body: geminiContent.error(400, 'The input token count exceeds the maximum') },
      'context-too-large',
      undefined,
    ],
    [{ status: 401 }, 'provider-auth', undefined],
    [{ status: 403 }, 'provider-auth', undefined],
    [{ status: 404 }, 'invalid-request', undefined],
    [{ status: 413, body: '<html>oops</html>' }, 'context-too-large', undefined],
    [{ status: 429, retryAfter: '3' }, 'provider-rate-limited', 3],
    [
      { status: 429, body: [{ error: { code: 429, status: 'RESOURCE_EXHAUSTED', details: [{ retryDelay: '12s' }] } }] },
      'provider-rate-limited',
      12,
    ],
    [{ status: 500 }, 'provider-error', undefined],
    [{ status: 503, retryAfter: '1' }, 'provider-overloaded', 1],
    [{ status: 504 }, 'timeout', undefined],
  ])('that fails with %j is %s', async (fault, code, retryAfterSeconds) => {
    const { server, say } = await against({ key: 'sk-good', fault: { type: 'status', ...fault } });
    const { events, thrown } = await say('Hi');
    expect(events).toEqual([]);
    expect(thrown).toMatchObject({ code });
    expect(thrown?.data?.retryAfterSeconds).toBe(retryAfterSeconds);
    expect(thrown?.message).not.toContain('sk-good');
    expect(server.completions()).toHaveLength(1);
  });

  it('says that a key is wrong as this service says it', async () => {
    const details = [{ reason: 'API_KEY_INVALID' }];
    const body = { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'API key not valid.', details } };
    const { say } = await against({ key: 'good', fault: { type: 'status', status: 400, body } });
    expect((await say('Hi')).thrown).toMatchObject({ code: 'provider-auth' });
  });

  it('does not repeat the key that the service quotes', async () => {
    const body = geminiContent.error(401, 'No such key: sk-good');
    const { say } = await against({ key: 'sk-good', fault: { type: 'status', status: 401, body } });
    expect((await say('Hi')).thrown?.message).toMatch(/: \[key\]$/);
  });

  it('keeps its text when it is cut off', async () => {
    const { say } = await against({ key: 'good', fault: { type: 'drop', afterBytes: 300 } });
    const { events, thrown } = await say('Hi');
    expect(textOf(events)).toBe('Hello, ');
    expect(thrown).toMatchObject({ code: 'network' });
  });

  it('keeps its text before an error in the stream', async () => {
    const { say } = await against({
      key: 'good',
      answer: () => ({ text: 'So far', error: { message: 'Busy', code: 503 } }),
    });
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
    const ended = say('Hi', { signal: stop.signal });
    await vi.waitFor(() => expect(server.requests).toHaveLength(1));
    stop.abort();
    expect((await ended).thrown).toMatchObject({ code: 'cancelled' });

    const later = new AbortController();
    const stopAtText = async function* () {
      for await (const event of answer(provider, model, ask('Hi'), later.signal)) {
        if (event.type === 'text') later.abort();
        yield event;
      }
    };
    const { events, thrown } = await outcome(stopAtText());
    expect(textOf(events)).toMatch(/^(word )+$/);
    expect(thrown).toMatchObject({ code: 'cancelled' });

    for await (const event of answer(provider, model, ask('Hi'))) if (event.type === 'text') break;
    await vi.waitFor(() => expect(server.requests.map(({ aborted }) => aborted)).toEqual([true, true, true]));
  });

  it('says that it is alive while nothing comes, before the answer and in it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { server, provider } = await against({ key: 'good' });
    server.setFault({ type: 'hang', times: 1 });
    const waiting = answer(provider, model, ask('Hi'));
    for (let sign = 0; sign < 2; sign += 1) {
      const next = waiting.next();
      await vi.waitFor(() => expect(server.completions()).toHaveLength(1));
      await vi.advanceTimersByTimeAsync(20_000);
      expect(await next).toEqual({ done: false, value: { type: 'started' } });
    }
    await waiting.return(undefined);
    await vi.waitFor(() => expect(server.completions()[0]?.aborted).toBe(true));

    server.setFault({ type: 'stall', afterBytes: 300 });
    const seen: string[] = [];
    for await (const event of answer(provider, model, ask('Hi'))) {
      seen.push(event.type);
      if (event.type === 'usage') void vi.advanceTimersByTimeAsync(20_000);
      if (event.type === 'started' && seen.includes('text')) break;
    }
    expect(seen.slice(-3)).toEqual(['text', 'usage', 'started']);
    await vi.waitFor(() => expect(server.completions()[1]?.aborted).toBe(true));
  });
});
