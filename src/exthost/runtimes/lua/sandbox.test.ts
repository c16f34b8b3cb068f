import { describe, expect, test } from 'vitest';
import { loadScript, runLua, toolOf } from '../../test-support/load-script.ts';

/** What a script gets for an expression, as text. */
const shown = (expression: string) => runLua(`return tostring(${expression})`);

describe('the globals of a script', () => {
  test.each([
    ['io.open("x")', 'io.open is not available: the sandbox has no files. Keep values with ctx.state'],
    ['io.write("x")', 'io.write is not available: use print or zi.log'],
    ['io.popen("ls")', 'io.popen is not available: use zi.system, which asks the person'],
    ['os.execute("ls")', 'os.execute is not available: use zi.system, which asks the person'],
    ['os.exit()', 'os.exit is not available: return from the handler'],
    ['os.getenv("HOME")', 'os.getenv is not available: the sandbox has no files, no variables and no process'],
    ['os.remove("x")', 'os.remove is not available'],
    ['os.rename("x", "y")', 'os.rename is not available'],
    ['os.tmpname()', 'os.tmpname is not available'],
    ['os.setlocale("C")', 'os.setlocale is not available'],
    ['debug.getregistry()', 'debug.getregistry is not available: the log of the extension has the traceback'],
    ['debug.sethook()', 'debug.sethook is not available'],
    ['package.loadlib("x")', 'package.loadlib is not available: require finds the modules beside the script'],
    ['package.loaded', 'package.loaded is not available'],
    ['dofile("x")', 'dofile is not available: use require'],
    ['loadfile("x")', 'loadfile is not available: use require'],
    ['warn("@on")', 'warn is not available: use zi.log("warn", text)'],
    ['string.dump(print)', 'string.dump is not available: bytecode cannot be loaded'],
    ['("").dump(print)', 'string.dump is not available'],
    ['collectgarbage("stop")', 'collectgarbage takes "count", "collect" or "step"'],
    ['collectgarbage("generational")', 'collectgarbage takes'],
    ['os.date("%c", 1 << 60)', 'os.date: the time is out of range'],
    ['os.date("!%G", 8640000000000)', 'os.date: the time is out of range'],
    ['os.date("!%c", "-9223372036854775807")', 'os.date: the time is out of range'],
    ['os.date("%Ez %!")', 'invalid conversion specifier'],
    ['os.time({ year = 1 << 40, month = 1, day = 1 })', "field 'year' is out-of-bound"],
  ])('refuse %s, with a sentence', async (expression, sentence) => {
    await expect(shown(expression)).rejects.toThrow(sentence);
    await expect(shown(expression)).rejects.toThrow(/^extensions\/hello\.lua:1: /);
  });

  test.each([
    ['os.date("!%Y-%m-%d", 0)', '1970-01-01'],
    ['os.date("!*t", 86400).day', '2'],
    ['os.date("!%G %V %U %W %j %c", 8000000000000) ~= os.date("!%G %V %U %W %j %c", -8000000000000)', 'true'],
    ['type(os.date())', 'string'],
    ['math.type(os.time())', 'integer'],
    ['os.clock() >= 0', 'true'],
    ['os.difftime(3, 1)', '2.0'],
    ['("x"):rep(3, ",")', 'x,x,x'],
    ['utf8.char(228, 8364)', 'ä€'],
    ['utf8.len("ä€")', '2'],
    ['string.pack("<I2", 513):byte(1)', '1'],
    ['table.concat({ 1, 2 }, "-")', '1-2'],
    ['table.unpack({ 7 })', '7'],
    ['math.maxinteger // 1', '9223372036854775807'],
    ['select("#", nil, nil)', '2'],
    ['load("return 1 + 1")()', '2'],
    ['load("return x", "n", "t", { x = 5 })()', '5'],
    ['select(2, load("x =", "@file.lua"))', 'file.lua:1: unexpected symbol near <eof>'],
    ['pcall(load("x()", "n", "t", nil))', 'false'],
    ['rawequal(_G, _ENV)', 'true'],
    ['_VERSION', 'Lua 5.4'],
    ['collectgarbage("count") > 1', 'true'],
    ['select(2, xpcall(error, function(e) return e .. "!" end, "no"))', 'no!'],
    ['next({})', 'nil'],
  ])('have what scripts need: %s', async (expression, value) => {
    expect(await shown(expression)).toBe(value);
  });

  test('load no bytecode, however it is given', async () => {
    const dumped = '\\27Lua\\x54\\0\\x19\\x93\\r\\n\\x1a\\n\\4\\8\\8';
    expect(await shown(`select(2, load("${dumped}"))`)).toContain('attempt to load a binary chunk');
    expect(await shown(`select(2, load("${dumped}", "n", "bt"))`)).toContain('attempt to load a binary chunk');
    expect(await shown(`select(2, load("${dumped}", "n", "b"))`)).toBe(
      'attempt to load bytecode: only text can be loaded',
    );
    const inPieces = `(function() local sent return function() if sent then return nil end sent = true return "${dumped}" end end)()`;
    expect(await shown(`select(2, load(${inPieces}))`)).toContain('attempt to load a binary chunk');
    await expect(loadScript(Uint8Array.of(0x1b, 0x4c, 0x75, 0x61, 0x54))).rejects.toThrow(
      'extensions/hello.lua: this is bytecode, and only text is loaded',
    );
  });
});

