import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { AskedEvents, FollowedEvents } from '../../../../shared/contract/extension-api/extension-events.ts';
import type { ExtensionMethods } from '../../../../shared/contract/extensions/exthost-api.ts';
import { registeredSchema } from '../../../../shared/contract/extensions/manifest.ts';
import { eventNames } from '../../../../shared/contract/extensions/thread-events.ts';
import type { CompletionRequest, RequestMessage } from '../../../../shared/contract/provider.ts';
import type { MainAnswers } from '../../../test-support/connect-context.ts';
import { loadScript } from '../../../test-support/load-script.ts';

const signal = new AbortController().signal;

/** A script that has these handlers, by the names of their events: the bodies of functions of `event` and `ctx`. */
async function handling(handlers: Readonly<Record<string, string>>, answers: MainAnswers = {}) {
  const source = Object.entries(handlers).map(([name, body]) => `zi.on("${name}", function(event, ctx) ${body} end)`);
  const its = await loadScript(source.join('\n'), { answers });
  const ask = <N extends keyof AskedEvents>(id: N, event: AskedEvents[N], until = signal) =>
    its.api.events.ask({ id, threadId: 'thread', event } as ExtensionMethods['event.ask']['params'], until);
  const tell = <N extends keyof FollowedEvents>(id: N, event: FollowedEvents[N]) =>
    its.api.events.tell({ id, threadId: 'thread', event } as ExtensionMethods['event.tell']['params'], signal);
  return { ...its, ask, tell };
}

/** What a handler with this body makes of an event. */
async function made<N extends keyof AskedEvents>(name: N, event: AskedEvents[N], body: string, answers?: MainAnswers) {
  const { ask } = await handling({ [name]: body }, answers);
  const { outcome, failures } = await ask(name, event);
  expect(failures).toEqual([]);
  return outcome;
}

const toolCall = { callId: 'c', name: 'files__delete', input: { path: 'a', deep: { none: null, list: [] } } };
const toolResult = { callId: 'c', name: 'count', input: {}, text: 'two', isError: false, details: { n: 2 } };
const start = { prompt: 'p', images: 1, instructions: 'Be kind.', added: '', tools: ['count'], skills: ['knots'] };
const bash = { command: 'ls', isTold: false };
const folder: MainAnswers = { 'workspace.folder': () => ({ path: '/work', name: 'work' }) };

describe('zi.on', () => {
  test('declares the events, each once, and none that the app does not send', async () => {
    const { registered } = await handling({ tool_call: '', message: '', session_shutdown: '' });
    expect(registered?.events).toEqual({ tool_call: {}, message_end: {} });
    expect(registeredSchema.safeParse(registered).success).toBe(true);
  });

  test('has every event of the app, and names them to who asks for another', async () => {
    const all = Object.fromEntries(eventNames.map((name) => [name, '']));
    expect(Object.keys((await handling(all)).registered?.events ?? {}).sort()).toEqual([...eventNames].sort());
    const names = [...eventNames, 'session_shutdown'].sort().join(', ');
    await expect(handling({ tool_cal: '' })).rejects.toThrow(`zi.on: there is no event tool_cal. There are ${names}`);
  });

  test('gives a handler its thread, and the order in which they were registered', async () => {
    const body = 'print(event.type, event.turn_index, ctx.session.info().id)';
    const { tell, logged } = await handling(
      { turn_start: body },
      {
        'thread.info': ({ threadId }) => ({
          id: threadId,
          title: '',
          folder: null,
          startedAt: 1,
          at: 1,
          model: null,
          messages: 0,
          tokens: 0,
        }),
      },
    );
    await tell('turn_start', { answerId: 'a', turn: 0 });
    await vi.waitFor(() => expect(logged()).toEqual(['turn_start\t0\tthread']));

    const two = await loadScript(`
      zi.on("tool_call", function(event) event.input.first = true end)
      zi.on("tool_call", function(event) return { input = { seen = event.input.first } } end)`);
    expect(await two.api.events.ask({ id: 'tool_call', threadId: 't', event: toolCall }, signal)).toEqual({
      outcome: { input: { seen: true } },
      failures: [],
    });
  });

  test('is over with its call when nobody waits any more', async () => {
    const { ask } = await handling(
      { tool_call: 'ctx.ui.confirm("Sure?") return { block = true }' },
      {
        'window.confirm': () => new Promise(() => {}),
      },
    );
    const stopping = new AbortController();
    const asking = ask('tool_call', toolCall, stopping.signal);
    stopping.abort();
    await expect(asking).rejects.toThrow('the call was stopped');
  });
});

