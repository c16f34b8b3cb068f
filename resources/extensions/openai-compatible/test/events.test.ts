import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CompletionEvent } from '../../../../src/shared/contract/provider.ts';
import { createEventMapper } from '../events.js';

/** The events of a stream with these deltas and this reason to stop. */
function eventsOf(deltas: readonly Record<string, unknown>[], reason = 'stop', usage?: unknown): CompletionEvent[] {
  const mapper = createEventMapper('here m');
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
    [{ reasoning: 'Hm', reasoning_content: 'Hm' }],
    [{ reasoning: 'Hm', reasoning_details: [{ type: 'reasoning.text', text: 'Hm', index: 0 }] }],
    [{ reasoning_details: [{ type: 'reasoning.summary', summary: 'Hm', index: 0 }] }],
    [{ content: '\n<think>\nHm</think>' }],
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
    ['MAX_TOKENS', 'max-tokens'],
    ['content_filter', 'refusal'],
    ['tool_calls', 'end-turn'],
    ['function_call', 'end-turn'],
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

  it.each([
    [{ choices: [{ finish_reason: 'content_filter', stop_details: { explanation: 'Bombs.' } }] }, 'Bombs.'],
    [
      {
        choices: [
          {
            finish_reason: 'content_filter',
            content_filter_results: { self_harm: { filtered: true, severity: 'high' }, hate: { filtered: false } },
          },
        ],
        prompt_filter_results: [{ content_filter_results: { jailbreak: { filtered: true }, hate: 'no' } }, 7],
      },
      'self harm, jailbreak',
    ],
  ])('say why the service stopped the model: %j', (chunk, explanation) => {
    const mapper = createEventMapper('here m');
    mapper.push(chunk);
    mapper.push({ choices: [], usage: { prompt_tokens: 1 } });
    expect(mapper.finish()).toEqual([{ type: 'stop', value: 'refusal', explanation }]);
  });

  it('tell the last usage, before the stop', () => {
    const usage = { prompt_tokens: 9, completion_tokens: 3, prompt_tokens_details: { cached_tokens: 4 } };
    expect(eventsOf([{ content: 'Hi' }], 'stop', usage).slice(1)).toEqual([
      { type: 'usage', value: { inputTokens: 5, outputTokens: 3, cacheReadInputTokens: 4 } },
      { type: 'stop', value: 'end-turn' },
    ]);
  });

  it.each([
    ['beside every choice', [{ choices: [{ delta: {} }], usage: { prompt_tokens: 9, completion_tokens: 1 } }]],
    ['in the choice', [{ choices: [{ delta: {}, usage: { prompt_tokens: 9, completion_tokens: 3 } }] }]],
    ['among its own fields', [{ choices: [], x_groq: { usage: { prompt_tokens: 9, completion_tokens: 3 } } }]],
    ['before the answer', [{ choices: [], usage: { prompt_tokens: 9, completion_tokens: 3 } }, { choices: [] }]],
  ])('tell the usage that a service puts %s', (_where, chunks) => {
    const mapper = createEventMapper('here m');
    const last = { choices: [{ delta: {}, finish_reason: 'stop' }], usage: { prompt_tokens: 9, completion_tokens: 3 } };
    const all = _where.startsWith('beside') ? [...chunks, last] : chunks;
    const told = all.flatMap((chunk) => mapper.push(chunk));
    expect(told.at(-1)).toEqual({ type: 'usage', value: { inputTokens: 9, outputTokens: 3 } });
    expect(mapper.finish()).toEqual([{ type: 'stop', value: 'end-turn' }]);
  });

  it.each([
    [{ prompt_cache_hit_tokens: 4 }, { inputTokens: 5, outputTokens: 3, cacheReadInputTokens: 4 }],
    [{ cached_tokens: 4 }, { inputTokens: 5, outputTokens: 3, cacheReadInputTokens: 4 }],
    [
      { total_tokens: 19, completion_tokens_details: { reasoning_tokens: 7 } },
      { inputTokens: 9, outputTokens: 10 },
    ],
    [
      { total_tokens: 12, completion_tokens_details: { reasoning_tokens: 2 } },
      { inputTokens: 9, outputTokens: 3 },
    ],
  ])('read the usage of %j', (more, value) => {
    const usage = { prompt_tokens: 9, completion_tokens: 3, ...more };
    expect(eventsOf([], 'stop', usage)[0]).toEqual({ type: 'usage', value });
  });

  it.each([[{ prompt_tokens: -1 }], [{ prompt_tokens: 1.5, completion_tokens: '3' }], ['many'], [null]])(
    'leave out a usage that makes no sense: %j',
    (usage) => {
      expect(eventsOf([], 'stop', usage)).toEqual([{ type: 'stop', value: 'end-turn' }]);
    },
  );

  it('survive chunks of any shape', () => {
    const mapper = createEventMapper('here m');
    const odd = [{}, { choices: 'x' }, { choices: [null] }, { choices: [{ delta: 3 }] }, { choices: [{ index: 1 }] }];
    expect(odd.flatMap((chunk) => mapper.push(chunk))).toEqual([]);
    expect(eventsOf([{ tool_calls: [null, 3, {}] }]).at(-1)).toEqual({ type: 'stop', value: 'tool-use' });
  });
});

