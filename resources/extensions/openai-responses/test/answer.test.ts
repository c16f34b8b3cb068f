import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { responses } from '../../../../e2e/servers/responses-wire.ts';
import { createHttp } from '../../../../src/exthost/api/http/http.ts';
import type { CompletionEvent } from '../../../../src/shared/contract/provider.ts';
import { everything, readers, readWhole } from '../../cut-answers.ts';
import { outcome, textOf } from '../../extension-harness.ts';
import { createAnswer } from '../answer.js';

const read = (body: string, type?: string) => readWhole(readers.responses, body, type);

type Payload = Record<string, unknown>;
const lines = (...payloads: Payload[]) => payloads.map((payload) => `data: ${JSON.stringify(payload)}\n\n`).join('');
const readEvents = (...payloads: Payload[]) => read(lines(...payloads));
const completed = (...output: Payload[]): Payload => ({ type: 'response.completed', response: { output } });
const message = (id: string, text: string, more: Payload = {}): Payload => ({
  id,
  type: 'message',
  content: [{ type: 'output_text', text }],
  ...more,
});
const added = (output_index: number, item: Payload): Payload => ({
  type: 'response.output_item.added',
  output_index,
  item,
});
const done = (output_index: number, item: Payload): Payload => ({
  type: 'response.output_item.done',
  output_index,
  item,
});
const textDelta = (output_index: number, delta: string): Payload => ({
  type: 'response.output_text.delta',
  output_index,
  content_index: 0,
  delta,
});
const callDelta = (output_index: number, delta: string): Payload => ({
  type: 'response.function_call_arguments.delta',
  output_index,
  delta,
});
const call = (id: string, more: Payload = {}): Payload => ({
  id: `fc_${id}`,
  type: 'function_call',
  call_id: id,
  name: 'find',
  arguments: '',
  ...more,
});
const complete = (id: string, input: string) => ({
  type: 'tool-use',
  value: { id, name: 'find', input, isInputComplete: true },
});
const wholeEvents = (events: readonly CompletionEvent[]) =>
  events.filter((event) => event.type !== 'tool-use' || event.value.isInputComplete);

const request = { model: 'gpt-5', include: ['reasoning.encrypted_content'] };
const stream = responses.frames(everything, request).join('');

describe('a whole answer', () => {
  it('is thinking with its seal, text, growing calls, usage and the reason to stop', async () => {
    const { events, thrown } = await read(stream);
    expect(thrown).toBeNull();
    const growing = events.filter((event) => event.type === 'tool-use' && !event.value.isInputComplete);
    expect(growing.length).toBeGreaterThan(2);
    expect(wholeEvents(events)).toEqual([
      { type: 'thinking', value: { text: 'Hm — ' } },
      { type: 'thinking', value: { text: 'so 💡' } },
      { type: 'thinking', value: { text: '', signature: '{"id":"rs_1","encrypted_content":"sealed:10"}' } },
      { type: 'text', value: 'Größe' },
      { type: 'text', value: ' 大小' },
      complete('a', '{"q":"é 💡"}'),
      { type: 'tool-use', value: { id: 'b', name: 'list', input: '{}', isInputComplete: true } },
      { type: 'usage', value: { inputTokens: 10, outputTokens: 7, cacheReadInputTokens: 20 } },
      { type: 'stop', value: 'tool-use' },
    ]);
  });
});