const samples = new URL('../../../../../docs/extensions/samples/', import.meta.url);

describe('a gate before a tool', () => {
  const gate = readFileSync(new URL('careful/extensions/careful.lua', samples), 'utf8');
  const removing = { ...toolCall, name: 'workspace_tools__delete', input: { path: 'src' } };
  const running = (line: string) => ({ name: 'workspace_tools__run_command', input: { line } });

  test.each<[object, boolean, object]>([
    [removing, true, {}],
    [removing, false, { block: 'The person wants to keep it. Ask them what may go.' }],
    [running('cd src; rm *'), false, { block: expect.stringContaining('keep it') }],
    [running('npm run farm'), false, {}],
    [{ name: 'workspace_tools__delete', input: {} }, false, { block: expect.stringContaining('keep it') }],
  ])('that of the docs asks the person about %j: %j', async (call, yes, outcome) => {
    const { api, asked } = await loadScript(gate, { answers: { 'window.confirm': () => yes } });
    const event = { ...toolCall, ...call };
    const answered = await api.events.ask({ id: 'tool_call', threadId: 'thread', event }, signal);
    expect(answered).toEqual({ outcome, failures: [] });
    if (call === removing) expect(asked).toContainEqual(['window.confirm', { title: 'Let it delete?', text: 'src' }]);
  });

  test('that of the docs tells models of itself', async () => {
    const { api } = await loadScript(gate);
    const asked = await api.events.ask({ id: 'before_agent_start', threadId: 'thread', event: start }, signal);
    expect(asked.outcome).toEqual({ instructions: 'Be kind.\n\nSay why before you delete anything.' });
  });

  test('sees every call, whatever a model gives it', async () => {
    let deep: unknown = 'end';
    for (let n = 0; n < 100; n += 1) deep = { deep };
    const input = { big: 2 ** 60, half: '\ud800', deep };
    const body = 'if event.input.big ~= "1152921504606847000" then return { block = "another" } end';
    expect(await made('tool_call', { ...toolCall, input }, body)).toEqual({});
  });

  test('sees what a tool of the app is given, though a model says something else by the name that zi has for it', async () => {
    const name = 'workspace_tools__run_command';
    const body = 'if event.input.command:find("rm") then return { block = "no" } end';
    for (const input of [
      { line: 'rm a', command: 'ls' },
      { command: 'ls', line: 'rm a' },
    ]) {
      expect(await made('tool_call', { ...toolCall, name, input }, body)).toEqual({ block: 'no' });
    }
  });
});

