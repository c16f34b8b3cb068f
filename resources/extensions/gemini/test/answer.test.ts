import { describe, expect, it } from 'vitest';
import { gist } from '../../cut-answers.ts';
import { textOf } from '../../extension-harness.ts';
import { chunk, everything, read, wireOf } from './stream.fixture.ts';

describe('a streamed answer', () => {
  it('gives each kind of event', async () => {
    const { events, thrown } = await read(everything);
    expect(thrown).toBeNull();
    expect(gist(events)).toEqual({
      text: 'Größe, 𝄞 大小',
      thinking: 'So — ',
      signatures: ['bGFzdA'],
      tools: [
        { id: 'a', name: 'find', input: '{"q":"é"}', thoughtSignature: 'c2ln', isInputComplete: true },
        { id: 'b', name: 'find', input: '{}', isInputComplete: true },
      ],
      rest: [
        { type: 'usage', value: { inputTokens: 4, outputTokens: 12, cacheReadInputTokens: 16 } },
        { type: 'stop', value: 'tool-use' },
      ],
    });
  });

  it('is the same with other line ends, and without the last empty line', async () => {
    const whole = await read(everything);
    expect(await read(wireOf(everything, '\n'))).toEqual(whole);
    expect(await read(wireOf(everything).trimEnd())).toEqual(whole);
  });

  it('may come as one list, or as one chunk', async () => {
    const whole = await read(everything);
    expect(await read(JSON.stringify(everything), 'application/json; charset=UTF-8')).toEqual(whole);
    expect(
      textOf(
        (await read(JSON.stringify(chunk([{ text: 'Hi' }], { finishReason: 'STOP' })), 'application/json')).events,
      ),
    ).toBe('Hi');
  });

  it('without a reason to stop ends only where something else says that it is over, and never in thoughts alone', async () => {
    const text = [chunk([{ text: 'So ', thought: true }]), chunk([{ text: 'far' }])];
    const json = (chunks: unknown) => [JSON.stringify(chunks), 'application/json'] as const;
    const done = `${wireOf(text)}data: [DONE]\n\n`;
    for (const broken of [
      await read(everything.slice(0, 3)),
      await read(text),
      await read(text.slice(0, 1)),
      await read(...json(text.slice(0, 1))),
    ]) {
      expect(broken.thrown).toMatchObject({ code: 'network', message: expect.stringContaining('was lost') });
      expect(broken.events.some(({ type }) => type === 'stop')).toBe(false);
    }
    for (const whole of [await read(...json(text)), await read(done), await read(...json(everything.slice(0, 3)))]) {
      expect(whole.thrown).toBeNull();
      expect(whole.events.at(-1)?.type).toBe('stop');
    }
  });
});

describe('an error in the middle', () => {
  it.each([
    [{ code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded.' }, 'provider-overloaded', undefined],
    [
      { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Slow', details: [{ retryDelay: '34.07s' }] },
      'provider-rate-limited',
      35,
    ],
    [{ code: 500, status: 'INTERNAL', message: 'Oops' }, 'provider-error', undefined],
    [{ code: 504, status: 'DEADLINE_EXCEEDED', message: 'Late' }, 'timeout', undefined],
    [{ code: 400, status: 'INVALID_ARGUMENT', message: 'API key not valid: sk-1' }, 'provider-auth', undefined],
    [
      { code: 400, status: 'INVALID_ARGUMENT', message: 'The input token count (9) exceeds the maximum' },
      'context-too-large',
      undefined,
    ],
    [{ code: 499, message: 'Hm' }, 'invalid-request', undefined],
    [{ message: 'Hm' }, 'provider-error', undefined],
  ])('%j keeps the text and is %s', async (error, code, retryAfterSeconds) => {
    for (const last of [{ error }, [{ error }]]) {
      const { events, thrown } = await read([chunk([{ text: 'So far' }]), last]);
      expect(textOf(events)).toBe('So far');
      expect(events.some(({ type }) => type === 'stop')).toBe(false);
      expect(thrown).toMatchObject({ code, message: expect.stringContaining(error.message.split(' sk')[0] ?? '') });
      expect(thrown?.data?.retryAfterSeconds).toBe(retryAfterSeconds);
      expect(thrown?.message).not.toContain('sk-1');
    }
  });
});
