import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { answering, gist, readsAnyCut, recordings } from '../../cut-answers.ts';
import { outcome, textOf } from '../../extension-harness.ts';
import {
  answerBy,
  begin,
  called,
  ending,
  everything,
  frame,
  type Payload,
  read,
  said,
  start,
  text,
  wireOf,
} from './stream.fixture.ts';

// A call that grows slowly is told by the clock too.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

describe('a streamed message', () => {
  it('gives each kind of event', async () => {
    const { events, thrown } = await read(everything);
    expect(thrown).toBeNull();
    expect(gist(events)).toEqual({
      text: 'Größe, 𝄞 and\nmore.',
      thinking: 'So — 大小',
      signatures: ['c2ln'],
      tools: [
        { id: 'b', name: 'open', input: '{"p":1}', isInputComplete: true },
        { id: 'a', name: 'find', input: '{"q":"é"}', isInputComplete: true },
      ],
      rest: [
        { type: 'redacted-thinking', value: 'aGlkZGVu' },
        {
          type: 'usage',
          value: { inputTokens: 20, outputTokens: 30, cacheCreationInputTokens: 3, cacheReadInputTokens: 100 },
        },
        { type: 'stop', value: 'tool-use' },
      ],
    });
  });

  it('tells of a call as soon as it begins, and as its arguments grow', async () => {
    const { events } = await read(everything);
    const inputs = events.flatMap((event) =>
      event.type === 'tool-use' && event.value.id === 'a' ? [event.value] : [],
    );
    expect(inputs.map(({ input }) => input)).toEqual(['', '{"q":', '{"q":"é"}', '{"q":"é"}']);
    expect(inputs.map(({ isInputComplete }) => isInputComplete)).toEqual([false, false, false, true]);
  });

  it('is the same when it is cut at any byte', () => readsAnyCut(answerBy, wireOf(everything), true));

  it('is the same with other line ends, without the names of events, and without the last empty line', async () => {
    const whole = await read(everything);
    expect(await read(everything.map((one) => frame(one, '\r\n')).join(''))).toEqual(whole);
    expect(await read(everything.map((one) => `data: ${JSON.stringify(one)}\n\n`).join(''))).toEqual(whole);
    expect(
      await read(
        everything
          .map((one) => frame(one))
          .join('')
          .trimEnd(),
      ),
    ).toEqual(whole);
  });

  it('keeps what came and says that it broke off, wherever it ends in a block', async () => {
    const wire = wireOf([begin(), ...said(0, 'So far'), ...called(1, 'a', '{"q":1}')]);
    const from = new TextDecoder().decode(wire).indexOf('event: content_block_start', 400);
    for (let end = from + 120; end < wire.length - 70; end += 1) {
      const { events, thrown } = await outcome(answerBy(answering(wire.slice(0, end))));
      expect(textOf(events)).toBe('So far');
      expect(events.some(({ type }) => type === 'stop')).toBe(false);
      expect(thrown).toMatchObject({ code: 'network', message: expect.stringContaining('was lost') });
    }
  });

  it('may come whole', async () => {
    const content = [
      { type: 'thinking', thinking: 'Hm', signature: 'c2ln' },
      { type: 'text', text: 'Hello' },
      { type: 'tool_use', id: 'a', name: 'find', input: { q: 1 } },
    ];
    const usage = { input_tokens: 3, output_tokens: 1 };
    const message = { type: 'message', id: 'msg_1', content, stop_reason: 'tool_use', usage };
    const { events } = await read(JSON.stringify(message), 'application/json');
    expect(gist(events)).toMatchObject({
      text: 'Hello',
      thinking: 'Hm',
      signatures: ['c2ln'],
      tools: [{ id: 'a', input: '{"q":1}' }],
    });
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'tool-use' });
  });
});

describe('the usage', () => {
  const usages = async (payloads: Payload[]) =>
    (await read(payloads)).events.flatMap((event) => (event.type === 'usage' ? [event.value.outputTokens] : []));

  it('is told before what it paid for, and again when it grew', async () => {
    expect((await read([begin(), ...said(0, 'So far')])).events[0]).toMatchObject({
      type: 'usage',
      value: { inputTokens: 20 },
    });
    const counts = [1, 1, 5, 9, 9].map((count) => ending(null, { output_tokens: count }));
    expect(await usages([begin(), ...said(0, 'Hi'), ...counts, ending('end_turn', { output_tokens: 9 })])).toEqual([
      1, 5, 9,
    ]);
  });

  it('that is nought at first is no usage yet', async () => {
    const payloads = [begin({ input_tokens: 0, output_tokens: 0 }), ...said(0, 'Hi')];
    expect(await usages([...payloads, { type: 'error', error: { type: 'api_error', message: 'No' } }])).toEqual([]);
    expect(await usages([...payloads, ending()])).toEqual([9]);
  });
});