describe('an event that is asked about', () => {
  test.each<[string, object]>([
    ['return', {}],
    ['return {}', {}],
    ['return { block = false }', {}],
    ['return { block = true }', { block: 'An extension stopped it.' }],
    ['return { block = "no" }', { block: 'no' }],
    ['return { block = true, reason = ("x"):rep(2000) }', { block: 'x'.repeat(1000) }],
    ['event.input = { path = "b" }', { input: { path: 'b' } }],
    ['event.args = { path = "b" }', { input: { path: 'b' } }],
    ['event.args.path = "b"', { input: { path: 'b', deep: { list: [] } } }],
    ['event.input.path = "b" return { input = { path = "c" } }', { input: { path: 'c' } }],
    ['return { input = event.input }', {}],
  ])('tool_call may: %s', async (body, outcome) => {
    expect(await made('tool_call', toolCall, body)).toEqual(outcome);
  });

  test.each<[string, object]>([
    ['return { content = event.content[1].text .. event.input.n }', { text: 'two3' }],
    ['return { content = { { type = "text", text = "a" }, "b" } }', { text: 'a\nb' }],
    ['event.content[1].text = "mine"', { text: 'mine' }],
    ['return { isError = true, details = zi.null }', { isError: true, details: null }],
    ['event.isError = not event.is_error', { isError: true }],
    ['event.details.n = 3', { details: { n: 3 } }],
    ['return { content = event.content, details = event.details, is_error = false }', {}],
  ])('tool_result may: %s', async (body, outcome) => {
    expect(await made('tool_result', { ...toolResult, input: { n: 3 } }, body)).toEqual(outcome);
  });

  test.each<[string, object]>([
    ['return { action = "continue" }', {}],
    [
      'return { action = "transform", text = event.text .. "!" .. event.images .. event.source }',
      { text: 'hi!2interactive' },
    ],
    ['return { action = "handled", text = "x" }', { handled: '' }],
    ['return { action = "handled", reply = "done" }', { handled: 'done' }],
    ['event.text = "ho"', { text: 'ho' }],
  ])('input may: %s', async (body, outcome) => {
    expect(await made('input', { text: 'hi', images: 2 }, body)).toEqual(outcome);
  });

  test.each<[string, object]>([
    [
      'return { system_prompt = event.system_prompt .. event.system_prompt_options.cwd }',
      { instructions: 'Be kind./work' },
    ],
    ['event.systemPrompt = event.systemPromptOptions.selected_tools[1]', { instructions: 'count' }],
    ['return { system_prompt = event.system_prompt_options.skills[1] }', { instructions: 'knots' }],
    ['return { message = { custom_type = "x", content = "Look.", display = true } }', { added: 'before\n\nLook.' }],
    ['return { message = { content = { { type = "text", text = event.prompt } } } }', { added: 'before\n\np' }],
    ['return { message = "" }', {}],
  ])('before_agent_start may: %s', async (body, outcome) => {
    expect(await made('before_agent_start', { ...start, added: 'before' }, body, folder)).toEqual(outcome);
  });

  test.each<[string, object]>([
    [
      'return { command = event.command .. " " .. event.cwd .. tostring(event.exclude_from_context) }',
      { command: 'ls /worktrue' },
    ],
    ['return { block = true, reason = "no" }', { block: 'no' }],
    ['return { result = { output = "a" } }', { handled: 'a' }],
    ['return { result = { output = "a", exit_code = 2 } }', { handled: 'a\nExit code 2' }],
  ])('user_bash may: %s', async (body, outcome) => {
    expect(await made('user_bash', bash, body, folder)).toEqual(outcome);
  });

  test('of a session may be cancelled', async () => {
    const cancel = 'return { cancel = true, reason = event.reason .. tostring(event.target) }';
    expect(await made('session_before_switch', { threadId: null }, cancel)).toEqual({ block: 'newnil' });
    expect(await made('session_before_switch', { threadId: 't' }, cancel)).toEqual({ block: 'resumet' });
    expect(await made('session_before_switch', { threadId: 't' }, 'return { cancel = true }')).toEqual({
      block: 'An extension stopped it.',
    });
    const fork = 'return { cancel = event.entry_id == "p" }';
    expect(await made('session_before_fork', { promptId: 'p' }, fork)).toEqual({ block: 'An extension stopped it.' });
  });

  test.each([
    ['return { blok = true }', 'zi.on tool_call: there is no blok to return. There are block, input, reason'],
    ['return true', 'zi.on tool_call: the handler returned a boolean. Return nothing, or a table with some of: block'],
    ['return { input = 5 }', 'zi.on tool_call: input must be a table, not a number'],
    ['event.input.run = print', 'a function cannot be passed: event result.input.run'],
    ['error("no idea")', 'no idea'],
  ])('is passed over, with the line, after: %s', async (body, reason) => {
    const { ask } = await handling({ tool_call: body });
    const { outcome, failures } = await ask('tool_call', toolCall);
    expect(outcome).toEqual({});
    expect(failures).toEqual([expect.stringContaining(`extensions/hello.lua:1: ${reason}`)]);
  });
});

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
    ['{ 5 }', 'messages[1] must be a table'],
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

