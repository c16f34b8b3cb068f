import { describe, expect, it } from 'vitest';
import type { CompletionRequest, MessageContent, RequestMessage } from '../../../../src/shared/contract/provider.ts';
import { ask } from '../../extension-harness.ts';
import { image, shown, text } from '../../requests.fixture.ts';
import { countedBody, requestBody, withoutRefused } from '../request.js';
import { traitsOf } from '../traits.js';

const body = (request: CompletionRequest, model = 'claude-sonnet-5-5') => requestBody(model, request, traitsOf(model));
const talk = (...messages: RequestMessage[]) => body(ask('', { messages }));
const user = (content: MessageContent[], cache = false): RequestMessage => ({ role: 'user', content, cache });
const assistant = (content: MessageContent[], cache = false): RequestMessage => ({ role: 'assistant', content, cache });
const use = (id: string, input = '{"q":1}'): MessageContent => ({
  type: 'tool-use',
  value: { id, name: 'find', input, isInputComplete: true },
});
const result = (id: string, value = 'found', isError = false): MessageContent => ({
  type: 'tool-result',
  value: { toolUseId: id, toolName: 'find', isError, content: { type: 'text', value } },
});
const thought = (value: string, signature?: string): MessageContent => ({
  type: 'thinking',
  value: { text: value, ...(signature !== undefined && { signature }) },
});
const tool = {
  name: 'find',
  description: 'Finds',
  inputSchema: '{"type":"object","properties":{"q":{"type":"number"}}}',
};
const png = 'iVBORw0KGgo=';

describe('the messages', () => {
  it('are those of the thread, with what the system says apart', () => {
    const request = talk(
      { role: 'system', content: [text('Be kind.')], cache: false },
      user([text('Hi'), image('/9j/4AAQ')]),
      assistant([text('Hello')]),
      user([text('Go')]),
    );
    expect(request.system).toEqual([{ type: 'text', text: 'Be kind.' }]);
    const source = { type: 'base64', media_type: 'image/jpeg', data: '/9j/4AAQ' };
    expect(request.messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Hi' },
          { type: 'image', source },
        ],
      },
      { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
      { role: 'user', content: [{ type: 'text', text: 'Go' }] },
    ]);
  });

  it('keep calls apart whose ids look the same to the service', () => {
    const { messages } = talk(
      user([text('Go')]),
      assistant([use('a.b'), use('a_b')]),
      user([result('a_b'), result('a.b')]),
    );
    const [, asked, answered] = messages.map(({ content }) => content.map((block) => block.id ?? block.tool_use_id));
    expect(asked).toEqual(['a_b-2', 'a_b']);
    expect(answered).toEqual(['a_b', 'a_b-2']);
  });

  it('hold what was thought in its order, with its signature, but not at the end', () => {
    const { messages } = talk(
      user([text('Go')]),
      assistant([
        thought('one '),
        thought('and'),
        thought('', 'c2lnMQ'),
        { type: 'redacted-thinking', value: 'aGlkZGVu' },
        thought('of another service'),
        text('So'),
        thought('', 'c2lnMg'),
        use('a'),
      ]),
      user([result('a')]),
      assistant([text('Done'), thought('left', 'c2lnMw')]),
    );
    expect(messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 'one and', signature: 'c2lnMQ' },
      { type: 'redacted_thinking', data: 'aGlkZGVu' },
      { type: 'text', text: 'So' },
      { type: 'thinking', thinking: '', signature: 'c2lnMg' },
      { type: 'tool_use', id: 'a', name: 'find', input: { q: 1 } },
    ]);
    expect(messages[3]?.content).toEqual([{ type: 'text', text: 'Done' }]);
  });

  it('hold calls with their results, which come first, and neither without the other', () => {
    const { messages } = talk(
      assistant([use('a'), use('lost'), use('b:1', '')]),
      user([text('And?'), result('a'), result('b:1', 'no such file', true), result('unknown'), result('a:2')]),
    );
    expect(messages[0]?.content).toEqual([
      { type: 'tool_use', id: 'a', name: 'find', input: { q: 1 } },
      { type: 'tool_use', id: 'b_1', name: 'find', input: {} },
    ]);
    expect(messages[1]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'found' }] },
      { type: 'tool_result', tool_use_id: 'b_1', content: [{ type: 'text', text: 'no such file' }], is_error: true },
      { type: 'text', text: 'And?' },
    ]);
  });

  it('hold an image that a tool returned', () => {
    const { messages } = talk(assistant([use('a')]), user([shown('a', png)]));
    const source = { type: 'base64', media_type: 'image/png', data: png };
    expect(messages[1]?.content).toEqual([
      { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'image', source }] },
    ]);
  });

  it('take turns: what one side says twice is one message, and what is empty is none', () => {
    const { messages } = talk(user([text('One')]), assistant([text(' \n')]), user([text('Two')]), user([]));
    expect(messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'One' },
          { type: 'text', text: 'Two' },
        ],
      },
    ]);
  });
});

