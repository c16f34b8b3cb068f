import { describe, expect, it } from 'vitest';
import type { CompletionEvent } from '../../../src/shared/contract/provider.ts';
import { createEventMapper } from './events.js';

/** The events of a stream with these deltas and this reason to stop. */
function eventsOf(deltas: readonly Record<string, unknown>[], reason = 'stop', usage?: unknown): CompletionEvent[] {
  const mapper = createEventMapper();
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    ...(usage === undefined ? [] : [{ choices: [], usage }]),
  ];
  return [...chunks.flatMap((chunk) => mapper.push(chunk)), ...mapper.finish()];
}

const piece = (index: number | undefined, args: unknown, id?: string, name?: string) => ({
  tool_calls: [{ index, id, function: { name, arguments: args } }],
});
const complete = (events: readonly CompletionEvent[]) =>
  events.flatMap((event) => (event.type === 'tool-use' && event.value.isInputComplete ? [event.value] : []));

describe('the events of a chat', () => {
  it('are text, and the stop at the end', () => {
    expect(eventsOf([{ role: 'assistant', content: '' }, { content: 'Hel' }, { content: 'lo' }])).toEqual([
      { type: 'text', value: 'Hel' },
      { type: 'text', value: 'lo' },
      { type: 'stop', value: 'end-turn' },
    ]);
  });

  it.each([
    [{ reasoning_content: 'Hm', content: null }],
    [{ reasoning: 'Hm' }],
    [{ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'Hm' }] }] }],
  ])('are thinking, in each dialect: %j', (delta) => {
    expect(eventsOf([delta])[0]).toEqual({ type: 'thinking', value: { text: 'Hm' } });
  });

  it('are the text of content that comes in parts', () => {
    expect(eventsOf([{ content: [{ type: 'text', text: 'Hi' }, 7] }])[0]).toEqual({ type: 'text', value: 'Hi' });
  });

  it.each([
    ['stop', 'end-turn'],
    ['length', 'max-tokens'],
    ['model_length', 'max-tokens'],
    ['content_filter', 'refusal'],
    ['tool_calls', 'end-turn'],
    ['something_new', 'end-turn'],
  ])('translate the reason %s to %s', (reason, expected) => {
    expect(eventsOf([{ content: 'Hi' }], reason).at(-1)).toEqual({ type: 'stop', value: expected });
  });

  it('say that a refusal is one, and what it says', () => {
    expect(eventsOf([{ refusal: 'No.' }])).toEqual([
      { type: 'text', value: 'No.' },
      { type: 'stop', value: 'refusal' },
    ]);
  });

  it('tell the last usage, before the stop', () => {
    const usage = { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } };
    expect(eventsOf([{ content: 'Hi' }], 'stop', usage).slice(1)).toEqual([
      { type: 'usage', value: { inputTokens: 9, outputTokens: 3, cacheReadInputTokens: 4 } },
      { type: 'stop', value: 'end-turn' },
    ]);
  });

  it.each([[{ prompt_tokens: -1 }], [{ prompt_tokens: 1.5, completion_tokens: '3' }], ['many'], [null]])(
    'leave out a usage that makes no sense: %j',
    (usage) => {
      expect(eventsOf([], 'stop', usage)).toEqual([{ type: 'stop', value: 'end-turn' }]);
    },
  );

  it('survive chunks of any shape', () => {
    const mapper = createEventMapper();
    const odd = [{}, { choices: 'x' }, { choices: [null] }, { choices: [{ delta: 3 }] }, { choices: [{ index: 1 }] }];
    expect(odd.flatMap((chunk) => mapper.push(chunk))).toEqual([]);
    expect(eventsOf([{ tool_calls: [null, 3, {}] }]).at(-1)).toEqual({ type: 'stop', value: 'tool-use' });
  });
});

describe('tool calls', () => {
  it('grow piece by piece and are complete at the end', () => {
    expect(eventsOf([piece(0, '', 'a', 'weather'), piece(0, '{"ci'), piece(0, 'ty":"Oslo"}')], 'tool_calls')).toEqual([
      { type: 'tool-use', value: { id: 'a', name: 'weather', input: '', isInputComplete: false } },
      { type: 'tool-use', value: { id: 'a', name: 'weather', input: '{"ci', isInputComplete: false } },
      { type: 'tool-use', value: { id: 'a', name: 'weather', input: '{"city":"Oslo"}', isInputComplete: false } },
      { type: 'tool-use', value: { id: 'a', name: 'weather', input: '{"city":"Oslo"}', isInputComplete: true } },
      { type: 'stop', value: 'tool-use' },
    ]);
  });

  it.each([
    ['told apart by index', [piece(0, '', 'a', 'x'), piece(1, '', 'b', 'y'), piece(1, '2'), piece(0, '1')]],
    ['told apart by id', [piece(undefined, '1', 'a', 'x'), piece(undefined, '2', 'b', 'y')]],
    ['of the same index', [piece(0, '1', 'a', 'x'), piece(0, '2', 'b', 'y')]],
  ])('%s stay apart', (_name, deltas) => {
    expect(complete(eventsOf(deltas, 'tool_calls')).map(({ id, name, input }) => [id, name, input])).toEqual([
      ['a', 'x', '1'],
      ['b', 'y', '2'],
    ]);
  });

  it('without ids get ids of their own', () => {
    const calls = complete(eventsOf([piece(undefined, '1', '', 'x'), piece(undefined, '2', '', 'y')]));
    expect(calls.map(({ name }) => name)).toEqual(['x', 'y']);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
    expect(calls.every(({ id }) => id.length > 0)).toBe(true);
  });

  it('whose id changes with each piece are one call', () => {
    const deltas = [piece(0, '{"a"', 'r1', 'x'), piece(0, ':1}', 'r2')];
    expect(complete(eventsOf(deltas))).toEqual([{ id: 'r1', name: 'x', input: '{"a":1}', isInputComplete: true }]);
  });

  it('without arguments have an empty object, and arguments may be an object', () => {
    const calls = complete(eventsOf([piece(0, undefined, 'a', 'x'), piece(1, { b: 1 }, 'b', 'y')]));
    expect(calls.map(({ input }) => input)).toEqual(['{}', '{"b":1}']);
  });

  it('with arguments that are not JSON say so, with what came', () => {
    expect(eventsOf([piece(0, '{"city":', 'a', 'weather')], 'length').slice(1)).toEqual([
      {
        type: 'tool-use-json-parse-error',
        value: { id: 'a', toolName: 'weather', rawInput: '{"city":', error: expect.stringMatching(/JSON/) },
      },
      { type: 'stop', value: 'max-tokens' },
    ]);
  });

  it('make the answer one with tools, also when the service says "stop"', () => {
    expect(eventsOf([piece(0, '{}', 'a', 'x')], 'stop').at(-1)).toEqual({ type: 'stop', value: 'tool-use' });
  });

  it('with long arguments repeat them a bounded number of times', () => {
    const deltas = Array.from({ length: 5_000 }, () => piece(0, '0'));
    const events = eventsOf([piece(0, '1', 'a', 'x'), ...deltas]);
    const told = events.reduce((sum, event) => sum + (event.type === 'tool-use' ? event.value.input.length : 0), 0);
    expect(told).toBeLessThan(5_001 * 12);
    expect(complete(events)[0]?.input).toHaveLength(5_001);
  });
});