describe('thinking that goes back to the service', () => {
  const returned = (deltas: readonly Record<string, unknown>[]) => {
    const event = eventsOf(deltas).find(({ type }) => type === 'reasoning-details');
    return event?.type === 'reasoning-details' ? JSON.parse(event.value) : null;
  };

  it('is put together from its pieces, by index and type', () => {
    const detail = (value: object) => ({ reasoning_details: [value] });
    expect(
      returned([
        detail({ type: 'reasoning.text', text: 'One', index: 0, format: 'f', signature: null }),
        detail({ type: 'reasoning.text', text: ' two', index: 0, id: 'r1' }),
        detail({ type: 'reasoning.encrypted', data: 'AAA', index: 0 }),
        detail({ type: 'reasoning.text', text: 'Other', index: 1 }),
        detail({ type: 'reasoning.text', signature: 'sig', index: 0 }),
        detail({ type: 'reasoning.summary', summary: 'No index' }),
      ]),
    ).toEqual({
      for: 'here m',
      reasoning_details: [
        { type: 'reasoning.text', text: 'One two', index: 0, format: 'f', signature: 'sig', id: 'r1' },
        { type: 'reasoning.encrypted', data: 'AAA', index: 0 },
        { type: 'reasoning.text', text: 'Other', index: 1 },
        { type: 'reasoning.summary', summary: 'No index' },
      ],
    });
  });

  it('is the text where that is all there is, and nothing where nobody wants it back', () => {
    expect(returned([{ reasoning_content: 'H' }, { reasoning_content: 'm' }])).toEqual({
      for: 'here m',
      reasoning_content: 'Hm',
    });
    expect(returned([{ reasoning: 'Hm' }, { content: 'Hi' }])).toBeNull();
  });
});

describe('tags around thinking', () => {
  const said = (pieces: readonly string[]) => {
    const events = eventsOf(pieces.map((content) => ({ content })));
    const thinking = events.map((event) => (event.type === 'thinking' ? event.value.text : ''));
    const text = events.map((event) => (event.type === 'text' ? event.value : ''));
    return [thinking.join(''), text.join('')];
  };

  it.each([
    ['<think>Hm, < b</think>\n\nHello', 'Hm, < b', 'Hello'],
    ['<think></think>Hello', '', 'Hello'],
    ['<think>Never ends </thin', 'Never ends </thin', ''],
    ['<thin', '', '<thin'],
    ['Use <think> and </think>.', '', 'Use <think> and </think>.'],
    ['  Hello', '', '  Hello'],
    [' ', '', ' '],
  ])('%j is read wherever its pieces end', (text, thinking, rest) => {
    expect(said([text])).toEqual([thinking, rest]);
    expect(said([...text])).toEqual([thinking, rest]);
    for (let cut = 0; cut <= text.length; cut += 1) {
      expect(said([text.slice(0, cut), text.slice(cut)])).toEqual([thinking, rest]);
    }
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

  it('of the time before there were several at once are calls too', () => {
    const deltas = [{ function_call: { name: 'x', arguments: '{"a"' } }, { function_call: { arguments: ':1}' } }];
    const events = eventsOf(deltas, 'function_call');
    expect(complete(events)).toMatchObject([{ name: 'x', input: '{"a":1}' }]);
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'tool-use' });
  });

  it('keep what the service wants to have back with them', () => {
    const call = { index: 0, id: 'a', function: { name: 'x', arguments: '{}' } };
    const [done] = complete(eventsOf([{ tool_calls: [{ ...call, extra_content: { sig: 's' } }] }]));
    expect(JSON.parse(done?.thoughtSignature ?? '')).toEqual({ for: 'here m', extra_content: { sig: 's' } });
  });

  it.each([
    ['one id, told apart by index', [piece(0, '{"a":1}', 'call_0', 'x'), piece(1, '{"b":2}', 'call_0', 'y')]],
    ['one id, in pieces', [piece(0, '{"a"', 'call_0', 'x'), piece(0, ':1}'), piece(1, '{"b":2}', 'call_0', 'y')]],
    ['no id, told apart by index', [piece(0, '{"a":1}', '', 'x'), piece(1, '{"b":2}', '', 'y')]],
    ['one id alone', [piece(undefined, '{"a":1}', 'call_0', 'x'), piece(undefined, '{"b":2}', 'call_0', 'x')]],
    ['one index alone', [piece(0, '{"a":1}', '', 'x'), piece(0, '{"b":2}', '', 'x')]],
  ])('of %s run all, each with an id of its own', (_name, deltas) => {
    const calls = complete(eventsOf(deltas));
    expect(calls.map(({ input }) => input)).toEqual(['{"a":1}', '{"b":2}']);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  });

  it('that repeat their name and id with each piece are one', () => {
    const deltas = [piece(0, '{"a"', 'a', 'x'), piece(0, ':1}', 'a', 'x'), piece(0, '', 'a', 'x')];
    expect(complete(eventsOf(deltas)).map(({ input }) => input)).toEqual(['{"a":1}']);
  });

  it('that grow slowly are told each second', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const mapper = createEventMapper('here m');
    const push = (args: string) => mapper.push({ choices: [{ delta: piece(0, args) }] });
    mapper.push({ choices: [{ delta: piece(0, `"${'x'.repeat(1_000)}`, 'a', 'f') }] });
    expect(push('y')).toEqual([]);
    vi.setSystemTime(Date.now() + 1_000);
    expect(push('y')).toHaveLength(1);
    expect(push('y')).toEqual([]);
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
