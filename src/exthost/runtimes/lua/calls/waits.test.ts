import { describe, expect, test, vi } from 'vitest';
import { loadScript, runLua, toolOf } from '../../../test-support/load-script.ts';

describe('handlers that wait', () => {
  test('may be many at once, and each gets its own answer', async () => {
    const { tool } = await loadScript(
      toolOf('local n = params.n ctx.sleep(n % 7) local got = ctx.state.get("k" .. n) return n .. "=" .. got'),
      { answers: { 'state.get': ({ key }) => JSON.stringify(`v${key}`) } },
    );
    const numbers = Array.from({ length: 200 }, (_, n) => n);
    expect(await Promise.all(numbers.map((n) => tool('t', { n })))).toEqual(numbers.map((n) => `${n}=vk${n}`));
  });

  test('get their own answers also when all of them go on at the same moment', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { tool, asked } = await loadScript(
      toolOf('local n = params.n local got = ctx.state.get("a" .. n) return got .. ctx.state.get("b" .. n)'),
      { answers: { 'state.get': ({ key }) => gate.then(() => JSON.stringify(key)) } },
    );
    const numbers = Array.from({ length: 20 }, (_, n) => n);
    const running = Promise.all(numbers.map((n) => tool('t', { n })));
    await vi.waitFor(() => expect(asked).toHaveLength(20));
    open();
    expect(await running).toEqual(numbers.map((n) => `a${n}b${n}`));
  });

  test('may do so in coroutines of their own', async () => {
    const body = `
      local said = {}
      local inner = coroutine.create(function(first)
        said[#said + 1] = first
        ctx.sleep(1)
        local second = coroutine.yield("yielded")
        said[#said + 1] = second
        local deepest = coroutine.wrap(function() ctx.sleep(1) coroutine.yield(ctx.state.get("k")) return "end" end)
        said[#said + 1] = deepest()
        said[#said + 1] = deepest()
        return "returned", 2
      end)
      local yielded = select(2, coroutine.resume(inner, "a"))
      said[#said + 1] = yielded
      local ok, one, two = coroutine.resume(inner, "b")
      return table.concat(said, " ") .. " " .. tostring(ok) .. one .. two .. coroutine.status(inner)`;
    expect(await runLua(body, { answers: { 'state.get': () => '"v"' } })).toBe('a yielded b v end truereturned2dead');
  });

  test('may do so in iterators, metamethods, pcall and require', async () => {
    const body = `
      local said = {}
      for n in coroutine.wrap(function() for n = 1, 2 do ctx.sleep(0) coroutine.yield(n) end end) do said[#said + 1] = n end
      for n in function(_, n) ctx.sleep(0) return (n or 0) < 2 and (n or 0) + 1 or nil end do said[#said + 1] = n end
      said[#said + 1] = setmetatable({}, { __index = function() ctx.sleep(0) return 3 end }).x
      said[#said + 1] = select(2, pcall(function() ctx.sleep(0) return 4 end))
      said[#said + 1] = select(2, xpcall(function() ctx.sleep(0) error("e", 0) end, function(e) return e .. 5 end))
      do local closing <close> = setmetatable({}, { __close = function() ctx.sleep(0) said[#said + 1] = 6 end }) end
      kept = ctx
      said[#said + 1] = require "hello.slow"
      return table.concat(said, " ")`;
    const modules = { 'slow.lua': 'kept.sleep(0) return 7' };
    expect(await runLua(body, { modules })).toBe('1 2 1 2 3 4 e5 6 7');
  });

  test.each([
    ['a comparison', 'table.sort({ 1, 2 }, function() ctx.sleep(0) end)'],
    ['gsub', '("x"):gsub("x", function() ctx.sleep(0) end)'],
    ['tostring', 'tostring(setmetatable({}, { __tostring = function() ctx.sleep(0) return "" end }))'],
    ['load', 'assert(load(function() ctx.sleep(0) end))'],
    [
      'a coroutine in a comparison',
      'table.sort({ 1, 2 }, function() coroutine.wrap(function() ctx.sleep(0) end)() end)',
    ],
  ])('cannot do so in %s, and are told', async (_where, body) => {
    await expect(runLua(body)).rejects.toThrow(
      'extensions/hello.lua:1: ctx.sleep waits, which is not possible here: a function that Lua’s library calls'.replace(
        '’',
        "'",
      ),
    );
  });

  test('keep their coroutines to themselves', async () => {
    const body = `
      if params.first then
        co = coroutine.create(function() ctx.sleep(30) return "own" end)
        return select(2, coroutine.resume(co))
      end
      local said = { coroutine.status(co), select(2, coroutine.resume(co)) }
      said[3] = select(2, pcall(coroutine.close, co))
      return table.concat(said, "; ")`;
    const { tool } = await loadScript(toolOf(body));
    const first = tool('t', { first: true });
    await vi.waitFor(async () =>
      expect(await tool('t')).toMatch(
        /^normal; cannot resume a coroutine that waits; .*cannot close a coroutine that waits$/,
      ),
    );
    expect(await first).toBe('own');
  });

  test('have coroutines as Lua has them', async () => {
    const body = `
      local co = coroutine.create(function() error({ code = 5 }) end)
      local ok, thrown = coroutine.resume(co)
      local said = { tostring(ok), thrown.code, coroutine.status(co), select(2, coroutine.resume(co)) }
      said[#said + 1] = tostring(select(2, coroutine.running()))
      said[#said + 1] = tostring(coroutine.isyieldable())
      said[#said + 1] = tostring(coroutine.wrap(coroutine.isyieldable)())
      local open = coroutine.create(function()
        local x <close> = setmetatable({}, { __close = function() said[#said + 1] = "closed" end })
        coroutine.yield()
      end)
      coroutine.resume(open)
      local closed = coroutine.close(open)
      said[#said + 1] = tostring(closed)
      said[#said + 1] = select(2, pcall(coroutine.wrap(function() error("inner") end)))
      said[#said + 1] = select("#", coroutine.resume(coroutine.create(function() return nil, nil end)))
      return table.concat(said, " ")`;
    expect(await runLua(body)).toBe(
      'false 5 dead cannot resume dead coroutine true false true closed true extensions/hello.lua:15: inner 3',
    );
  });

  test('cannot compare what they yield with the marks of a wait', async () => {
    const body = `
      local seen = 0
      local function count() seen = seen + 1 return true end
      local yielded = setmetatable({}, { __eq = count })
      local got = coroutine.wrap(function() coroutine.yield(yielded) end)()
      return tostring(rawequal(got, yielded)) .. seen`;
    expect(await runLua(body)).toBe('true0');
  });

  test('hear what their wait failed for, and that their call was stopped', async () => {
    const answers = {
      'state.get': () => {
        throw new Error('the disk is full');
      },
    };
    await expect(runLua('\nctx.state.get("x")', { answers })).rejects.toThrow(
      'extensions/hello.lua:2: the disk is full',
    );
    const { tool } = await loadScript(toolOf('\nctx.sleep(60000)'));
    const abort = new AbortController();
    const running = tool('t', {}, abort.signal);
    setTimeout(() => abort.abort(), 10);
    await expect(running).rejects.toThrow('extensions/hello.lua:2: the call was stopped');
  });

  // Answers that come at once would let nothing else run, each with new time.
  test.each([
    ['for what is refused at once', 'pcall(ctx.emit, "x")', false],
    ['for a stop that has been', 'ctx.signal.wait()', true],
  ])('without end let others run: %s', async (_what, wait, isStopped) => {
    const { tool } = await loadScript(
      toolOf(`local n = 0 while not done and n < 2000 do n = n + 1 ${wait} end return tostring(n < 2000)`) +
        ' zi.register_tool { name = "done", description = "d", execute = function() done = true end }',
    );
    const abort = new AbortController();
    if (isStopped) abort.abort();
    const running = tool('t', {}, abort.signal);
    await new Promise((resolve) => setTimeout(resolve, 1));
    await tool('done');
    expect(await running).toBe('true');
  });

  test('have no more time than once when they are stopped', async () => {
    const body =
      'pcall(ctx.sleep, 60000) while true do local s = os.clock() while os.clock() - s < 0.2 do end pcall(ctx.sleep, 0) end';
    const { tool } = await loadScript(toolOf(body), { limits: { runMs: 300 } });
    const abort = new AbortController();
    const running = tool('t', {}, abort.signal);
    setTimeout(() => abort.abort(), 10);
    await expect(running).rejects.toThrow('ran for 0.3 s without waiting, and was ended');
  });

  test('end with their extension', async () => {
    const { tool, loaded } = await loadScript(toolOf('ctx.sleep(20)'));
    const running = tool('t');
    await new Promise((resolve) => setTimeout(resolve, 5));
    await loaded.deactivate();
    await expect(running).rejects.toThrow('The extension has ended');
    await expect(tool('t')).rejects.toThrow('The extension has ended');
  });
});

