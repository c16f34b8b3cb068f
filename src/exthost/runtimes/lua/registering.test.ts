import { describe, expect, test, vi } from 'vitest';
import { registeredSchema } from '../../../shared/contract/extensions/manifest.ts';
import type { CompletionEvent } from '../../../shared/contract/provider.ts';
import { emptyRequest as request } from '../../../shared/testing/empty-request.ts';
import { completionOf } from '../../api/completion/polled-completion.ts';
import { loadScript } from '../../test-support/load-script.ts';

test('what has no effect here is passed over, and the log says so with the line', async () => {
  const { registered, logged } = await loadScript(`
    zi.register_tool { name = "t", description = "d", execute = print, render_result = print }
    zi.register_provider("p", { stream = print, models = { { id = "m", compat = {} } } })`);
  expect(registeredSchema.safeParse(registered).success).toBe(true);
  await vi.waitFor(() =>
    expect(logged()).toEqual([
      'extensions/hello.lua:2: zi.register_tool: render_result has no effect in this version of the app',
      'extensions/hello.lua:3: zi.register_provider p: models[1]: compat has no effect in this version of the app',
    ]),
  );
});

test('is limited, as each is kept and sent', async () => {
  const tool = (more: string) => `zi.register_tool { name = "t", description = "d", execute = print, ${more} }`;
  await expect(loadScript(tool('parameters = { type = "object", title = ("x"):rep(2e5) }'))).rejects.toThrow(
    'texts of more than 200 kB cannot be passed: tool.',
  );
  const models = 'local m = {} for n = 1, 6000 do m[n] = { id = "m" .. n } end';
  await expect(loadScript(`${models} zi.register_provider("p", { stream = print, models = m })`)).rejects.toThrow(
    'more than 10,000 values cannot be passed: provider.',
  );
  const many = `for n = 1, 6 do ${tool('parameters = { type = "object", title = ("x"):rep(190000) }').replace('"t"', '"t" .. n')} end`;
  await expect(loadScript(many)).rejects.toThrow('what an extension registers may have 1 MB in all');
});

test('has the name that was looked at, whatever a second look finds', async () => {
  const shy = `
    local looks = 0
    local function name() looks = looks + 1 return looks == 1 and "good" or {} end
    local function made(given)
      looks = 0
      return setmetatable(given, { __index = function(_, key) if key == "name" then return name() end end })
    end`;
  const { registered } = await loadScript(`${shy}
    zi.register_tool(made { description = "d", execute = print })
    zi.register_command(made { handler = print })`);
  expect([registered?.tools, registered?.commands].map((table) => Object.keys(table ?? {}))).toEqual([
    ['good'],
    ['good'],
  ]);
});

test('answers a command with the text that was looked at', async () => {
  const { command } = await loadScript(`
    zi.register_command("c", { handler = function()
      local looks = 0
      return setmetatable({}, { __index = function() looks = looks + 1 return looks == 1 and "first" or {} end })
    end })`);
  expect(await command('c')).toEqual({ prompt: 'first' });
});

test('offers the arguments of a command while one is typed', async () => {
  const { registered, api } = await loadScript(`
    local function offered(argument, ctx)
      if argument == "none" then return nil end
      return { argument, { value = "b c", label = "B", description = "Second", runs = true }, { value = "d" } }
    end
    zi.register_command("c", { handler = print, get_argument_completions = offered })
    zi.register_command { name = "d", handler = print, complete = offered, argument_hint = "<which>" }
    zi.register_command("e", { handler = print, complete = function() return "x" end })
    zi.register_command("f", { handler = print })`);
  const hints = Object.entries(registered?.slash_commands ?? {}).map(([id, { argument }]) => [id, argument]);
  expect(hints).toEqual([
    ['c', '<argument>'],
    ['d', '<which>'],
    ['e', '<argument>'],
    ['f', ''],
  ]);
  const complete = (id: string, argument: string) =>
    api.slashCommands.complete({ id, argument }, new AbortController().signal);
  const options = [
    { label: 'a' },
    { label: 'B', newText: 'b c', description: 'Second', runs: true },
    { label: 'd', newText: 'd', runs: false },
  ];
  expect(await complete('c', 'a')).toEqual(options);
  expect(await complete('d', 'a')).toEqual(options);
  expect(await complete('c', 'none')).toEqual([]);
  await expect(complete('e', '')).rejects.toThrow('the completions are a string. Return a list of texts');
  expect(await complete('f', '')).toBeNull();
});

