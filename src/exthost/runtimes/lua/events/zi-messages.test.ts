import { describe, expect, test, vi } from 'vitest';
import type { CompletionRequest, RequestMessage } from '../../../../shared/contract/provider.ts';
import { handling, made } from '../../../test-support/handle-events.ts';

const messages: RequestMessage[] = [
  { role: 'system', content: [{ type: 'text', value: 'Be kind.' }], cache: true },
  {
    role: 'user',
    content: [
      { type: 'text', value: 'look\ud800' },
      { type: 'image', value: { source: 'aGk=', width: 2, height: 1 } },
    ],
    cache: false,
  },
  {
    role: 'assistant',
    content: [
      { type: 'thinking', value: { text: 'hm', signature: 's' } },
      { type: 'redacted-thinking', value: 'r' },
      { type: 'text', value: 'I look' },
      {
        type: 'tool-use',
        value: {
          id: 'c',
          name: 'x',
          input: '{ "b": 1.0, "a": [], "n": null }',
          thoughtSignature: 't',
          isInputComplete: true,
        },
      },
      { type: 'tool-use', value: { id: 'd', name: 'x', input: '{"cut', isInputComplete: false } },
    ],
    cache: false,
    reasoningDetails: '[{"x":1}]',
  },
  {
    role: 'user',
    content: [
      {
        type: 'tool-result',
        value: { toolUseId: 'c', toolName: 'x', isError: false, content: { type: 'text', value: '1' } },
      },
      {
        type: 'tool-result',
        value: { toolUseId: 'd', toolName: 'x', isError: true, content: { type: 'image', value: { source: 'aGk=' } } },
      },
      { type: 'text', value: 'and now?' },
    ],
    cache: true,
  },
];
/** Returns the same in tables of its own. */
const copied = `
  local function copy(value)
    if type(value) ~= "table" then return value end
    local made = {}
    for key, inner in pairs(value) do made[key] = copy(inner) end
    return made
  end `;

