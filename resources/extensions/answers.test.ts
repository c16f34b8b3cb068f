import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Answer } from '../../e2e/servers/provider-server.ts';
import { answer, ask, outcome, textOf } from './extension-harness.ts';
import { chatComponent, expectFailure, impatient, services, serving } from './provider-services.fixture.ts';

/** Answers over real connections: chunked anywhere, with failures, stopped, and idle. */

const find = { id: 'a', name: 'find', input: '{"q":"é and more"}' };
const list = { id: 'b', name: 'list', input: '{}' };
const [findWhole, listWhole] = [find, list].map((call) => ({ ...call, isInputComplete: true }));
/** Usage with cached input, which most services include in the input. */
const counted = {
  sent: { input: 16, output: 7, cacheRead: 11 },
  usage: { inputTokens: 5, outputTokens: 7, cacheReadInputTokens: 11 },
};
const stopped = { type: 'stop', value: 'tool-use' } as const;

const rows = [
  {
    service: services.anthropic,
    sent: { input: 5, output: 7, cacheRead: 11, cacheWrite: 13 },
    usage: { inputTokens: 5, outputTokens: 7, cacheReadInputTokens: 11, cacheCreationInputTokens: 13 },
    calls: [findWhole, listWhole],
    busy: 'overloaded_error',
  },
  {
    service: services.gemini,
    ...counted,
    calls: [{ ...findWhole, thoughtSignature: 'c2lnbmVk' }, listWhole],
    busy: 503,
  },
  {
    service: services.responses,
    ...counted,
    calls: [findWhole, listWhole],
    busy: 'server_is_overloaded',
  },
  {
    service: services.compatible,
    ...counted,
    calls: [findWhole, listWhole],
    busy: 503,
  },
  {
    service: services.ollama,
    sent: { input: 16, output: 7 },
    usage: { inputTokens: 16, outputTokens: 7 },
    calls: [findWhole, listWhole].map((call) => ({ ...call, id: expect.any(String) })),
    busy: null,
  },
  {
    // The same suite for a component: its requests wait in a thread of its own.
    service: chatComponent,
    sent: counted.sent,
    usage: { ...counted.usage, isEstimated: false },
    calls: [findWhole, listWhole],
    busy: 503,
    // A component has a sentence for it, and no code.
    busyCode: 'provider-error',
  },
] as const;

const long = (): Answer => ({ text: 'word '.repeat(100) });

afterEach(() => void vi.useRealTimers());

describe.each(rows.map((row) => ({ ...row, name: row.service.name })))('an answer of $name', (row) => {
  const { service, sent, usage, calls, busy } = row;
  const busyCode = 'busyCode' in row ? row.busyCode : 'provider-overloaded';
  const { model, format } = service;
  const against = serving(service);

  it.each([1, 7, undefined])('is the same in writes of %s bytes', async (chunkSize) => {
    const { say } = await against({
      ...(chunkSize && { chunkSize }),
      answer: () => ({
        thinking: 'Hm — so',
        text: 'Größe 大小',
        toolCalls: [find, list],
        usage: sent,
      }),
    });
    const { events, thrown } = await say('Hi');
    expect(thrown).toBeNull();
    expect(events[0]).toEqual({ type: 'started' });
    expect(textOf(events)).toBe('Größe 大小');
    expect(events).toContainEqual({ type: 'usage', value: usage });
    const told = events.flatMap((event) =>
      event.type === 'tool-use' && event.value.isInputComplete ? [event.value] : [],
    );
    expect(told).toEqual(calls);
    expect(events.at(-1)).toEqual(stopped);
  });

  it.each([
    [{ status: 401 }, 'provider-auth', undefined],
    [{ status: 403 }, 'provider-auth', undefined],
    [{ status: 429, retryAfter: '3' }, 'provider-rate-limited', 3],
    [{ status: 500, body: '<html>oops</html>' }, 'provider-error', undefined],
    [{ status: 503, body: '<html>oops</html>' }, 'provider-overloaded', undefined],
    [{ status: 529, retryAfter: '1' }, 'provider-overloaded', 1],
  ])('that fails with %j is %s', (fault, code, seconds) => expectFailure(against, fault, code, seconds));

  it('does not repeat the key that the service quotes', async () => {
    const body = format.error(400, 'No such thing for sk-good');
    const { say } = await against({ key: 'sk-good', fault: { type: 'status', status: 400, body } });
    expect((await say('Hi')).thrown?.message).toMatch(/No such thing for \[key\]/);
  });

  it('keeps its text when it is cut off', async () => {
    const { server, say } = await against({ answer: long });
    await say('Hi');
    const { length } = Buffer.from(format.frames(long(), server.completions()[0]?.body ?? {}).join(''));
    server.setFault({ type: 'drop', afterBytes: length >> 1 });
    const { events, thrown } = await say('Hi');
    expect(textOf(events)).toMatch(/^(word ?)+$/);
    expect(thrown).toMatchObject({ code: 'network' });
  });

  if (busy)
    it('keeps its text before an error in the stream', async () => {
      const error = { message: 'Busy', code: busy };
      const { say } = await against({ answer: () => ({ text: 'So far', error }) });
      const { events, thrown } = await say('Hi');
      expect(textOf(events)).toBe('So far');
      expect(thrown).toMatchObject({ code: busyCode, message: expect.stringContaining('Busy') });
    });

  it('ends at once when it is stopped before and in the middle, and when it is left', async () => {
    const { server, provider, say } = await against({ delay: 20, answer: long });
    server.setFault({ type: 'hang', times: 1 });
    const stop = new AbortController();
    const ended = say('Hi', { signal: stop.signal });
    await vi.waitFor(() => expect(server.completions()).toHaveLength(1));
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
    await vi.waitFor(() => expect(server.completions().map(({ aborted }) => aborted)).toEqual([true, true, true]));
  });

  it.each([
    ['before its headers', 0],
    ['in the middle of it', 0.5],
  ])('says that it is alive while nothing comes %s', async (_where, share) => {
    const { server, provider, say } = await against({ answer: long }, {}, { extension: impatient(service.extension) });
    await say('Hi');
    const { length } = Buffer.from(format.frames(long(), server.completions()[0]?.body ?? {}).join(''));
    server.setFault(share === 0 ? { type: 'hang' } : { type: 'stall', afterBytes: Math.round(length * share) });
    let signs = 0;
    let isBegun = share === 0;
    for await (const { type } of answer(provider, model, ask('Hi'))) {
      isBegun ||= type === 'text';
      signs = isBegun && type === 'started' && server.completions().length === 2 ? signs + 1 : 0;
      if (signs === 3) break;
    }
    expect(signs).toBe(3);
    await vi.waitFor(() => expect(server.completions()[1]?.aborted).toBe(true));
  });
});