describe('what has happened', () => {
  const call = { id: 'c', name: 'count', input: '{"n":1}', output: '2', details: '{"d":1}', isError: false };
  const message = { id: 'm', role: 'assistant', text: 'hello', thinking: 'hm', model: 'x:y/z' } as const;

  test.each<[keyof FollowedEvents, FollowedEvents[keyof FollowedEvents], string, string[]]>([
    ['session_start', { reason: 'resume' }, 'event.reason', ['resume']],
    ['model_select', { model: 'a:b/c', previous: null }, 'event.model, event.previous_model', ['a:b/c\tnil']],
    ['agent_start', { promptId: 'p', answerId: 'a', model: 'm' }, 'event.prompt_id, event.entry_id', ['p\ta']],
    ['agent_end', { answerId: 'a', answer: null }, '#event.messages', ['0']],
    [
      'agent_end',
      {
        answerId: 'a',
        answer: { id: 'a', at: 1, text: 'hi', type: 'answer', model: 'm', calls: [call], end: 'stopped' },
      },
      'event.messages[1].role, event.messages[1].tool_calls[1].output, event.messages[1].stop_reason',
      ['assistant\t2\tstopped'],
    ],
    [
      'turn_end',
      { answerId: 'a', turn: 1, message, calls: [call] },
      'event.turnIndex, event.message.content[2].text, event.tool_results[1].toolName, event.toolResults[1].content[1].text',
      ['1\thello\tcount\t2'],
    ],
    [
      'message_start',
      { message },
      'event.message.role, event.message.entry_id, event.message.model',
      ['assistant\tm\tx:y/z'],
    ],
    [
      'message_update',
      { message, delta: { text: 'lo', thinking: 'm' } },
      'event.assistantMessageEvent.type, event.assistant_message_event.delta',
      ['thinking_delta\tm', 'text_delta\tlo'],
    ],
    ['message_end', { message }, 'event.type, event.message.content[1].thinking', ['message_end\thm']],
    ['tool_execution_start', { answerId: 'a', call }, 'event.toolName, event.args.n', ['count\t1']],
    ['tool_execution_update', { answerId: 'a', call }, 'event.partialResult.content[1].text', ['2']],
    [
      'tool_execution_end',
      { answerId: 'a', call: { ...call, input: '{"cut', isError: true } },
      'event.tool_call_id, event.args, event.result.details.d, event.isError',
      ['c\t{"cut\t1\ttrue'],
    ],
  ])('is told: %s, %j', async (name, event, values, lines) => {
    const { tell, logged } = await handling({ [name]: `print(${values}) return "nothing"` });
    await tell(name, event);
    await vi.waitFor(() => expect(logged()).toEqual(lines));
  });

  test('has another name as a message', async () => {
    const { tell, logged } = await handling({ message: 'print(event.message.role)' });
    await tell('message_end', { message });
    await vi.waitFor(() => expect(logged()).toEqual(['assistant']));
  });
});

describe('a tool', () => {
  const gate = 'if event.tool_name == "bash" then event.args.command = "nice " .. event.args.command end';

  test.each([
    ['workspace_tools__run_command', { line: 'ls', cwd: 'src' }, { input: { line: 'nice ls', cwd: 'src' } }],
    ['other__run_command', { line: 'ls' }, {}],
  ])('of the app is called and given what zi calls it: %s', async (name, input, outcome) => {
    expect(await made('tool_call', { callId: 'c', name, input }, gate)).toEqual(outcome);
  });

  test('of an extension has the name that it was registered by, and the one that models are told', async () => {
    const body = 'return { block = event.tool_name .. " " .. event.tool_id }';
    expect(await made('tool_call', { ...toolCall, name: 'my_words__count__all' }, body)).toEqual({
      block: 'count__all my_words__count__all',
    });
  });
});