describe('text', () => {
  const item = message('m', 'Hello');
  it.each([
    [
      'only in output_text.done',
      [{ type: 'response.output_text.done', output_index: 0, content_index: 0, text: 'Hello' }, completed()],
    ],
    [
      'only in content_part.done',
      [
        {
          type: 'response.content_part.done',
          output_index: 0,
          content_index: 0,
          part: { type: 'output_text', text: 'Hello' },
        },
        completed(),
      ],
    ],
    ['only in output_item.done', [done(0, item), completed()]],
    ['only in the end', [completed(item)]],
    ['in output_item.added, then in the end', [added(0, item), completed(item)]],
    [
      'in pieces, the last of them lost',
      [added(0, { id: 'm', type: 'message' }), textDelta(0, 'Hel'), completed(item)],
    ],
    [
      'in pieces and everywhere',
      [
        added(0, { id: 'm', type: 'message', content: [] }),
        textDelta(0, 'Hel'),
        textDelta(0, 'lo'),
        done(0, item),
        completed(item),
      ],
    ],
    ['in pieces without an item', [textDelta(0, 'Hel'), textDelta(0, 'lo'), completed(item)]],
    [
      'in pieces without a place',
      [{ type: 'response.output_text.delta', item_id: 'm', delta: 'Hello' }, done(0, item), completed(item)],
    ],
    [
      'with an item that is told twice',
      [
        added(0, { id: 'm', type: 'message' }),
        added(0, { id: 'm', type: 'message' }),
        textDelta(0, 'Hello'),
        done(0, item),
        done(0, item),
        completed(item),
      ],
    ],
    [
      'after another that only the end has',
      [{ ...textDelta(0, 'Hel'), item_id: 'm' }, completed(message('new', ''), message('m', 'Hello'))],
    ],
    [
      'with ids that change on the way',
      [
        added(0, { id: 'x1', type: 'message' }),
        { ...textDelta(0, 'Hello'), item_id: 'x2' },
        done(0, message('x3', 'Hello')),
        completed(message('x4', 'Hello')),
      ],
    ],
  ])('that comes %s is told once', async (_how, payloads) => {
    const { events, thrown } = await readEvents(...payloads);
    expect(thrown).toBeNull();
    expect(textOf(events)).toBe('Hello');
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
  });

  it('of several messages is set apart, and their phases are kept', async () => {
    const { events } = await readEvents(
      added(0, { id: 'a', type: 'message', phase: 'commentary' }),
      textDelta(0, 'Look.'),
      done(0, message('a', 'Look.', { phase: 'commentary' })),
      done(2, message('b', 'Done.', { phase: 'final_answer' })),
      completed(message('a', 'Look.'), message('b', 'Done.')),
    );
    expect(textOf(events)).toBe('Look.\n\nDone.');
    expect(events).toContainEqual({
      type: 'reasoning-details',
      value: '{"messages":[{"phase":"commentary","length":5},{"phase":"final_answer","length":7}]}',
    });
  });

  it('of several parts stays in their order', async () => {
    const parts = [
      { type: 'output_text', text: 'One' },
      { type: 'output_text', text: 'Two' },
    ];
    const { events } = await readEvents(
      textDelta(0, 'One'),
      { ...textDelta(0, 'Tw'), content_index: 1 },
      completed({ type: 'message', content: parts }),
    );
    expect(textOf(events)).toBe('OneTwo');
  });

  it('that is a refusal is shown, and is why it stops', async () => {
    const refusal = { id: 'm', type: 'message', content: [{ type: 'refusal', refusal: 'I will not.' }] };
    for (const payloads of [
      [{ type: 'response.refusal.delta', output_index: 0, delta: 'I will ' }, done(0, refusal), completed(refusal)],
      [{ type: 'response.refusal.done', output_index: 0, refusal: 'I will not.' }, completed()],
      [completed(refusal)],
    ]) {
      const { events } = await readEvents(...payloads);
      expect(textOf(events)).toBe('I will not.');
      expect(events.at(-1)).toEqual({ type: 'stop', value: 'refusal' });
    }
  });
});