describe('a tool of a script', () => {
  test('is registered with its schema, which is the same in each run', async () => {
    const { registered, tool } = await loadScript(`
      zi.register_tool {
        name = "greet", label = "Greet", description = "Greets.", read_only = true,
        prompt_snippet = "Use it for greetings.", prompt_guidelines = { "Once.", "Politely." },
        parameters = {
          type = "object",
          properties = { who = { type = "string" }, any = {}, nested = { type = "object", required = {} } },
          required = {},
        },
        execute = function(params) return "Hello " .. params.who end,
      }`);
    expect(registered?.tools).toEqual({
      greet: {
        description: 'Greets.\n\nUse it for greetings.\n\nOnce.\nPolitely.',
        read_only: true,
        input_schema: {
          properties: { any: {}, nested: { required: [], type: 'object' }, who: { type: 'string' } },
          required: [],
          type: 'object',
        },
      },
    });
    expect(Object.keys(registered?.tools?.greet?.input_schema ?? {})).toEqual(['properties', 'required', 'type']);
    expect(registeredSchema.safeParse(registered).success).toBe(true);
    expect(await tool('greet', { who: 'Ada' })).toBe('Hello Ada');
  });

  test.each([
    ['return "text"', 'text'],
    ['return', ''],
    ['return { content = "text" }', 'text'],
    ['return { content = { { type = "text", text = "a" }, "b" } }', 'a\nb'],
    ['return { content = "a", details = { x = { 1 } } }', { text: 'a', isError: false, details: { x: [1] } }],
    ['return { content = "no", is_error = true }', { text: 'no', isError: true }],
  ])('may: %s', async (body, output) => {
    const source = `zi.tool("t", { description = "d", execute = function() ${body} end })`;
    expect(await (await loadScript(source)).tool('t')).toEqual(output);
  });

  test.each([
    ['return 5', 'the tool returned a number. Return a text, or a table with content'],
    ['return { text = "x" }', 'the tool returned a table without content'],
    ['return { content = 5 }', 'tool result: content is a text or a list of parts, not a number'],
    [
      'return { content = { { type = "image" } } }',
      'tool result: parts are { type = "text", text = … }; others are not there yet',
    ],
  ])('may not: %s', async (body, message) => {
    const source = `zi.tool("t", { description = "d", execute = function() ${body} end })`;
    await expect((await loadScript(source)).tool('t')).rejects.toThrow(`extensions/hello.lua:1: ${message}`);
  });

  test('shows its progress while it runs, and not as a command', async () => {
    const { tool, command, asked } = await loadScript(`
      zi.tool("t", { description = "d", execute = function(_, ctx)
        ctx.update("half") ctx.sleep(0)
        ctx.update { content = { { type = "text", text = "whole" } } }
      end })
      zi.command("c", { handler = function(_, ctx) ctx.update("x") end })`);
    await tool('t');
    await vi.waitFor(() =>
      expect(asked.filter(([name]) => name === 'call.report').map(([, params]) => params)).toEqual([
        { callId: '1', text: 'half' },
        { callId: '1', text: 'whole' },
      ]),
    );
    await expect(command('c')).rejects.toThrow('extensions/hello.lua:6: ctx.update is for tools');
  });
});

