import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createHttp } from '../../../../src/exthost/api/http/http.ts';
import { gist, readers, readWhole } from '../../cut-answers.ts';
import { outcome, textOf } from '../../extension-harness.ts';

/** Payloads of a service's answer: thinking, text in several scripts, two tool calls, usage. */
const recorded = [
  '{"choices":[{"index":0,"delta":{"role":"assistant","content":null,"reasoning_content":"So — "}}]}',
  '{"choices":[{"index":0,"delta":{"content":"Größe, 大小, 𝄞 "},"finish_reason":null}],"usage":null}',
  '{"choices":[{"index":0,"delta":{"content":"and\\nmore."}}]}',
  '{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","type":"function","function":{"name":"find","arguments":""}}]}}]}',
  '{"choices":[{"index":0,"delta":{"tool_calls":[{"index":1,"id":"b","type":"function","function":{"name":"open","arguments":"{\\"p\\":"}}]}}]}',
  '{"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":{"arguments":"{\\"q\\":\\"é\\"}"}},{"index":1,"function":{"arguments":"1}"}}]}}]}',
  '{"choices":[{"index":0,"delta":{},"finish_reason":"tool_calls"}]}',
  '{"choices":[],"usage":{"prompt_tokens":20,"completion_tokens":9}}',
];

/** The stream as sent, with a comment and both kinds of line endings. */
const wireOf = (payloads: readonly string[]) =>
  `: ok\n\n${payloads.map((payload, index) => `data: ${payload}${index % 2 ? '\r\n\r\n' : '\n\n'}`).join('')}data: [DONE]\n\n`;

const read = (body: string, isUsual = false) => readWhole(readers.compatible, body, undefined, isUsual);