describe('reasoning', () => {
  it('has its parts set apart, and those of the next item too', async () => {
    const part = (output_index: number, summary_index: number, delta: string) => ({
      type: 'response.reasoning_summary_text.delta',
      output_index,
      summary_index,
      delta,
    });
    const { events } = await readEvents(
      part(0, 0, 'One'),
      part(0, 1, 'Two'),
      done(0, { id: 'r', type: 'reasoning', encrypted_content: 'E', summary: [{ text: 'One' }, { text: 'Two' }] }),
      part(1, 0, 'Three'),
      completed({ id: 'r', type: 'reasoning', summary: [] }, { id: 's', type: 'reasoning', encrypted_content: 'F' }),
    );
    expect(events.slice(0, -1)).toEqual([
      { type: 'thinking', value: { text: 'One' } },
      { type: 'thinking', value: { text: '\n\nTwo' } },
      { type: 'thinking', value: { text: '', signature: '{"id":"r","encrypted_content":"E"}' } },
      { type: 'thinking', value: { text: '\n\nThree' } },
      { type: 'thinking', value: { text: '', signature: '{"id":"s","encrypted_content":"F"}' } },
    ]);
  });

  it('without a summary is kept as redacted thinking', async () => {
    const item = { id: 'r', type: 'reasoning', encrypted_content: 'E', summary: [] };
    const { events } = await readEvents(
      added(0, { ...item, encrypted_content: 'half' }),
      done(0, item),
      completed(item),
    );
    expect(events).toEqual([
      { type: 'redacted-thinking', value: '{"id":"r","encrypted_content":"E"}' },
      { type: 'stop', value: 'end-turn' },
    ]);
  });

  it('of an open model is shown as it is thought, and keeps no seal', async () => {
    const { events } = await readEvents(
      { type: 'response.reasoning_text.delta', output_index: 0, content_index: 0, delta: 'Hm' },
      { type: 'response.reasoning_text.done', output_index: 0, content_index: 0, text: 'Hm, so' },
      done(0, { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm, so' }] }),
      completed(),
    );
    expect(events).toEqual([
      { type: 'thinking', value: { text: 'Hm' } },
      { type: 'thinking', value: { text: ', so' } },
      { type: 'stop', value: 'end-turn' },
    ]);
  });

  it('stays before what it led to, though it is done later', async () => {
    const reasoning = { id: 'r', type: 'reasoning', encrypted_content: 'E', summary: [] };
    const { events } = await readEvents(
      added(0, { id: 'r', type: 'reasoning' }),
      added(1, call('a')),
      callDelta(1, '{}'),
      done(1, call('a', { arguments: '{}' })),
      done(0, reasoning),
      completed(reasoning, call('a', { arguments: '{}' })),
    );
    expect(events.map(({ type }) => type)).toEqual(['redacted-thinking', 'tool-use', 'tool-use', 'tool-use', 'stop']);
  });
});

describe('tool calls', () => {
  it('that begin twice are one', async () => {
    const { events } = await readEvents(added(0, call('a')), added(0, call('a')), callDelta(0, '{"q":1}'), completed());
    expect(wholeEvents(events)).toEqual([complete('a', '{"q":1}'), { type: 'stop', value: 'tool-use' }]);
  });

  it('that come in turns are told one after the other', async () => {
    const { events } = await readEvents(
      added(0, call('a')),
      added(1, call('b')),
      callDelta(0, '{"q":'),
      callDelta(1, '{"r":'),
      callDelta(0, '1}'),
      callDelta(1, '2}'),
      done(1, call('b', { arguments: '{"r":2}' })),
      done(0, call('a', { arguments: '{"q":1}' })),
      completed(),
    );
    expect(wholeEvents(events)).toEqual([
      complete('a', '{"q":1}'),
      complete('b', '{"r":2}'),
      { type: 'stop', value: 'tool-use' },
    ]);
  });

  it.each([
    ['only in the end', [completed(call('a', { arguments: '{}' }))]],
    ['without arguments', [added(0, call('a')), completed(call('a'))]],
    ['with arguments as an object', [done(0, call('a', { arguments: {} })), completed()]],
    [
      'only in arguments.done',
      [
        added(0, call('a')),
        { type: 'response.function_call_arguments.done', output_index: 0, arguments: '{}' },
        completed(),
      ],
    ],
  ])('that come %s are complete', async (_how, payloads) => {
    const { events } = await readEvents(...payloads);
    expect(wholeEvents(events)).toEqual([complete('a', '{}'), { type: 'stop', value: 'tool-use' }]);
  });

  it('get ids of their own when the service gives none', async () => {
    const bare = { type: 'function_call', name: 'find', arguments: '{}' };
    const { events } = await readEvents(done(0, bare), done(1, bare), completed());
    const ids = wholeEvents(events).flatMap((event) => (event.type === 'tool-use' ? [event.value.id] : []));
    expect(new Set(ids).size).toBe(2);
    expect(ids.every((id) => id !== '')).toBe(true);
  });

  it('whose arguments are cut off say so', async () => {
    const { events } = await readEvents(added(0, call('a')), callDelta(0, '{"q":"lo'), {
      type: 'response.incomplete',
      response: { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output: [] },
    });
    expect(events.slice(-2)).toEqual([
      {
        type: 'tool-use-json-parse-error',
        value: { id: 'a', toolName: 'find', rawInput: '{"q":"lo', error: expect.any(String) },
      },
      { type: 'stop', value: 'max-tokens' },
    ]);
  });
});

describe('what else a service sends', () => {
  it('is passed over: its own tools, unknown items and events, and nothing waits for them', async () => {
    const { events } = await readEvents(
      { type: 'response.created', response: { status: 'queued' } },
      { type: 'response.queued', response: { status: 'queued' } },
      { type: 'response.in_progress', response: { status: 'in_progress' } },
      added(0, { id: 'w', type: 'web_search_call', status: 'in_progress' }),
      { type: 'response.web_search_call.searching', output_index: 0, item_id: 'w' },
      { type: 'response.image_generation_call.partial_image', output_index: 1, partial_image_b64: 'AAAA' },
      { type: 'response.mcp_call_arguments.delta', output_index: 1, delta: '{' },
      { type: 'response.code_interpreter_call_code.delta', output_index: 1, delta: 'print()' },
      added(2, { id: 'n', type: 'something_new', content: [{ text: 'unseen' }] }),
      { type: 'response.something_new.delta', output_index: 2, delta: 'unseen' },
      { type: 'rate_limits.updated', limits: [] },
      added(3, { id: 'm', type: 'message' }),
      textDelta(3, 'Hello'),
      { type: 'response.output_text.annotation.added', output_index: 3, annotation: { type: 'url_citation' } },
      done(3, message('m', 'Hello')),
      completed({ id: 'w', type: 'web_search_call' }, message('m', 'Hello')),
    );
    expect(events).toEqual([
      { type: 'queued', value: { position: 0 } },
      { type: 'started' },
      { type: 'text', value: 'Hello' },
      { type: 'stop', value: 'end-turn' },
    ]);
  });

  it('may be items that all have the same place', async () => {
    const { events } = await readEvents(
      added(0, { id: 'a', type: 'message' }),
      textDelta(0, 'One'),
      added(0, call('b')),
      callDelta(0, '{}'),
      completed(message('a', 'One'), call('b', { arguments: '{}' })),
    );
    expect(wholeEvents(events)).toEqual([
      { type: 'text', value: 'One' },
      complete('b', '{}'),
      { type: 'stop', value: 'tool-use' },
    ]);
  });

  it('may be an answer in one piece', async () => {
    const body = responses.whole?.(everything, { ...request, stream: false }, '/v1/responses');
    const { events, thrown } = await read(JSON.stringify(body), 'application/json; charset=utf-8');
    expect(thrown).toBeNull();
    expect(textOf(events)).toBe('Größe 大小');
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'tool-use' });
  });

  it('may be usage in odd places', async () => {
    const { events } = await readEvents(
      { type: 'response.in_progress', response: { usage: { input_tokens: 3, output_tokens: 0 } } },
      {
        ...done(0, message('m', 'Hi')),
        usage: { input_tokens: 4, output_tokens: 1, input_tokens_details: { cache_write_tokens: 2 } },
      },
      { type: 'response.completed', response: { usage: null } },
    );
    expect(events.filter(({ type }) => type === 'usage')).toEqual([
      { type: 'usage', value: { inputTokens: 3, outputTokens: 0 } },
      { type: 'usage', value: { inputTokens: 2, outputTokens: 1, cacheCreationInputTokens: 2 } },
    ]);
  });

  it('may be usage of an answer that fails', async () => {
    const { events, thrown } = await readEvents({
      type: 'response.failed',
      response: { status: 'failed', usage: { input_tokens: 3 }, error: { message: 'Please try again in 1m26.4s.' } },
    });
    expect(events).toEqual([{ type: 'usage', value: { inputTokens: 3, outputTokens: 0 } }]);
    expect(thrown).toMatchObject({ code: 'provider-error', data: { retryAfterSeconds: 87 } });
  });

  it('may be calls with one id, each of which gets one of its own', async () => {
    const { events } = await readEvents(
      added(0, call('call_0', { id: 'a' })),
      added(1, call('call_0', { id: 'b' })),
      callDelta(1, '{"b":2}'),
      callDelta(0, '{"a":1}'),
      completed(call('call_0', { id: 'a', arguments: '{"a":1}' }), call('call_0', { id: 'b', arguments: '{"b":2}' })),
    );
    const calls = events.flatMap((event) =>
      event.type === 'tool-use' && event.value.isInputComplete ? [event.value] : [],
    );
    expect(calls.map(({ input }) => input)).toEqual(['{"a":1}', '{"b":2}']);
    expect(new Set(calls.map(({ id }) => id)).size).toBe(2);
  });

  it('may be a call that grows slowly, which is told each second', () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const answer = createAnswer();
    const push = (delta: string) => answer.push('response.function_call_arguments.delta', callDelta(0, delta));
    answer.push('response.output_item.added', added(0, call('a')));
    push('x'.repeat(1_000));
    expect(push('y')).toEqual([]);
    vi.setSystemTime(Date.now() + 1_000);
    expect(push('y')).toHaveLength(1);
    expect(push('y')).toEqual([]);
  });
});