describe('a command of a script', () => {
  const source = `
    zi.register_command { name = "say", description = "Says\\n it", argument_hint = "<text>", handler = function(args)
      if args == "prompt" then return { prompt = "Ask" } end
      if args == "nothing" then return end
      if args == "number" then return 5 end
      return "said " .. args
    end }
    zi.register_command("plain", { handler = function() return { prompt = "Ask" } end })`;

  test('is one of the palette, and a slash command', async () => {
    const { registered, command, api, asked } = await loadScript(source);
    expect(registeredSchema.safeParse(registered).success).toBe(true);
    expect(registered).toMatchObject({
      commands: { say: { title: 'Says it' }, plain: { title: 'plain' } },
      slash_commands: {
        say: { description: 'Says it', argument: '<text>' },
        plain: { description: 'plain', argument: '' },
      },
    });
    expect(await command('say', 'hello')).toEqual({ reply: 'said hello' });
    expect(await command('say', 'prompt')).toEqual({ prompt: 'Ask' });
    expect(await command('say', 'nothing')).toEqual({ reply: '' });
    await expect(command('say', 'number')).rejects.toThrow(
      'the command returned a number. Return nothing, a text to show, or { prompt = text } for the model',
    );
    const { signal } = new AbortController();
    await api.commands.run({ id: 'say' }, signal);
    await api.commands.run({ id: 'plain' }, signal);
    const shown = () => asked.filter(([name]) => name === 'window.message').map(([, params]) => params);
    await vi.waitFor(() =>
      expect(shown()).toMatchObject([
        { severity: 'info', text: 'said ' },
        { text: '“plain” is a prompt for a model: type /plain in the agent panel' },
      ]),
    );
  });
});