describe('a streamed answer', () => {
  it('gives each kind of event', async () => {
    const { events, thrown } = await read(wireOf(recorded));
    expect(thrown).toBeNull();
    expect(gist(events)).toEqual({
      text: 'Größe, 大小, 𝄞 and\nmore.',
      thinking: 'So — ',
      signatures: [],
      tools: [
        { id: 'a', name: 'find', input: '{"q":"é"}', isInputComplete: true },
        { id: 'b', name: 'open', input: '{"p":1}', isInputComplete: true },
      ],
      rest: [
        { type: 'usage', value: { inputTokens: 20, outputTokens: 9 } },
        { type: 'reasoning-details', value: '{"for":"here model","reasoning_content":"So — "}' },
        { type: 'stop', value: 'tool-use' },
      ],
    });
  });

  it('ends well without [DONE] and without the last blank line, when the reason to stop came', async () => {
    const text = `data: ${recorded[1]}\n\ndata: {"choices":[{"delta":{},"finish_reason":"stop"}]}`;
    const { events, thrown } = await read(text);
    expect(thrown).toBeNull();
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
  });

  const said = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
  const usage = 'data: {"choices":[],"usage":{"prompt_tokens":1}}\n\n';
  const over = 'data: [DONE]\n\n';
  const called = said({ tool_calls: [{ index: 0, id: 'a', function: { name: 'find', arguments: '{}' } }] });
  const types = async (text: string, isUsual = false) => {
    const { events, thrown } = await read(text, isUsual);
    return thrown?.code ?? events.map(({ type }) => type);
  };

  it('ends well with a text and then usage, from services that give no reason to stop', async () => {
    expect(await types(said({ content: 'Hi' }) + usage)).toEqual(['text', 'usage', 'stop']);
    expect(await types(said({ content: 'Hi' }) + usage, true)).toBe('network');
  });

  it.each([
    ['thoughts', said({ reasoning_content: 'Hm' })],
    ['thoughts between tags', said({ content: '<think>Hm' })],
    ['nothing', said({ role: 'assistant', content: '' })],
  ])('that is %s alone has broken off, whatever follows but a reason to stop', async (_what, begun) => {
    for (const isUsual of [false, true]) {
      for (const rest of ['', usage, over, usage + over]) expect(await types(begun + rest, isUsual)).toBe('network');
      expect(await types(`${begun}data: {"choices":[{"finish_reason":"stop"}]}\n\n`, isUsual)).toContain('stop');
    }
  });

  it('with calls has broken off without a reason to stop and without the word that it is over', async () => {
    expect(await types(called)).toBe('network');
    expect(await types(called + usage)).toBe('network');
    expect(await types(called + usage + over)).toEqual(['tool-use', 'usage', 'tool-use', 'stop']);
  });

  it('of which nothing came at the vendor’s own origin has broken off', async () => {
    expect(await types('', true)).toBe('network');
    expect(await types('')).toBe('invalid-response');
  });

  it('is not cut when the usage comes first, nor whole when it breaks off after that', async () => {
    const text = 'data: {"choices":[{"delta":{"content":"Hi"},"finish_reason":"null"}]}\n\n';
    const broken = await read(usage + text);
    expect(broken.thrown).toMatchObject({ code: 'network' });
    expect(broken.events.map(({ type }) => type)).toEqual(['usage', 'text']);
    expect((await read(usage)).thrown).toMatchObject({ code: 'network' });
  });

  it('tells the usage also when it fails later', async () => {
    const text =
      'data: {"choices":[{"delta":{"content":"Hi"}}],"usage":{"prompt_tokens":7}}\n\ndata: {"error":"Oh"}\n\n';
    const { events, thrown } = await read(text);
    expect(events).toContainEqual({ type: 'usage', value: { inputTokens: 7, outputTokens: 0 } });
    expect(thrown).toMatchObject({ code: 'provider-error' });
  });

  it('has time for what comes after the reason to stop, which begins anew with each content, and not before', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const chunk = (content: string, reason: string | null = null) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason: reason }] })}\n\n`;
    const first = 'data: {"choices":[],"usage":{"prompt_tokens":7}}\n\n';
    const body = new ReadableStream<Uint8Array>({
      async start(controller) {
        const sent = [first, chunk('a'), first, chunk('b'), chunk('c', 'stop'), chunk('d'), chunk('e')];
        for (const [index, piece] of sent.entries()) {
          await new Promise((resolve) => setTimeout(resolve, index < 5 ? 60_000 : 1_500));
          controller.enqueue(new TextEncoder().encode(piece));
        }
      },
    });
    const http = createHttp(async () => new Response(body));
    const reading = outcome(readers.compatible(http));
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    const { events, thrown } = await reading;
    expect(thrown).toBeNull();
    expect(textOf(events)).toBe('abcde');
  });

  it.each([
    ['data: {"error":{"message":"Busy","code":503}}\n\n', 'provider-overloaded'],
    ['event: error\ndata: {"message":"Slow","code":"rate_limit_exceeded"}\n\n', 'provider-rate-limited'],
    ['data: {"choices":[{"delta":{},"error":{"message":"Slow","code":429}}]}\n\n', 'provider-rate-limited'],
    ['data: {"error":"It broke"}\n\n', 'provider-error'],
    ['data: {"choices":[{"delta":{},"finish_reason":"error"}]}\n\n', 'provider-error'],
    ['data: {"choices":[{"delta":{},"finish_reason":"insufficient_system_resource"}]}\n\n', 'provider-overloaded'],
    ['data: oops\n\n', 'invalid-response'],
  ])('keeps the text before %j, which is %s', async (end, code) => {
    const text = `data: {"choices":[{"delta":{"content":"So far"}}]}\n\n${end}`;
    const { events, thrown } = await read(text);
    expect(textOf(events)).toBe('So far');
    expect(thrown).toMatchObject({ code });
  });

  it('may come whole, from a service that does not stream', async () => {
    const whole = {
      choices: [{ index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 3, completion_tokens: 1 },
    };
    const { events } = await readWhole(readers.compatible, JSON.stringify(whole), 'application/json');
    expect(events).toEqual([
      { type: 'text', value: 'Hello' },
      { type: 'usage', value: { inputTokens: 3, outputTokens: 1 } },
      { type: 'stop', value: 'end-turn' },
    ]);
  });
});