describe('a script that looks for a way out', () => {
  test.each([
    ['the metatable of texts', 'getmetatable("")', 'false'],
    ['that of zi', 'getmetatable(zi)', 'false'],
    ['that of ctx', 'getmetatable(ctx)', 'false'],
    ['that of ctx.ui', 'getmetatable(ctx.ui)', 'false'],
    ['that of io', 'getmetatable(io)', 'false'],
    ['that of null', 'getmetatable(zi.null)', 'nil'],
    ['that of an array', 'getmetatable(zi.array {})', 'false'],
    ['the registry by rawget', 'rawget(_G, "package") == package and next(package)', 'nil'],
    ['io by rawget', 'rawget(io, "open")', 'nil'],
    ['os by rawget', 'rawget(os, "execute")', 'nil'],
    ['debug by next', 'next(debug)', 'nil'],
    ['another environment', 'load("return io.open", "n", "t", setmetatable({}, { __index = _G }))', 'function'],
  ])('does not get %s', async (_what, expression, value) => {
    expect((await shown(expression)) as string).toContain(value);
  });

  test.each([
    'setmetatable(zi, {})',
    'setmetatable(ctx, {})',
    'setmetatable(io, {})',
    'setmetatable(zi.array {}, { __index = {} })',
    'getmetatable("").__index = nil',
  ])('cannot change what is protected: %s', async (statement) => {
    await expect(runLua(`${statement} return "changed"`)).rejects.toThrow(/protected|index a boolean/);
  });

  test('finds nothing of JavaScript in what it can reach', async () => {
    const body = `
      local seen, found = {}, {}
      local function visit(value, path)
        if type(value) == "userdata" then found[#found + 1] = path end
        if type(value) ~= "table" or seen[value] then return end
        seen[value] = true
        for key, inner in next, value do visit(inner, path .. "." .. tostring(key)) end
      end
      visit(_G, "_G")
      visit(ctx, "ctx")
      table.sort(found)
      return table.concat(found, " ")`;
    // A light userdata without a metatable.
    expect(await runLua(body)).toMatch(/^(_G\.\S*null ?)+$/);
  });

  test('may replace whatever it has, and harms itself alone', async () => {
    const replaced = `
      local taken = {}
      for _, name in ipairs { "rep", "format", "gsub", "sub", "find", "match", "byte", "len" } do
        string[name] = function(...) taken[#taken + 1] = name return "" end
      end
      table.concat, table.unpack, table.sort, tostring, type, select, pairs, next, error, pcall, setmetatable, rawget =
        nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil
      zi.json.encode = nil
      coroutine.yield, coroutine.resume, coroutine.running = nil, nil, nil`;
    const body = `
      ctx.ui.message("hello")
      ctx.sleep(1)
      print("a", 1)
      return { content = { { type = "text", text = "whole" } }, details = { n = #taken } }`;
    const { tool } = await loadScript(toolOf(body, replaced));
    expect(await tool('t')).toEqual({ text: 'whole', isError: false, details: { n: 0 } });
  });

  test('cannot forge a wait, or end the host’s coroutine', async () => {
    await expect(runLua('coroutine.yield({}, 1)')).rejects.toThrow(
      'extensions/hello.lua:1: coroutine.yield is called outside of a coroutine',
    );
    await expect(runLua('coroutine.wrap(coroutine.yield)() coroutine.yield()')).rejects.toThrow('outside');
    expect(await runLua('return tostring(select(2, pcall(coroutine.close, coroutine.running())))')).toContain(
      'cannot close a running coroutine',
    );
    expect(await runLua('return tostring(select(2, coroutine.resume((coroutine.running()))))')).toContain(
      'cannot resume non-suspended coroutine',
    );
  });

  test('cannot use the ctx of another call after its end', async () => {
    const { tool } = await loadScript(toolOf('local old = kept kept = ctx return old and old.aborted() or "first"'));
    expect(await tool('t')).toBe('first');
    await expect(tool('t')).rejects.toThrow('extensions/hello.lua:1: this ctx is of a call that is over');
  });
});