describe('a provider of a script', () => {
  const events = async (source: string, signal = new AbortController().signal) => {
    const { api } = await loadScript(source);
    const got: CompletionEvent[] = [];
    for await (const event of completionOf(api.languageModels.provider('p'), 'm', request, signal)) got.push(event);
    return got;
  };
  const text = (value: string) => ({ type: 'text', value });
  const stop = { type: 'stop', value: 'end-turn' };

  test('is registered with its models', async () => {
    const { registered, api } = await loadScript(`
      zi.register_provider("p", { name = "Pro", is_authenticated = function() return false end, models = {
        { id = "big", name = "Big", context_window = 1000, max_tokens = 100, supports_tools = true, default = true },
        { id = "small", name = "small\\n", context_window = 8e3 },
      }, stream = function() end })
      zi.provider { id = "q", stream = function() end }
      zi.provider { id = "gone", stream = function() end }
      zi.unregister_provider("gone")`);
    expect(registeredSchema.safeParse(registered).success).toBe(true);
    expect(registered?.language_model_providers).toEqual({
      p: {
        name: 'Pro',
        models: [
          {
            id: 'big',
            name: 'Big',
            max_token_count: 1000,
            max_output_tokens: 100,
            supports_tools: true,
            default: true,
          },
          { id: 'small', name: 'small', max_token_count: 8000 },
        ],
      },
      q: { name: 'q', models: [] },
    });
    expect(api.languageModels.infos()).toEqual([
      { id: 'p', name: 'Pro' },
      { id: 'q', name: 'q' },
    ]);
    const provider = api.languageModels.provider('p');
    expect(await provider.models()).toMatchObject([
      { id: 'big', maxTokenCount: 1000, maxOutputTokens: 100, isDefault: true, capabilities: { supportsTools: true } },
      { id: 'small', maxTokenCount: 8000, isDefault: false, capabilities: { supportsTools: false } },
    ]);
    expect(await provider.isAuthenticated()).toBe(false);
    expect(await api.languageModels.provider('q').isAuthenticated()).toBe(true);
    await expect((async () => provider.authenticate(new AbortController().signal))()).rejects.toThrow(
      'a script cannot sign in yet',
    );
  });

  test.each([
    [
      'emits',
      'ctx.emit("a") ctx.sleep(1) ctx.emit { type = "text", value = request.model }',
      [text('a'), text('m'), stop],
    ],
    ['returns a list', 'return { "a", "b" }', [text('a'), text('b'), stop]],
    ['returns an iterator', 'return ("ab"):gmatch(".")', [text('a'), text('b'), stop]],
    [
      'returns a coroutine that waits',
      'return coroutine.wrap(function() coroutine.yield("a") ctx.sleep(1) coroutine.yield("b") end)',
      [text('a'), text('b'), stop],
    ],
    ['stops itself', 'return { { type = "stop", value = "max-tokens" } }', [{ type: 'stop', value: 'max-tokens' }]],
    ['says nothing', '', [stop]],
  ])('%s', async (_what, body, expected) => {
    expect(await events(`zi.provider { id = "p", stream = function(request, ctx) ${body} end }`)).toEqual(expected);
  });

  test('fails with its line after what it has said', async () => {
    const { api } = await loadScript(`zi.provider { id = "p", stream = function(_, ctx)
      ctx.emit("a")
      error("no line")
    end }`);
    const answer = completionOf(api.languageModels.provider('p'), 'm', request, new AbortController().signal);
    expect((await answer.next()).value).toEqual(text('a'));
    await expect(answer.next()).rejects.toThrow('extensions/hello.lua:3: no line');
  });

  test('waits for whoever takes its events, and ends when nobody does', async () => {
    const { api, logged } = await loadScript(`zi.provider { id = "p", stream = function(_, ctx)
      for n = 1, 1e9 do
        local ok, reason = pcall(ctx.emit, tostring(n))
        if not ok then print(n, reason) return end
      end
    end }`);
    const answer = completionOf(api.languageModels.provider('p'), 'm', request, new AbortController().signal);
    expect([(await answer.next()).value, (await answer.next()).value]).toEqual([text('1'), text('2')]);
    await answer.return(undefined);
    await vi.waitFor(() => expect(logged()).toEqual(['2\textensions/hello.lua:3: the call was stopped']));
  });

  test.each([
    ['base_url = "https://example.com"', 'zi.register_provider p: base_url has no effect beside stream'],
    ['headers = {}', 'zi.register_provider p: headers has no effect beside stream'],
    ['oauth = {}', 'zi.register_provider: oauth is not available: a script cannot sign a person in'],
    ['streamSimple = print', 'zi.register_provider: streamSimple is not available: use stream'],
    ['models = { { id = "m", cost = { input = -1 } } }', 'models[1].cost: input must be a price from 0 on'],
    ['models = { { id = "m", input = { "sound" } } }', 'models[1]: input has "text" and "image"'],
    ['models = { { id = "m", headers = {} } }', 'models[1]: headers is not there yet in this version of the app'],
    ['models = { { name = "m" } }', 'models[1].id must be a string, not a nil'],
    ['models = { { id = "" } }', 'models[1].id is empty'],
    ['models = { { id = "m", name = 5 } }', 'models[1].name must be a string, not a number'],
    ['models = { { id = "m", context_window = "8k" } }', 'models[1].context_window must be a number, not a string'],
    ['models = { { id = "m", context_window = -1 } }', 'models[1].context_window must be a whole number from 1 on'],
    ['models = { { id = "m", max_tokens = 0.5 } }', 'models[1].max_tokens must be a whole number from 1 on'],
    ['models = { { id = "m", supports_tools = "yes" } }', 'models[1].supports_tools must be a boolean, not a string'],
    ['is_authenticated = 5', 'is_authenticated must be a function, not a number'],
  ])('refuses %s, with a sentence', async (field, message) => {
    await expect(loadScript(`zi.provider("p", { stream = print, ${field} })`)).rejects.toThrow(message);
  });
});

