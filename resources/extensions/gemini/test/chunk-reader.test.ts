import { describe, expect, it } from 'vitest';
import { gist, withLastUsage } from '../../cut-answers.ts';
import { textOf } from '../../extension-harness.ts';
import { call, chunk, end, read } from './stream.fixture.ts';

describe('the reason to stop', () => {
  it.each([
    ['STOP', 'end-turn'],
    ['MAX_TOKENS', 'max-tokens'],
    ['SAFETY', 'refusal'],
    ['RECITATION', 'refusal'],
    ['LANGUAGE', 'refusal'],
    ['BLOCKLIST', 'refusal'],
    ['PROHIBITED_CONTENT', 'refusal'],
    ['SPII', 'refusal'],
    ['IMAGE_SAFETY', 'refusal'],
    ['OTHER', 'end-turn'],
    ['SOMETHING_NEW', 'end-turn'],
  ])('%s is %s', async (reason, value) => {
    const { events, thrown } = await read([chunk([{ text: 'Hi' }]), end(reason)]);
    expect(thrown).toBeNull();
    expect(textOf(events)).toBe('Hi');
    expect(events.at(-1)).toMatchObject({ type: 'stop', value });
    expect(events.at(-1)).not.toHaveProperty('explanation', value === 'refusal' ? undefined : expect.anything());
  });

  it('may come without any content', async () => {
    const { events } = await read([{ candidates: [{ finishReason: 'SAFETY', index: 0, safetyRatings: [] }] }]);
    expect(events).toEqual([{ type: 'stop', value: 'refusal', explanation: 'safety' }]);
  });

  it.each([
    [{ finishMessage: 'It was about bombs.', safetyRatings: [] }, 'It was about bombs.'],
    [
      {
        safetyRatings: [
          { category: 'HARM_CATEGORY_HATE_SPEECH', probability: 'HIGH', blocked: true },
          { category: 'HARM_CATEGORY_HARASSMENT', probability: 'LOW' },
          { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', blocked: true },
          'bad',
        ],
      },
      'safety: hate speech, dangerous content',
    ],
    [{ safetyRatings: 'all bad', finishMessage: 7 }, 'safety'],
  ])('%j of a refusal is told', async (more, explanation) => {
    const { events } = await read([chunk([], { finishReason: 'SAFETY', ...more })]);
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'refusal', explanation });
    const { finishMessage: blockReasonMessage, ...rest } = { finishMessage: undefined, ...more };
    const blocked = await read([{ promptFeedback: { blockReason: 'SAFETY', blockReasonMessage, ...rest } }]);
    expect(blocked.events.at(-1)).toEqual({ type: 'stop', value: 'refusal', explanation });
  });

  it('is a refusal when the prompt is blocked', async () => {
    const { events, thrown } = await read([
      { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 3 } },
    ]);
    expect(thrown).toBeNull();
    expect(events).toEqual([
      { type: 'usage', value: { inputTokens: 3, outputTokens: 0 } },
      { type: 'stop', value: 'refusal', explanation: 'prohibited content' },
    ]);
  });

  it.each(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS', 'MALFORMED_RESPONSE'])(
    '%s is a failure, and what came is kept',
    async (reason) => {
      const { events, thrown } = await read([chunk([{ text: 'Hi' }]), end(reason)]);
      expect(textOf(events)).toBe('Hi');
      expect(events.some(({ type }) => type === 'stop')).toBe(false);
      expect(thrown).toMatchObject({ code: 'provider-error', message: expect.stringContaining('127.0.0.1:9') });
    },
  );

  it('OTHER without a word is a failure', async () => {
    expect((await read([end('OTHER')])).thrown).toMatchObject({ code: 'provider-error' });
  });
});