describe('ctx', () => {
  test('keeps state', async () => {
    const kept = new Map<string, string>();
    const answers = {
      'state.get': ({ key }: { key: string }) => kept.get(key) ?? null,
      'state.set': ({ key, value }: { key: string; value: string | null }) => {
        if (value === null) kept.delete(key);
        else kept.set(key, value);
        return null;
      },
      'state.keys': () => [...kept.keys()],
    };
    const body = `
      ctx.state.set("a", { list = zi.array {}, n = 1 })
      ctx.state.set("b", "text")
      ctx.state.set("c", 5)
      ctx.state.delete("b")
      ctx.state.set("c", nil)
      return zi.json.encode(ctx.state.get("a")) .. tostring(ctx.state.get("b")) .. table.concat(ctx.state.keys(), ",")`;
    expect(await runLua(body, { answers })).toBe('{"list":[],"n":1}nila');
    await expect(runLua('ctx.state.set("a", { f = print })', { answers })).rejects.toThrow(
      'extensions/hello.lua:1: a function cannot be passed: ctx.state.set: argument 2.f',
    );
  });

  test('knows the folder, and whether the call was stopped', async () => {
    const body =
      'return tostring(ctx.cwd) .. tostring(ctx.has_ui) .. tostring(ctx.aborted()) .. tostring(ctx.signal.aborted())';
    const folder = { name: 'project', path: '/home/ada/project' };
    expect(await runLua(body, { answers: { 'workspace.folder': () => folder } })).toBe(
      '/home/ada/projecttruefalsefalse',
    );
    const refused = () => {
      throw new Error('not permitted');
    };
    expect(await runLua(body, { answers: { 'workspace.folder': refused } })).toBe('niltruefalsefalse');
    const { tool } = await loadScript(toolOf('ctx.signal.wait() return tostring(ctx.aborted())'));
    const abort = new AbortController();
    const running = tool('t', {}, abort.signal);
    abort.abort();
    expect(await running).toBe('true');
  });

  test.each([
    ['ctx.session.fork()', 'ctx.session.fork is not available: versions of a message'],
    [
      'ctx.nonsense()',
      'there is no ctx.nonsense. ctx has abort, aborted, ai, cwd, emit, get_context_usage, get_system_prompt, has_ui, ',
    ],
    ['ctx.state.write("x")', 'there is no ctx.state.write. ctx.state has delete, get, keys, set'],
    ['ctx.signal.abort()', 'there is no ctx.signal.abort; did you mean ctx.signal.aborted?'],
    ['ctx.sleep("x")', 'ctx.sleep needs milliseconds, and got a string'],
    ['ctx.emit("x")', 'ctx.emit is for the stream of a provider'],
  ])('refuses %s, with a sentence', async (statement, message) => {
    await expect(runLua(statement)).rejects.toThrow(`extensions/hello.lua:1: ${message}`);
  });
});