describe('what comes is told at once', () => {
  /** Events that result from the last payload. */
  const last = (...payloads: Payload[]) => {
    const answer = createAnswer();
    return payloads.map((payload) => answer.push(String(payload.type), payload)).at(-1);
  };

  it.each([
    [
      'after a tool of the service that never ends',
      added(0, { id: 'w', type: 'web_search_call' }),
      textDelta(1, 'Hello'),
    ],
    [
      'after a message whose place it takes',
      added(0, { id: 'a', type: 'message' }),
      { ...textDelta(0, 'Hello'), item_id: 'a' },
    ],
  ])('is told once when it comes %s', (_where, first, second) => {
    expect(last(first, second)).toEqual([{ type: 'text', value: 'Hello' }]);
  });

  it('when a call takes the place of a message', () => {
    expect(last(added(0, { id: 'a', type: 'message' }), textDelta(0, 'Hm'), added(0, call('b')))).toHaveLength(1);
  });

  it('when the items before it are done, and not before', () => {
    const both = [added(0, { id: 'a', type: 'message' }), added(1, call('b'))];
    expect(last(...both, callDelta(1, '{"q":1}'))).toEqual([]);
    expect(last(...both, callDelta(1, '{"q":1}'), done(0, message('a', '')))?.map(({ type }) => type)).toEqual([
      'tool-use',
      'tool-use',
    ]);
  });
});