describe('what is cached', () => {
  const cached = { cache_control: { type: 'ephemeral' } };

  it('is marked at the end of its message and of the tools', () => {
    const messages = [
      { role: 'system' as const, content: [text('Be kind.')], cache: true },
      user([text('Hi')]),
      assistant([text('So'), use('a')], true),
      user([result('a')], true),
    ];
    const request = body(ask('', { messages, tools: [{ ...tool, name: 'open' }, tool], cacheTools: true }));
    expect(request.system).toEqual([{ type: 'text', text: 'Be kind.', ...cached }]);
    expect(request.messages.map(({ content }) => content.map((block) => 'cache_control' in block))).toEqual([
      [false],
      [false, true],
      [true],
    ]);
    expect(request.tools?.map((one) => 'cache_control' in one)).toEqual([false, true]);
  });

  it('is marked in four places at most, of which the tools are one: the last ones count', () => {
    const messages = Array.from({ length: 6 }, (_, index) => [user([text(`${index}`)], true), assistant([text('ok')])]);
    const marks = (more: Partial<CompletionRequest>) =>
      body(ask('', { messages: messages.flat(), ...more })).messages.flatMap(({ content }) =>
        content.flatMap((block) => ('cache_control' in block ? [block.text] : [])),
      );
    expect(marks({})).toEqual(['2', '3', '4', '5']);
    expect(marks({ tools: [tool], cacheTools: true })).toEqual(['3', '4', '5']);
  });
});

describe('the tools', () => {
  it('have their schema, and are chosen as asked where the model takes it', () => {
    const chosen = (toolChoice: 'auto' | 'any' | 'none', model: string) =>
      body(ask('Hi', { tools: [tool], toolChoice }), model).tool_choice;
    expect(body(ask('Hi', { tools: [tool] })).tools).toEqual([
      { name: 'find', description: 'Finds', input_schema: JSON.parse(tool.inputSchema) },
    ]);
    expect(chosen('auto', 'claude-sonnet-4-5')).toEqual({ type: 'auto' });
    expect(chosen('any', 'claude-sonnet-4-5')).toEqual({ type: 'any' });
    expect(chosen('none', 'claude-sonnet-4-5')).toEqual({ type: 'none' });
    expect(chosen('any', 'claude-opus-5-5')).toEqual({ type: 'auto' });
    expect(body(ask('Hi', { toolChoice: 'any' }))).not.toHaveProperty('tool_choice');
  });
});

describe('thinking', () => {
  const bound = { block_binding: { prefix_mismatch_behavior: 'drop_block' } };
  it.each([
    ['claude-3-haiku-20240307', undefined, undefined],
    ['claude-3-5-sonnet-20241022', undefined, undefined],
    ['claude-3-7-sonnet-20250219', { type: 'enabled', budget_tokens: 16_000 }, undefined],
    ['claude-opus-4-20250514', { type: 'enabled', budget_tokens: 16_000 }, undefined],
    ['claude-haiku-4-5-20251001', { type: 'enabled', budget_tokens: 16_000 }, undefined],
    ['claude-opus-4-6', { type: 'adaptive' }, undefined],
    ['claude-opus-4-7', { type: 'adaptive', display: 'summarized' }, undefined],
    ['claude-mythos-preview', { type: 'adaptive', display: 'summarized' }, undefined],
    ['claude-sonnet-5', { type: 'adaptive', display: 'summarized' }, { type: 'disabled' }],
    ['claude-sonnet-5-5', { type: 'adaptive', display: 'summarized', ...bound }, { type: 'between_tools' }],
    ['claude-opus-5-5', { type: 'adaptive', display: 'summarized', ...bound }, undefined],
    ['claude-fable-5-1', { type: 'adaptive', display: 'summarized', ...bound }, undefined],
    ['tiny', undefined, undefined],
  ])('of %s is asked for in its own way', (model, allowed, not) => {
    expect(body(ask('Hi'), model).thinking).toEqual(allowed);
    expect(body(ask('Hi', { thinkingAllowed: false }), model).thinking).toEqual(not);
  });

  it('leaves room for the answer, and is not asked for where there is none', () => {
    const model = 'claude-sonnet-4-5';
    expect(body(ask('Hi', { maxTokens: 4000 }), model)).toMatchObject({
      max_tokens: 4000,
      thinking: { budget_tokens: 2000 },
    });
    expect(body(ask('Hi', { maxTokens: 2000 }), model)).not.toHaveProperty('thinking');
  });

  it('with a budget goes without a tool that must be called', () => {
    const forced = ask('Hi', { tools: [tool], toolChoice: 'any' });
    expect(body(forced, 'claude-sonnet-4-5')).not.toHaveProperty('thinking');
    expect(body(forced, 'claude-opus-4-6')).toMatchObject({
      thinking: { type: 'adaptive' },
      tool_choice: { type: 'any' },
    });
  });

  it('goes without a temperature, which newer models never take', () => {
    const warm = { temperature: 1.5 };
    expect(body(ask('Hi', warm), 'claude-sonnet-4-5')).not.toHaveProperty('temperature');
    expect(body(ask('Hi', { ...warm, thinkingAllowed: false }), 'claude-sonnet-4-5').temperature).toBe(1);
    expect(body(ask('Hi', { ...warm, thinkingAllowed: false }))).not.toHaveProperty('temperature');
  });
});