describe('the messages of a request', () => {
  test('are those that a script of zi knows', async () => {
    const { ask, logged } = await handling({
      context: `for _, message in ipairs(event.messages) do
        local kinds = {}
        for _, part in ipairs(message.content) do kinds[#kinds + 1] = part.type end
        print(message.role, table.concat(kinds, " "), message.toolCallId, message.tool_name, message.is_error)
      end
      local said = event.messages[3].content
      print(said[1].thinking, said[3].text, said[4].arguments.b, said[5].arguments, event.messages[2].content[2].data)`,
    });
    expect(await ask('context', { messages })).toEqual({ outcome: {}, failures: [] });
    await vi.waitFor(() =>
      expect(logged()).toEqual([
        'system\ttext\tnil\tnil\tnil',
        'user\ttext image\tnil\tnil\tnil',
        'assistant\tthinking thinking text toolCall toolCall\tnil\tnil\tnil',
        'toolResult\ttext\tc\tx\tfalse',
        'toolResult\timage\td\tx\ttrue',
        'user\ttext\tnil\tnil\tnil',
        'hm\tI look\t1\t{"cut\timage:1',
      ]),
    );
  });

  test('come back as they were beside what a script changes', async () => {
    const add = `local list = copy(event.messages)
      table.insert(list, 2, { role = "user", content = "first" })
      list[#list].content[2] = { type = "text", text = "quickly" }
      return { messages = list }`;
    const [system, user, assistant, results] = messages as [
      RequestMessage,
      RequestMessage,
      RequestMessage,
      RequestMessage,
    ];
    expect(await made('context', { messages }, copied + add)).toEqual({
      messages: [
        system,
        { role: 'user', content: [{ type: 'text', value: 'first' }], cache: false },
        user,
        assistant,
        { ...results, content: [...results.content, { type: 'text', value: 'quickly' }] },
      ],
    });
  });

  test('come back as they were, however deep a call goes', async () => {
    const input = `${'['.repeat(100)}${']'.repeat(100)}`;
    const call: RequestMessage = {
      role: 'assistant',
      content: [{ type: 'tool-use', value: { id: 'c', name: 'x', input, isInputComplete: true } }],
      cache: false,
    };
    const add = 'table.insert(event.messages, { role = "user", content = "more" })';
    expect(await made('context', { messages: [call] }, add)).toMatchObject({ messages: [call, { role: 'user' }] });
  });

  test.each<[string, RequestMessage[]]>([
    ['event.messages = {}', []],
    ['for n = #event.messages, 2, -1 do event.messages[n] = nil end', messages.slice(0, 1)],
    [
      'return { messages = { { role = "toolResult", toolCallId = "c", toolName = "x", content = "1" }, { role = "toolResult", tool_call_id = "d", tool_name = "x", content = { { type = "image", data = "bmV3" } }, is_error = true } } }',
      [
        {
          role: 'user',
          content: [
            {
              type: 'tool-result',
              value: { toolUseId: 'c', toolName: 'x', isError: false, content: { type: 'text', value: '1' } },
            },
            {
              type: 'tool-result',
              value: {
                toolUseId: 'd',
                toolName: 'x',
                isError: true,
                content: { type: 'image', value: { source: 'bmV3' } },
              },
            },
          ],
          cache: false,
        },
      ],
    ],
    [
      `local said = event.messages[3]
       said.content = { { type = "thinking", thinking = "hm, hm", signature = "s" }, { type = "toolCall", id = "c", name = "y", arguments = { a = 1 } } }
       event.messages = { said }`,
      [
        {
          ...(messages[2] as RequestMessage),
          content: [
            { type: 'thinking', value: { text: 'hm, hm' } },
            { type: 'tool-use', value: { id: 'c', name: 'y', input: '{"a":1}', isInputComplete: true } },
          ],
        },
      ],
    ],
  ])('may be others: %s', async (body, list) => {
    expect(await made('context', { messages }, body)).toEqual({ messages: list });
  });

  test.each([
    ['{ 5 }', 'extensions/hello.lua:1: zi.on context: messages[1] must be a table, not a number'],
    // A place in the list is how the host is told of one that stays.
    ['{ event.messages[1], 1 }', 'extensions/hello.lua:1: zi.on context: messages[2] must be a table, not a number'],
    ['{ a = event.messages[1] }', 'messages must be a list'],
    ['{ { role = "tool", content = "x" } }', 'messages[1]: role is one of user, assistant, system, toolResult'],
    ['{ { role = "user" } }', 'messages[1].content must be a table'],
    [
      '{ { role = "user", content = { { type = "video" } } } }',
      'messages[1].content[1]: type is one of text, thinking, toolCall, image',
    ],
    ['{ { role = "user", content = { { type = "text" } } } }', 'messages[1].content[1].text must be a text'],
    ['{ { role = "toolResult", content = "x" } }', 'messages[1].tool_call_id must be a text'],
  ])('are refused where they are none: %s', async (list, reason) => {
    const { ask } = await handling({ context: `return { messages = ${list} }` });
    expect((await ask('context', { messages })).failures).toEqual([reason]);
  });
});

describe('a request', () => {
  const request: CompletionRequest = { messages, tools: [], stopSequences: [], thinkingAllowed: true, temperature: 1 };
  const event = { model: 'x:y/z', request };

  test.each<[string, object]>([
    ['', {}],
    ['return event.payload', {}],
    ['return { payload = event.payload }', {}],
    ['event.payload.temperature = 0.5', { request: { ...request, temperature: 0.5 } }],
    [
      'local all = event.payload all.temperature = nil all.maxTokens = 5 return all',
      {
        request: { messages, tools: [], stopSequences: [], thinkingAllowed: true, maxTokens: 5 },
      },
    ],
    [
      'event.payload.messages = { event.payload.messages[2] } event.payload.messages[1].content[1].value = event.model',
      {
        request: {
          ...request,
          messages: [
            {
              role: 'user',
              content: [
                { type: 'text', value: 'x:y/z' },
                { type: 'image', value: { source: 'aGk=', width: 2, height: 1 } },
              ],
              cache: false,
            },
          ],
        },
      },
    ],
  ])('may be another: %s', async (body, outcome) => {
    expect(await made('before_provider_request', event, body)).toEqual(outcome);
  });
});
