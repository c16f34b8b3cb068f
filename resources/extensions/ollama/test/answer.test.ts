import { describe, expect, it } from 'vitest';
import { ollama } from '../../../../e2e/servers/ollama-wire.ts';
import { readers, readWhole, withoutMadeIds } from '../../cut-answers.ts';
import { textOf } from '../../extension-harness.ts';

const read = (body: string) => readWhole(readers.ollama, body);
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

describe('a whole answer', () => {
  it('is thinking, text, calls with ids of their own, usage and the reason to stop', async () => {
    const { events, thrown } = await read(stream);
    expect(thrown).toBeNull();
    expect(withoutMadeIds(events)).toEqual([
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
    expect(withoutMadeIds(events)).toEqual([
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
    [{ error: { message: 'Bad key sk-1' } }, 'provider-error'],
  ])('by %j comes after the text', async (line, code) => {
    const { events, thrown } = await readLines(says('So far'), line);
    expect(textOf(events)).toBe('So far');
    expect(thrown).toMatchObject({ code });
    expect(thrown?.message).not.toContain('sk-1');
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
});
