import { describe, expect, it } from 'vitest';
import { createHttp } from '../../../src/exthost/api/http/http.ts';
import { gist, withLastUsage } from '../cut-answers.ts';
import { outcome, textOf } from '../extension-harness.ts';
import {
  answerBy,
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
    const refused = { ...ending('refusal'), delta: { stop_reason: 'refusal', stop_details: { category: 'cyber' } } };
    expect((await read([begin(), refused, over])).events.at(-1)).toEqual({ type: 'stop', value: 'refusal' });
    const { events } = await read([begin(), ...called(0, 'a', '{}'), refused, over]);
    expect(events.at(-1)).toEqual({ type: 'stop', value: 'refusal' });
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
    [
      'has its beginning in the middle again',
      [begin(), start(0, { type: 'text', text: '' }), begin(), ...plain.slice(2)],
    ],
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
  ] as [string, Payload[]][])('%s', async (_what, payloads) => {
    const { events, thrown } = await read(payloads);
    expect({ events: withLastUsage(events), thrown }).toEqual({ events: usual, thrown: null });
  });

  it('ends at once after its last event, though the service keeps the connection open', async () => {
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(wireOf(plain)),
      cancel() {
        isCancelled = true;
      },
    });
    const { events } = await outcome(answerBy(createHttp(async () => new Response(body))));
    expect(withLastUsage(events)).toEqual(usual);
    expect(isCancelled).toBe(true);
  });

  it('without any reason to stop ends when its blocks are whole', async () => {
    expect((await read([begin(), ...said(0, 'Hi')])).events.at(-1)).toEqual({ type: 'stop', value: 'end-turn' });
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
        begin({ input_tokens: 8, output_tokens: 1 }, { id: 'msg_1' }),
        begin({ input_tokens: 0, output_tokens: 5 }, { id: 'msg_2' }),
        ending('end_turn', null),
        over,
      ]),
    ).toEqual([{ inputTokens: 8, outputTokens: 5 }]);
    expect(await counted([begin(null), ending('end_turn', null), over])).toEqual([]);
  });

  it('that another message is spliced into is read as one', async () => {
    const { events } = await read([
      begin(),
      start(0, { type: 'text', text: '' }),
      text(0, 'One '),
      begin({ input_tokens: 30, output_tokens: 2 }, { id: 'msg_2' }),
      ...said(0, 'two'),
      ...called(1, 'a', '{"q":1}'),
      ending('tool_use'),
      over,
    ]);
    expect(textOf(events)).toBe('One two');
    expect(gist(events).tools).toHaveLength(1);
    expect(gist(events).rest).toEqual([
      { type: 'usage', value: { inputTokens: 30, outputTokens: 9 } },
      { type: 'stop', value: 'tool-use' },
    ]);
  });

  it('keeps a call together when its beginning, or that of the message, comes again in the middle', async () => {
    const call = start(0, { type: 'tool_use', id: 'a', name: 'find', input: {} });
    for (const again of [begin(), call]) {
      const { events } = await read([
        begin(),
        call,
        json(0, '{"q":'),
        again,
        json(0, '1}'),
        stop(0),
        ending('tool_use'),
        over,
      ]);
      expect(gist(events).tools).toEqual([{ id: 'a', name: 'find', input: '{"q":1}', isInputComplete: true }]);
      expect(gist(events).rest.map(({ type }) => type)).toEqual(['usage', 'stop']);
    }
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