describe('a stream that is not as it should be', () => {
  it('makes ids for calls that have none, or the same', async () => {
    const { events } = await read([
      chunk([call(), call({ args: { q: 1 } }), call({ id: 'x' }), call({ id: 'x' })]),
      end(),
    ]);
    const ids = gist(events).tools.map(({ id }) => id);
    expect(new Set(ids).size).toBe(4);
    expect(ids[2]).toBe('x');
    expect(ids.filter((id) => id.startsWith('gemini-call-'))).toHaveLength(3);
  });

  it.each([
    ['has arguments that are null', call({ id: 'a', args: null })],
    ['has arguments that are no object', call({ id: 'a', args: 'x' })],
    ['is written in the other way', { function_call: { id: 'a', name: 'find' } }],
  ])('has a call that %s', async (_what, part) => {
    expect(gist((await read([chunk([part]), end()])).events).tools).toEqual([
      { id: 'a', name: 'find', input: '{}', isInputComplete: true },
    ]);
  });

  it('has a signature on a text or on a thought', async () => {
    const signature = (value: string) => ({ type: 'thinking', value: { text: '', signature: value } });
    const { events } = await read([
      chunk([{ text: 'Hm', thought: true, thoughtSignature: 'b25l' }]),
      chunk([{ text: 'Hi', thoughtSignature: 'dHdv' }]),
      end(),
    ]);
    expect(events.filter(({ type }) => type !== 'usage').slice(0, 4)).toEqual([
      { type: 'thinking', value: { text: 'Hm' } },
      signature('b25l'),
      { type: 'text', value: 'Hi' },
      signature('dHdv'),
    ]);
  });

  it('passes over parts, candidates and fields of a new kind', async () => {
    const { events, thrown } = await read([
      { candidates: [] },
      { candidates: null, usageMetadata: null, promptFeedback: {} },
      { candidates: [{ index: 1, content: { parts: [{ text: 'other' }] } }] },
      { candidates: [{ index: 0, content: { role: 'model' } }] },
      chunk([
        { executableCode: { code: '1' } },
        { codeExecutionResult: { output: '1' } },
        { mood: 'sunny' },
        { text: 7 },
      ]),
      { candidates: [{ index: 0, content: { parts: [null, 'x', { text: 'Hi' }] }, groundingMetadata: {} }] },
      { weather: 'rain' },
      end(),
      'text',
    ]);
    expect(thrown).toBeNull();
    expect(withLastUsage(events)).toEqual([
      { type: 'text', value: 'Hi' },
      { type: 'usage', value: { inputTokens: 9, outputTokens: 4 } },
      { type: 'stop', value: 'end-turn' },
    ]);
  });

  it('says that an image came', async () => {
    const { events } = await read([chunk([{ inlineData: { mimeType: 'image/png', data: 'x' } }]), end()]);
    expect(textOf(events)).toContain('image');
  });

  it('counts by the greatest of what it says, and what it says nowhere is not told', async () => {
    const counted = async (...usages: object[]) => {
      const { events } = await read(usages.map((usage) => chunk([{ text: 'x' }], { finishReason: 'STOP' }, usage)));
      return withLastUsage(events).flatMap((event) => (event.type === 'usage' ? [event.value] : []));
    };
    expect(
      await counted(
        { promptTokenCount: 8, thoughtsTokenCount: 3 },
        { promptTokenCount: 8, candidatesTokenCount: 2, toolUsePromptTokenCount: 5 },
        { promptTokenCount: 0, candidatesTokenCount: null, totalTokenCount: 'many' },
      ),
    ).toEqual([{ inputTokens: 13, outputTokens: 5 }]);
    expect(await counted({})).toEqual([]);
  });

  it('tells its usage as soon as it is known, now and then as it grows, and before it breaks off', async () => {
    const usages = async (chunks: object[]) => {
      const { events } = await read(chunks);
      return events.flatMap((event) => (event.type === 'usage' ? [event.value.outputTokens] : []));
    };
    const growing = Array.from({ length: 100 }, (_, index) =>
      chunk([{ text: 'x' }], {}, { promptTokenCount: 80, candidatesTokenCount: index + 1 }),
    );
    const told = await usages([...growing, end('STOP', { promptTokenCount: 80, candidatesTokenCount: 101 })]);
    expect(told.slice(0, 2)).toEqual([1, 12]);
    expect(told.at(-1)).toBe(101);
    expect(told.length).toBeLessThan(12);
    expect((await usages(growing)).at(-1)).toBe(100);
  });
});