describe('the rest', () => {
  it('is the limit of the model, the stops that say anything, and the stream', () => {
    expect(body(ask('Hi', { maxTokens: 500_000, stopSequences: ['END', '\n'] }))).toMatchObject({
      model: 'claude-sonnet-5-5',
      max_tokens: 128_000,
      stop_sequences: ['END'],
      stream: true,
    });
    expect(body(ask('Hi'), 'claude-3-haiku-20240307').max_tokens).toBe(4096);
    expect(body(ask('Hi')).max_tokens).toBe(64_000);
  });

  it('is not counted', () => {
    const counted = countedBody(body(ask('Hi', { temperature: 1, stopSequences: ['END'], tools: [tool] })));
    expect(Object.keys(counted)).toEqual(['model', 'messages', 'tools', 'thinking']);
  });
});

describe('a refusal', () => {
  const full = body(ask('Hi', { tools: [tool], toolChoice: 'auto' }));
  const older = body(ask('Hi', { temperature: 0.5, thinkingAllowed: false }), 'claude-sonnet-4-5');
  const budget = body(ask('Hi'), 'claude-sonnet-4-5');

  it.each([
    [
      'thinking.block_binding: Extra inputs are not permitted',
      full,
      { thinking: { type: 'adaptive', display: 'summarized' } },
    ],
    [
      'Unexpected value(s) `x` for the `anthropic-beta` header',
      full,
      { thinking: { type: 'adaptive', display: 'summarized' } },
    ],
    ['adaptive thinking is not supported on this model', full, { thinking: undefined, tool_choice: { type: 'auto' } }],
    ['`temperature` is deprecated for this model.', older, { temperature: undefined }],
    ['tool_choice forces tool use is not supported', full, { tool_choice: undefined, thinking: full.thinking }],
    [
      'max_tokens: 64000 > 8192, which is the maximum',
      budget,
      { max_tokens: 8192, thinking: { type: 'enabled', budget_tokens: 4096 } },
    ],
    [
      'input length and `max_tokens` exceed context limit: 190000 + 64000 > 200000, decrease',
      budget,
      { max_tokens: 10_000 },
    ],
  ])('that says “%s” is answered by less', (said, sent, changed) => {
    const less = withoutRefused(sent, said);
    expect(less).toMatchObject(Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined)));
    for (const [key, value] of Object.entries(changed)) if (value === undefined) expect(less).not.toHaveProperty(key);
  });

  it('of what was thought elsewhere is answered without it', () => {
    const said = 'messages.1.content.0: Invalid `signature` in `thinking` block';
    const sent = talk(user([text('Hi')]), assistant([thought('x', 'c2ln'), text('Hello')]), user([text('Go')]));
    const less = withoutRefused(sent, said);
    expect(less?.messages[1]?.content).toEqual([{ type: 'text', text: 'Hello' }]);
    expect(less?.thinking).toEqual(sent.thinking);
  });

  it('of anything else stands, so that no request goes round and round', () => {
    expect(withoutRefused(full, 'model: no such model')).toBeNull();
    expect(withoutRefused(older, 'thinking is not supported')).toBeNull();
    expect(withoutRefused(budget, 'max_tokens: 10 > 900000')).toBeNull();
  });
});
