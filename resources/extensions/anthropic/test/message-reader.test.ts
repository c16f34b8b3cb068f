import { describe, expect, it } from 'vitest';
import { createHttp } from '../../../../src/exthost/api/http/http.ts';
import { gist, readers, withLastUsage } from '../../cut-answers.ts';
import { outcome, textOf } from '../../extension-harness.ts';
import {
  begin,
  called,
  delta,
  ending,
  json,
  over,
  type Payload,
  read,
  said,
  start,
  stop,
  text,
  wireOf,
} from './stream.fixture.ts';

describe('the reason to stop', () => {
  it.each([
    ['end_turn', 'end-turn'],
    ['stop_sequence', 'end-turn'],
    ['pause_turn', 'end-turn'],
    ['max_tokens', 'max-tokens'],
    ['model_context_window_exceeded', 'max-tokens'],
    ['refusal', 'refusal'],
    ['something_new', 'end-turn'],
  ])('%s is %s', async (reason, value) => {
    const { events } = await read([begin(), ...said(0, 'Hi'), ending(reason), over]);
    expect(events.at(-1)).toEqual({ type: 'stop', value });
  });

  it('is a refusal also before anything was said, and with calls that nobody will run', async () => {
    expect((await read([begin(), ending('refusal'), over])).events.at(-1)).toEqual({ type: 'stop', value: 'refusal' });
    const { events } = await read([begin(), ...called(0, 'a', '{}'), ending('refusal'), over]);
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'refusal' });
  });

  it.each([
    [{ type: 'refusal', category: 'cyber', explanation: 'This asks for an exploit.' }, 'This asks for an exploit.'],
    [{ type: 'refusal', category: 'bio', explanation: null }, 'bio'],
    [{ type: 'refusal', category: null, explanation: null }, undefined],
    [null, undefined],
  ])('of a refusal with %j is told', async (stop_details, explanation) => {
    const stopped = { type: 'stop', value: 'refusal', ...(explanation && { explanation }) };
    const refused = { ...ending('refusal'), delta: { stop_reason: 'refusal', stop_details } };
    expect((await read([begin(), refused, over])).events.at(-1)).toEqual(stopped);
    const whole = { type: 'message', content: [], stop_reason: 'refusal', stop_details };
    expect((await read(JSON.stringify(whole), 'application/json')).events.at(-1)).toEqual(stopped);
  });

  it.each(['end_turn', null, 'something_new'])('after calls, as %j, is that they wait', async (reason) => {
    const { events } = await read([begin(), ...called(0, 'a', '{}'), ending(reason), over]);
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'tool-use' });
  });
});

