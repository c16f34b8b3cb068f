import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gist } from '../../cut-answers.ts';
import { textOf } from '../../extension-harness.ts';
import { begin, ending, everything, frame, type Payload, read, said, start, text } from './stream.fixture.ts';

// A slowly growing call is also reported by time.
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
});
