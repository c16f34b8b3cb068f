import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ollama } from '../../../../e2e/servers/ollama-wire.ts';
import { connectContext } from '../../../../src/exthost/test-support/connect-context.ts';
import { type CompletionEvent, completionEventSchema } from '../../../../src/shared/contract/provider.ts';
import { lengthOf } from '../../../../src/shared/testing/soak.ts';
import { outcome, textOf } from '../../extension-harness.ts';
import { failureInAnswer } from '../failures.js';
import { readAnswer } from '../read-answer.js';

const { http } = connectContext().context;
const host = 'localhost:11434';

/** What is made of a body that arrives in these pieces. */
function read(...pieces: (string | Uint8Array)[]) {
  const body = new ReadableStream({
    start(controller) {
      for (const piece of pieces)
        controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : piece);
      controller.close();
    },
  });
  const response = new Response(body);
  Object.defineProperty(response, 'url', { value: `http://${host}/api/chat` });
  const events = async function* (): AsyncGenerator<CompletionEvent> {
    const lines = http.lines(response);
    for await (const event of readAnswer(lines, host, (line) => failureInAnswer(http, host, line, ['sk-secret']))) {
      yield completionEventSchema.parse(event);
    }
  };
  return outcome(events());
}

const readLines = (...lines: unknown[]) => read(lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
const says = (content: string) => ({ message: { role: 'assistant', content }, done: false });
const calls = (...functions: Record<string, unknown>[]) => ({
  message: { content: '', tool_calls: functions.map(({ id, ...fn }) => ({ ...(id ? { id } : {}), function: fn })) },
  done: false,
});
const done = (done_reason: string, more = {}) => ({ message: { content: '' }, done: true, done_reason, ...more });

const everything = {
  thinking: ['Hm — ', 'so 💡'],
  text: ['Größe', ' 大小'],
  toolCalls: [
    { id: '', name: 'find', input: '{"q":"é 💡"}' },
    { id: '', name: 'find', input: '{}' },
  ],
  usage: { input: 30, output: 7 },
};
const stream = ollama.frames(everything, { model: 'm' }).join('');
/** Ids are made up, and new each time. */
const withoutIds = (events: readonly CompletionEvent[]) =>
  events.map((event) => (event.type === 'tool-use' ? { ...event, value: { ...event.value, id: '' } } : event));

describe('a whole answer', () => {
  it('is thinking, text, calls with ids of their own, usage and the reason to stop', async () => {
    const { events, thrown } = await read(stream);
    expect(thrown).toBeNull();
    expect(withoutIds(events)).toEqual([
      { type: 'thinking', value: { text: 'Hm — ' } },
      { type: 'thinking', value: { text: 'so 💡' } },
      { type: 'text', value: 'Größe' },
      { type: 'text', value: ' 大小' },
      { type: 'tool-use', value: { id: '', name: 'find', input: '{"q":"é 💡"}', isInputComplete: true } },
      { type: 'tool-use', value: { id: '', name: 'find', input: '{}', isInputComplete: true } },
      { type: 'usage', value: { inputTokens: 30, outputTokens: 7 } },
      { type: 'stop', value: 'tool-use' },
    ]);
    const ids = events.flatMap((event) => (event.type === 'tool-use' ? [event.value.id] : []));
    expect(new Set(ids.filter((id) => id !== '')).size).toBe(2);
  });

  it('is the same wherever it is cut in two', { tags: ['search'] }, async () => {
    const bytes = new TextEncoder().encode(stream);
    const expected = JSON.stringify(withoutIds((await read(stream)).events));
    for (let at = 1; at < bytes.length; at += lengthOf(7, 1)) {
      const { events } = await read(bytes.subarray(0, at), bytes.subarray(at));
      expect(JSON.stringify(withoutIds(events)), `cut at ${at}`).toBe(expected);
    }
  });

  it('is the same in any pieces, whatever it says', async () => {
    const words = fc.array(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 30 });
    const inputs = fc.array(fc.dictionary(fc.string(), fc.jsonValue()), { maxLength: 3 });
    const property = fc.asyncProperty(
      words,
      inputs,
      fc.array(fc.nat(), { maxLength: 60 }),
      async (text, given, cuts) => {
        const toolCalls = given.map((input) => ({ id: '', name: 'find', input: JSON.stringify(input) }));
        const bytes = new TextEncoder().encode(ollama.frames({ text, toolCalls }, {}).join(''));
        const places = [0, ...cuts.map((cut) => cut % bytes.length), bytes.length].sort((a, b) => a - b);
        const { events, thrown } = await read(
          ...places.slice(1).map((end, index) => bytes.subarray(places[index], end)),
        );
        expect(thrown).toBeNull();
        expect(textOf(events)).toBe(text.join(''));
        const read_ = events.flatMap((event) => (event.type === 'tool-use' ? [event.value.input] : []));
        expect(read_.map((input) => JSON.parse(input))).toEqual(toolCalls.map(({ input }) => JSON.parse(input)));
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });
});

describe('tool calls', () => {
  it('keep an id that is their own, and get another in place of one that is taken', async () => {
    const call = { id: 'call_1', name: 'find', arguments: {} };
    const { events } = await readLines(calls(call, call), done('stop'));
    const ids = events.flatMap((event) => (event.type === 'tool-use' ? [event.value.id] : []));
    expect(ids[0]).toBe('call_1');
    expect(ids[1]).not.toBe('call_1');
    expect(ids).toHaveLength(2);
  });

  it('may come in the last line, without arguments, or with arguments as a text', async () => {
    const { message } = calls(
      { name: 'find' },
      { name: 'list', arguments: '{"a":1}' },
      { name: 'bad', arguments: '{"a' },
    );
    const { events } = await readLines({ ...done('stop'), message });
    expect(withoutIds(events)).toEqual([
      { type: 'tool-use', value: { id: '', name: 'find', input: '{}', isInputComplete: true } },
      { type: 'tool-use', value: { id: '', name: 'list', input: '{"a":1}', isInputComplete: true } },
      {
        type: 'tool-use-json-parse-error',
        value: { id: expect.any(String), toolName: 'bad', rawInput: '{"a', error: expect.any(String) },
      },
      { type: 'stop', value: 'tool-use' },
    ]);
  });
});

describe('the end of an answer', () => {
  it.each([
    ['stop', 'end-turn'],
    ['length', 'max-tokens'],
    ['unload', 'end-turn'],
    ['something_new', 'end-turn'],
  ])('by %s is %s', async (reason, stop) => {
    const { events } = await readLines(says('Hi'), done(reason), says('unread'));
    expect(events).toEqual([
      { type: 'text', value: 'Hi' },
      { type: 'stop', value: stop },
    ]);
  });

  it.each(['load', 'unload'])('by %s before anything was said is no answer', async (reason) => {
    expect((await readLines(done(reason))).thrown).toMatchObject({ code: 'provider-error' });
  });

  it('has usage only when what was sent was counted', async () => {
    expect((await readLines(says('Hi'), done('stop', { eval_count: 3 }))).events.map(({ type }) => type)).toEqual([
      'text',
      'stop',
    ]);
  });

  it('passes over empty lines and fields that it does not know', async () => {
    const { events } = await read(
      `\n{"message":{"content":"Hi","new":1},"new":2}\r\n\n${JSON.stringify(done('stop'))}`,
    );
    expect(textOf(events)).toBe('Hi');
    expect(events.at(-1)?.type).toBe('stop');
  });

  it.each([
    [{ error: 'llama runner process has terminated' }, 'provider-error'],
    [{ error: 'model requires more system memory (9 GiB) than is available' }, 'invalid-request'],
    [
      { error: '{"error":{"code":400,"message":"request (9 tokens) exceeds the available context size"}}' },
      'context-too-large',
    ],
    [{ error: { message: 'Bad key sk-secret' } }, 'provider-error'],
  ])('by %j comes after the text', async (line, code) => {
    const { events, thrown } = await readLines(says('So far'), line);
    expect(textOf(events)).toBe('So far');
    expect(thrown).toMatchObject({ code });
    expect(thrown?.message).not.toContain('sk-secret');
  });

  it.each([
    ['missing', `${JSON.stringify(says('So far'))}\n`],
    ['cut off', `${JSON.stringify(says('So far'))}\n{"message":{"cont`],
  ])('that is %s is an answer that broke off', async (_how, body) => {
    const { events, thrown } = await read(body);
    expect(textOf(events)).toBe('So far');
    expect(thrown).toMatchObject({ code: 'network' });
    expect((await read('')).thrown).toMatchObject({ code: 'network' });
  });

  it.each([
    ['a web page', '<html>\n<body>Hello</body>\n</html>'],
    ['other JSON', '{"object":"list"}'],
  ])('of %s is no answer', async (_what, body) => {
    expect((await read(body)).thrown).toMatchObject({ code: 'invalid-response' });
  });
});

/** Real answers, when they are at hand. */
const folder = join(import.meta.dirname, '../../../../../shared/recordings');
const recordings = (existsSync(folder) ? readdirSync(folder) : []).flatMap((name) => {
  const text = name.endsWith('.jsonl') ? readFileSync(join(folder, name), 'utf8') : '';
  return /"done": ?true/.test(text) && /"message"/.test(text) ? [{ name, text }] : [];
});

describe('a recorded answer', () => {
  it.each(recordings)('$name is read as it says itself', async ({ text }) => {
    const { events, thrown } = await read(text);
    expect(thrown).toBeNull();
    const messages = text.split('\n').flatMap((line) => (line.trim() ? [JSON.parse(line).message ?? {}] : []));
    expect(textOf(events)).toBe(messages.map(({ content = '' }) => content).join(''));
    expect(events.at(-1)?.type).toBe('stop');
  });

  it('is told from those of other services', () => {
    expect(recordings.filter(({ text }) => text.includes('"choices"'))).toEqual([]);
  });
});