describe('an error in the middle', () => {
  it.each([
    ['overloaded_error', 'Overloaded', 'provider-overloaded'],
    ['rate_limit_error', 'Slow down', 'provider-rate-limited'],
    ['api_error', 'Internal server error', 'provider-error'],
    ['timeout_error', 'Timed out', 'timeout'],
    ['authentication_error', 'invalid x-api-key sk-1', 'provider-auth'],
    ['invalid_request_error', 'prompt is too long: 9 tokens > 8 maximum', 'context-too-large'],
    ['unheard_of_error', 'Hm', 'provider-error'],
  ])('%s keeps the text and is %s', async (type, message, code) => {
    const { events, thrown } = await read([
      begin(),
      start(0, { type: 'text', text: '' }),
      text(0, 'So far'),
      { type: 'error', error: { type, message } },
    ]);
    expect(textOf(events)).toBe('So far');
    expect(events.some(({ type: kind }) => kind === 'stop')).toBe(false);
    expect(thrown).toMatchObject({ code, message: expect.stringContaining(message.split(' sk')[0] ?? '') });
    expect(thrown?.message).not.toContain('sk-1');
  });

  it('is one too as the answer of a gateway', async () => {
    expect((await read('event: error\ndata: {"type":"overloaded_error","message":"Busy"}\n\n')).thrown).toMatchObject({
      code: 'provider-overloaded',
    });
    const body = JSON.stringify({ type: 'error', error: { type: 'overloaded_error', message: 'Busy' } });
    expect((await read(body, 'application/json')).thrown).toMatchObject({ code: 'provider-overloaded' });
  });

  it.each([
    ['a web page', '<html>Sign in</html>', 'text/html; charset=utf-8'],
    ['other JSON', '{"ok":true}', 'application/json'],
    ['nothing', '', 'text/event-stream'],
    ['a plain text', 'Welcome', 'text/plain'],
    ['an event that is no JSON', 'event: message_start\ndata: oops\n\n', 'text/event-stream'],
    ['another kind of stream', 'data: {"choices":[]}\n\ndata: [DONE]\n\n', 'text/event-stream'],
  ])('%s is an invalid response', async (_name, body, type) => {
    const { events, thrown } = await read(body, type);
    expect(events).toEqual([]);
    expect(thrown).toMatchObject({ code: 'invalid-response', message: expect.stringContaining('127.0.0.1:9') });
  });
});

describe('recorded streams', () => {
  const own = { name: 'this one', payloads: everything.map((payload) => JSON.stringify(payload)) };
  it.each([own, ...recordings('anthropic')])(
    '$name is read to its end, the same however it is cut',
    async ({ payloads }) => {
      const events: Payload[] = payloads.map((payload) => JSON.parse(payload));
      const wire = wireOf(events);
      const { events: told, thrown } = await outcome(answerBy(answering(wire)));
      expect(thrown).toBeNull();
      const deltas = events.flatMap((event) => (event.type === 'content_block_delta' ? [event.delta as Payload] : []));
      expect(gist(told).text).toBe(deltas.map((one) => (one.type === 'text_delta' ? one.text : '')).join(''));
      expect(gist(told).thinking).toBe(
        deltas.map((one) => (one.type === 'thinking_delta' ? one.thinking : '')).join(''),
      );
      expect(gist(told).signatures).toEqual(
        deltas.flatMap((one) => (one.type === 'signature_delta' ? [one.signature] : [])),
      );
      const starts = events.map((event) => event.content_block as Payload | undefined);
      expect(gist(told).tools).toHaveLength(starts.filter((block) => block?.type === 'tool_use').length);
      expect(told.slice(-2).map(({ type }) => type)).toEqual(['usage', 'stop']);
      await readsAnyCut(answerBy, wire, false);
    },
  );
});