describe('a stream that is not as it should be', () => {
  const plain = [begin(), ...said(0, 'Hi'), ending(), over];
  const usual = [
    { type: 'text', value: 'Hi' },
    { type: 'usage', value: { inputTokens: 20, outputTokens: 9 } },
    { type: 'stop', value: 'end-turn' },
  ];

  it.each([
    ['has its beginning twice', [begin(), ...plain]],
    ['starts a block twice', [begin(), start(0, { type: 'text', text: '' }), ...plain.slice(1)]],
    ['never stops its block', plain.filter(({ type }) => type !== 'content_block_stop')],
    ['never says that it is over', plain.slice(0, -1)],
    ['never starts its block', plain.filter(({ type }) => type !== 'content_block_start')],
    [
      'has no beginning',
      [plain[1], plain[2], plain[3], ending('end_turn', { input_tokens: 20, output_tokens: 9 }), over],
    ],
    ['has text in the start of the block', [begin(), start(0, { type: 'text', text: 'Hi' }), stop(0), ending(), over]],
    ['cites', [...plain.slice(0, 3), delta(0, 'citations_delta', { citation: {} }), ...plain.slice(3)]],
    [
      'has an event, a block and a delta of a new kind',
      [
        begin(),
        { type: 'message_weather', rain: true },
        start(0, { type: 'mood', text: 'sunny' }),
        delta(0, 'mood_delta', { text: 'rainy' }),
        text(0, 'windy'),
        stop(0),
        start(1, { type: 'text', text: '' }),
        delta(1, 'emphasis_delta', { text: 'loud' }),
        text(1, 'Hi'),
        stop(1),
        ending(),
        over,
      ],
    ],
    [
      'has fields that are null or of another type',
      [
        begin(),
        { type: 'content_block_start', index: 0, content_block: null },
        { type: 'content_block_delta', index: 0, delta: null },
        start(0, { type: 'text', text: null }),
        text(0, 'Hi'),
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 7 } },
        stop(0),
        ending('end_turn', { input_tokens: null, output_tokens: 9, cache_read_input_tokens: null }),
        over,
      ],
    ],
    ['goes on after its end', [...plain, ...said(1, 'more')]],
  ] as [string, Payload[]][])('a message that %s is read as usual', async (_what, payloads) => {
    const { events, thrown } = await read(payloads);
    expect({ events: withLastUsage(events), thrown }).toEqual({ events: usual, thrown: null });
  });

  it('ends at once after its last event, though the service keeps the connection open', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(wireOf(plain))),
      cancel() {
        isCancelled = true;
      },
    });
    const { events } = await outcome(readers.anthropic(createHttp(async () => new Response(body))));
    expect(withLastUsage(events)).toEqual(usual);
    expect(isCancelled).toBe(true);
  });

  it('without any reason to stop ends where the service says that it is over', async () => {
    const { events } = await read([begin(), ...called(0, 'a', '{"q":1}'), over]);
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'tool-use' });
  });

  it('counts by the greatest of what it says, and what it says nowhere is not told', async () => {
    const counted = async (payloads: Payload[]) =>
      withLastUsage((await read(payloads)).events).flatMap((event) => (event.type === 'usage' ? [event.value] : []));
    expect(
      await counted([begin({ input_tokens: 0, output_tokens: 0 }), ending('end_turn', { input_tokens: 8 }), over]),
    ).toEqual([{ inputTokens: 8, outputTokens: 0 }]);
    expect(
      await counted([
        begin({ input_tokens: 8, output_tokens: 1 }),
        begin({ input_tokens: 0, output_tokens: 5 }),
        ending('end_turn', null),
        over,
      ]),
    ).toEqual([{ inputTokens: 8, outputTokens: 5 }]);
    expect(await counted([begin(null), ending('end_turn', null), over])).toEqual([]);
  });

  it('counts all that the service sampled for it, of which its own total leaves some out', async () => {
    const iterations = [
      { type: 'compaction', input_tokens: 180_000, output_tokens: 3500, cache_read_input_tokens: 7 },
      { type: 'message', input_tokens: 23_000, output_tokens: 1000 },
      { type: 'message', input_tokens: 100, output_tokens: 10, cache_creation_input_tokens: 5 },
      null,
      { type: 'of a new kind', input_tokens: 'many' },
    ];
    const { events } = await read([
      begin({ input_tokens: 23_000, output_tokens: 1 }),
      ...said(0, 'Hi'),
      ending('end_turn', { input_tokens: 23_100, output_tokens: 1010, iterations }),
      over,
    ]);
    expect(withLastUsage(events)).toContainEqual({
      type: 'usage',
      value: {
        inputTokens: 203_100,
        outputTokens: 4510,
        cacheCreationInputTokens: 5,
        cacheReadInputTokens: 7,
      },
    });
  });

  it.each([
    ['in a block', [start(0, { type: 'text', text: '' }), text(0, 'One ')], 'msg_2'],
    ['after a block', said(0, 'One '), 'msg_2'],
    ['in a call', [...said(0, 'One '), start(1, { type: 'tool_use', id: 'a', name: 'find', input: {} })], 'msg_2'],
    ['under the same name', [start(0, { type: 'text', text: '' }), text(0, 'One ')], 'msg_1'],
    ['after the reason to stop', [...said(0, 'One '), ending()], 'msg_2'],
  ])('in which another message begins %s is an error, and what came of it is kept', async (_where, before, id) => {
    const { events, thrown } = await read([begin(), ...before, begin(undefined, { id }), ...said(0, 'two'), over]);
    expect(textOf(events)).toBe('One ');
    expect(gist(events).tools).toEqual([]);
    expect(events.some(({ type }) => type === 'stop')).toBe(false);
    expect(thrown).toMatchObject({
      code: 'provider-error',
      message: '127.0.0.1:9 began another answer in the middle of this one.',
    });
  });

  it('keeps a call together when its beginning comes again in the middle', async () => {
    const call = start(0, { type: 'tool_use', id: 'a', name: 'find', input: {} });
    const pieces = [call, json(0, '{"q":'), call, json(0, '1}'), stop(0)];
    const { events } = await read([begin(), ...pieces, ending('tool_use'), over]);
    expect(gist(events).tools).toEqual([{ id: 'a', name: 'find', input: '{"q":1}', isInputComplete: true }]);
    expect(gist(events).rest.map(({ type }) => type)).toEqual(['usage', 'stop']);
  });

  it('of a refusal that says nothing and is not said to be over ends', async () => {
    const { events, thrown } = await read([begin(), ending('refusal')]);
    expect(thrown).toBeNull();
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'refusal' });
  });

  it('tells a call once that its beginning holds already', async () => {
    const content = [{ type: 'tool_use', id: 'a', name: 'find', input: { q: 1 } }];
    const { events } = await read([
      begin(undefined, { content }),
      ...called(0, 'a', '{"q":1}'),
      ending('tool_use'),
      over,
    ]);
    expect(events.filter(({ type }) => type === 'tool-use')).toHaveLength(2);
    expect(gist(events).tools).toEqual([{ id: 'a', name: 'find', input: '{"q":1}', isInputComplete: true }]);
  });

  it('passes over what the service does itself', async () => {
    const { events, thrown } = await read([
      begin(),
      ...said(0, 'Let me look. '),
      start(1, { type: 'server_tool_use', id: 'srv', name: 'web_search', input: {} }),
      json(1, '{"query":"x"}'),
      stop(1),
      start(2, {
        type: 'web_search_tool_result',
        tool_use_id: 'srv',
        content: [{ type: 'web_search_result', url: 'x' }],
      }),
      stop(2),
      start(3, { type: 'mcp_tool_use', id: 'mcp', name: 'x', server_name: 'y', input: {} }),
      json(3, '{'),
      stop(3),
      start(4, { type: 'bash_code_execution_tool_result', content: { type: 'x', stdout: 'no' } }),
      stop(4),
      ...said(5, 'Found.'),
      ending(),
      over,
    ]);
    expect(thrown).toBeNull();
    expect(gist(events)).toMatchObject({ text: 'Let me look. Found.', tools: [] });
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
  });

  it.each([
    ['no arguments', [start(0, { type: 'tool_use', id: 'a', name: 'find', input: {} }), json(0, ''), stop(0)], '{}'],
    [
      'its arguments in the start',
      [start(0, { type: 'tool_use', id: 'a', name: 'find', input: { q: 1 } }), stop(0)],
      '{"q":1}',
    ],
  ])('has a call with %s', async (_what, payloads, input) => {
    const { events } = await read([begin(), ...payloads, ending('tool_use'), over]);
    expect(gist(events).tools).toEqual([{ id: 'a', name: 'find', input, isInputComplete: true }]);
  });

  it('says which call has arguments that are not JSON', async () => {
    const { events } = await read([begin(), ...called(0, 'a', '{"q":'), ending('max_tokens'), over]);
    expect(events.slice(-3)).toMatchObject([
      { type: 'tool-use-json-parse-error', value: { id: 'a', toolName: 'find', rawInput: '{"q":' } },
      { type: 'usage' },
      { type: 'stop', value: 'max-tokens' },
    ]);
  });
});