describe('what a script registers', () => {
  const tool = (fields: string) => `zi.register_tool { ${fields} }`;

  test.each([
    ['zi.register_tool()', 'zi.register_tool needs a name and a table, or a table'],
    [tool('name = "a b", description = "d", execute = print'), 'at most 63: "a b"'],
    [tool('name = 5, description = "d", execute = print'), 'name must be a string, not a number'],
    [tool('name = "t", execute = print'), 'zi.register_tool t: description must be a string, not a nil'],
    [tool('name = "t", description = "", execute = print'), 'has 1 to 4000 letters'],
    [tool('name = "t", description = "d"'), 'zi.register_tool t: execute must be a function, not a nil'],
    [tool('name = "t", description = "d", exeute = print'), 'there is no exeute; did you mean execute?'],
    [tool('name = "t", description = "d", execute = print, parameters = {}'), 'with type = "object"'],
    [
      tool('name = "t", description = "d", execute = print, parameters = { type = "object", f = print }'),
      'a function cannot be passed: tool.parameters.f',
    ],
    [
      `for _ = 1, 2 do ${tool('name = "t", description = "d", execute = print')} end`,
      'the tool "t" is registered already',
    ],
    ['zi.register_command("c", { handler = 5 })', 'zi.register_command c: handler must be a function, not a number'],
    ['zi.regster_tool {}', 'there is no zi.regster_tool; did you mean zi.register_tool?'],
    ['zi.session.messages()', 'zi.session is not available: a call has it: ctx.session'],
    ['zi.nonsense()', 'there is no zi.nonsense. zi has array, command, json,'],
    ['zi.json.parse("1")', 'there is no zi.json.parse. zi.json has array, decode, encode, null'],
    ['zi.spawn("x")', 'zi.spawn waits, which is not possible while a script loads'],
    ['zi.on("turn_strt", print)', 'zi.on: there is no event turn_strt. There are agent_end, agent_start, '],
    ['zi.on("turn_start")', 'zi.on turn_start: handler must be a function, not a nil'],
    ['zi.log("loud", "x")', 'zi.log takes the levels debug, info, warn and error'],
    ['zi.unregister_provider("p")', 'there is no provider "p"'],
  ])('is refused with its line: %s', async (source, message) => {
    const loading = loadScript(`\n${source}`);
    await expect(loading).rejects.toThrow(message);
    await expect(loading).rejects.toThrow(/^extensions\/hello\.lua:2: /);
  });

  test('has a limit', async () => {
    const source = `for n = 1, 10000 do
      zi.register_command("c" .. n, { handler = print })
    end`;
    await expect(loadScript(source)).rejects.toThrow(
      'extensions/hello.lua:2: an extension can register 500 things at most',
    );
    expect(Object.keys((await loadScript(source.replace('10000', '500'))).registered?.commands ?? {})).toHaveLength(
      500,
    );
  });

  test('may be nothing', async () => {
    expect((await loadScript('')).registered).toEqual({
      tools: {},
      commands: {},
      slash_commands: {},
      events: {},
      language_model_providers: {},
      endpoints: {},
    });
  });

  test('may be what it does at its end', async () => {
    const { logged, loaded } = await loadScript(`
      zi.on("session_shutdown", function(event, ctx) print(event.type, ctx.has_ui) end)
      zi.on_shutdown(function() error("late") end)
      print("loaded", nil, {} ~= nil, 1.0)
      zi.log("text") zi.log("error", 5)`);
    await loaded.deactivate();
    await vi.waitFor(() =>
      expect(logged()).toEqual([
        'loaded\tnil\ttrue\t1.0',
        'text',
        '5',
        'session_shutdown\ttrue',
        expect.stringMatching(
          /^A handler of session_shutdown failed: LuaError: extensions\/hello\.lua:3: late\n {4}at \[C\]: in function 'error'\n {4}at extensions\/hello\.lua:3: in/,
        ),
      ]),
    );
  });

  test.each([
    ['sleep', 'ctx.sleep(60000)'],
    ['do not stop', 'while true do pcall(ctx.sleep, 0) end'],
    ['loop', 'while true do end'],
  ])('may be ends, which are over in time although they %s', async (_what, body) => {
    const source = `for _ = 1, 5 do zi.on_shutdown(function(_, ctx) ${body} end) end`;
    const { loaded } = await loadScript(source, { limits: { endMs: 100 } });
    const start = performance.now();
    await loaded.deactivate();
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});