describe('the end of an answer', () => {
  const incomplete = (reason: string) => ({
    type: 'response.incomplete',
    response: { incomplete_details: { reason } },
  });

  it.each([
    [incomplete('max_output_tokens'), 'max-tokens'],
    [incomplete('content_filter'), 'refusal'],
    [{ type: 'response.completed', response: { status: 'incomplete' } }, 'max-tokens'],
  ])('by %j is %s', async (last, reason) => {
    const { events } = await readEvents(textDelta(0, 'So far'), last);
    expect(events.at(-1)).toEqual({ type: 'stop', value: reason });
  });

  it.each([
    [{ incomplete_details: { reason: 'content_filter', explanation: 'It is about bombs.' } }, 'It is about bombs.'],
    [
      {
        incomplete_details: { reason: 'content_filter' },
        content_filters: [
          { blocked: true, content_filter_results: { hate: { filtered: true, severity: 'high' }, sexual: {} } },
          { content_filter_results: { self_harm: { filtered: true }, hate: { filtered: true } } },
          'bad',
        ],
      },
      'hate, self harm',
    ],
  ])('by a refusal with %j tells why', async (response, explanation) => {
    const { events } = await readEvents({ type: 'response.incomplete', response });
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'refusal', explanation });
  });

  it('is where the service names it, though the connection stays open', async () => {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(lines(completed(message('m', 'Hi'))))),
    });
    const { events } = await outcome(readers.responses(createHttp(async () => new Response(body))));
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
  });

  it('is where nothing was left open, when the service does not name it', async () => {
    expect((await readEvents(done(0, message('m', 'Hi')))).events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
    const { events } = await read(`${lines(done(0, call('a', { arguments: '{}' })))}data: [DONE]\n\n`);
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'tool-use' });
    expect((await readEvents(done(0, call('a')), { type: 'response.done', response: {} })).thrown).toBeNull();
  });

  const thought = { id: 'r', type: 'reasoning', summary: [{ type: 'summary_text', text: 'Hm' }] };
  it.each([
    ['after what it thought', [done(0, thought)]],
    ['after a call', [done(0, message('m', 'Hi')), done(1, call('a', { arguments: '{}' }))]],
    ['after a message that leads to something', [done(0, message('m', 'I look', { phase: 'commentary' }))]],
    ['after a message, behind which something was begun', [done(0, message('m', 'Hi')), added(1, thought)]],
    ['after a message, behind which it thought', [done(0, message('m', 'Hi')), done(1, thought)]],
    ['after a message that says nothing', [done(0, message('m', ''))]],
    ['in a message', [added(0, { id: 'm', type: 'message' }), textDelta(0, 'So')]],
    ['before anything', [{ type: 'response.created', response: {} }]],
    ['after a tool of the service', [done(0, { id: 'w', type: 'web_search_call' })]],
  ])('that is missing %s is an answer that broke off', async (_where, payloads) => {
    const { thrown } = await readEvents(...payloads);
    expect(thrown).toMatchObject({ code: 'network', message: expect.stringContaining('in the middle') });
  });

  it('is seen in an event whose last line is cut off only when the answer was over', async () => {
    expect((await read(`${lines(textDelta(0, 'So'))}data: {"type":"resp`)).thrown).toMatchObject({
      code: 'network',
    });
    const last = JSON.stringify(completed(message('m', 'Hi')));
    expect((await read(`data: ${last}`)).events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
  });

  it.each([
    [{ type: 'error', code: 'rate_limit_exceeded', message: 'Please try again in 1.5s.' }, 'provider-rate-limited', 2],
    [{ type: 'error', error: { code: 'insufficient_quota', message: 'No credit.' } }, 'provider-credit', undefined],
    [{ type: 'error', error: { type: 'overloaded_error', message: 'Busy' } }, 'provider-overloaded', undefined],
    [{ error: { message: 'Oops' } }, 'provider-error', undefined],
    [
      { type: 'response.failed', response: { status: 'failed', error: { code: 'server_error', message: 'Oops' } } },
      'provider-error',
      undefined,
    ],
    [
      { type: 'response.failed', response: { error: { code: 'context_length_exceeded', message: 'Too long' } } },
      'context-too-large',
      undefined,
    ],
    [
      { type: 'response.completed', response: { status: 'failed', error: { code: 'invalid_prompt', message: 'No' } } },
      'provider-refused',
      undefined,
    ],
    [{ type: 'response.done', response: { status: 'cancelled' } }, 'provider-error', undefined],
  ])('by the error %j comes after the text', async (error, code, retryAfterSeconds) => {
    const { events, thrown } = await readEvents(textDelta(0, 'So far'), error);
    expect(textOf(events)).toBe('So far');
    expect(thrown).toMatchObject({ code });
    expect(thrown?.data?.retryAfterSeconds).toBe(retryAfterSeconds);
  });

  it('never says the key', async () => {
    const { thrown } = await readEvents({ type: 'error', code: 'invalid_api_key', message: 'Bad key sk-1' });
    expect(thrown).toMatchObject({ code: 'provider-auth', message: expect.stringContaining('Bad key [key]') });
  });
});
