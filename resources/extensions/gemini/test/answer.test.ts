import { describe, expect, it } from 'vitest';
import { answering, gist, readsAnyCut, recordings } from '../../cut-answers.ts';
import { outcome, textOf } from '../../extension-harness.ts';
import { answerBy, chunk, end, everything, read, wireOf } from './stream.fixture.ts';

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

  it('is the same when it is cut at any byte', () => readsAnyCut(answerBy, wireOf(everything), true));

  it('is the same with other line ends, and without the last empty line', async () => {
    const whole = await read(everything);
    expect(await outcome(answerBy(answering(wireOf(everything, '\n'))))).toEqual(whole);
    expect(await read(new TextDecoder().decode(wireOf(everything)).trimEnd())).toEqual(whole);
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

  it('keeps what came and says that it broke off, wherever it ends before the reason to stop', async () => {
    const wire = wireOf([chunk([{ text: 'So far' }]), chunk([{ text: ' and on' }]), end()]);
    const text = new TextDecoder().decode(wire);
    for (let cut = text.indexOf('\r\n\r\n') + 4; cut < text.indexOf('"finishReason"'); cut += 1) {
      const { events, thrown } = await outcome(answerBy(answering(wire.slice(0, cut))));
      expect(textOf(events)).toMatch(/^So far( and on)?$/);
      expect(events.some(({ type }) => type === 'stop')).toBe(false);
      expect(thrown).toMatchObject({ code: 'network', message: expect.stringContaining('was lost') });
    }
  });

  it('without a reason to stop ends only where something else says that it is over, and never in thoughts alone', async () => {
    const text = [chunk([{ text: 'So ', thought: true }]), chunk([{ text: 'far' }])];
    const json = (chunks: unknown) => [JSON.stringify(chunks), 'application/json'] as const;
    const done = `${new TextDecoder().decode(wireOf(text))}data: [DONE]\n\n`;
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

  it.each([
    ['a web page', '<html>Sign in</html>', 'text/html; charset=utf-8'],
    ['other JSON', '{"ok":true}', 'application/json'],
    ['nothing', '', 'text/event-stream'],
    ['a plain text', 'Welcome', 'text/plain'],
    ['an event that is no JSON', 'data: oops\n\n', 'text/event-stream'],
    ['another kind of stream', 'data: {"choices":[]}\n\ndata: [DONE]\n\n', 'text/event-stream'],
  ])('%s is an invalid response', async (_name, body, type) => {
    const { events, thrown } = await read(body, type);
    expect(events).toEqual([]);
    expect(thrown).toMatchObject({ code: 'invalid-response', message: expect.stringContaining('127.0.0.1:9') });
  });
});

interface RecordedPart {
  text?: string;
  thought?: boolean;
  functionCall?: { name: string; args?: unknown };
  thoughtSignature?: string;
}

describe('recorded streams', () => {
  const own = { name: 'this one', payloads: everything.map((one) => JSON.stringify(one)) };
  it.each([own, ...recordings('google')])(
    '$name is read to its end, the same however it is cut',
    async ({ payloads }) => {
      const chunks = payloads.map((payload) => JSON.parse(payload));
      const wire = wireOf(chunks);
      const { events, thrown } = await outcome(answerBy(answering(wire)));
      expect(thrown).toBeNull();
      const parts: RecordedPart[] = chunks.flatMap((one) => one.candidates?.[0]?.content?.parts ?? []);
      const { text, thinking, tools, signatures } = gist(events);
      expect(text).toBe(parts.map((part) => (part.thought ? '' : (part.text ?? ''))).join(''));
      expect(thinking).toBe(parts.map((part) => (part.thought ? (part.text ?? '') : '')).join(''));
      const calls = parts.filter(({ functionCall }) => functionCall);
      expect(tools.map(({ name, input, thoughtSignature }) => [name, JSON.parse(input), thoughtSignature])).toEqual(
        calls.map(({ functionCall, thoughtSignature }) => [
          functionCall?.name,
          functionCall?.args ?? {},
          thoughtSignature,
        ]),
      );
      expect(signatures).toEqual(parts.flatMap((part) => (part.functionCall ? [] : (part.thoughtSignature ?? []))));
      expect(events.slice(-2).map(({ type }) => type)).toEqual(['usage', 'stop']);
      await readsAnyCut((http) => withoutIds(answerBy(http)), wire, false);
    },
  );
});

/** Ids that are made up differ each time. */
async function* withoutIds(events: ReturnType<typeof answerBy>) {
  for await (const event of events) {
    yield event.type === 'tool-use' ? { ...event, value: { ...event.value, id: '' } } : event;
  }
}
