import { describe, expect, test } from 'vitest';
import { lengthOf } from '../../../../shared/testing/soak.ts';
import { loadScript, runLua, toolOf } from '../../../test-support/load-script.ts';

// What is short here is memory, and not the time of a busy machine.
const limits = { memoryBytes: 8 * 1024 ** 2, loadMs: 20_000, runMs: 20_000 };
const sentence = 'not enough memory: an extension may use 8 MB. Keep less at once';

describe('a script that needs too much memory', () => {
  test.each([
    ['by one text', `return #string.rep("x", 1e9)`],
    ['by doubling', `local s = "x" while true do s = s .. s end`],
    ['by a table', `local t = {} while true do t[#t + 1] = { #t } end`],
    ['by a table of texts', `local t = {} while true do t[#t + 1] = string.rep("x", 1000) .. #t end`],
    ['by numbers', `local t, n = {}, 0 while true do n = n + 1 t[n] = n end`],
    ['by coroutines', `local t = {} while true do t[#t + 1] = coroutine.create(print) end`],
    ['by a format', `local s = string.rep("x", 1e6) return #(s:rep(20, s))`],
    ['by gsub', `return #(string.rep("x", 1e5):gsub("x", string.rep("y", 1e4)))`],
    ['by JSON', `return zi.json.encode(zi.json.decode("[" .. string.rep("{},", 4e5) .. "1]"))`],
  ])('fails with a sentence %s, and others run afterwards', async (_how, body) => {
    const { tool } = await loadScript(`${toolOf(body)} ${toolOf('return "fine"').replace('"t"', '"u"')}`, { limits });
    for (let time = 0; time < 3; time += 1) await expect(tool('t')).rejects.toThrow(sentence);
    expect(await tool('u')).toBe('fine');
  });

  test.each([
    ['builds a text', `string.rep("x", 1000)`],
    ['has a longer stack', `string.byte(base, 1, 200)`],
  ])('goes on where 500 bytes are left and all others are garbage, and %s', async (_what, body) => {
    const script = `
      local base, kept = string.rep("x", 1e5), {}
      local function left() return ${limits.memoryBytes} - collectgarbage("count") * 1024 end
      while left() > 2e5 do kept[#kept + 1] = base .. #kept end
      collectgarbage()
      while left() > 1e5 do kept[#kept + 1] = base .. #kept end
      local rest = string.sub(base, 1, left() - 500)
      kept, rest = nil
      ${body}
      return "fine"`;
    expect(await runLua(script, { limits })).toBe('fine');
  });

  test('builds long texts without end, though it keeps much', async () => {
    const script = `
      local t = {} for n = 1, 7400 do t[n] = string.rep("x", 1000) .. n end
      for n = 1, 40000 do string.rep("x", 600) end
      return "fine"`;
    expect(await runLua(script, { limits })).toBe('fine');
  });

  test('may catch it', async () => {
    expect(await runLua(`return tostring(select(2, pcall(string.rep, "x", 1e9)))`, { limits })).toBe(
      'not enough memory',
    );
  });

  test('is told while it loads', async () => {
    await expect(loadScript(`big = string.rep("x", 1e9)`, { limits })).rejects.toThrow(sentence);
  });

  test.each([
    ['of calls', `local function f() return 1 + f() end return f()`],
    ['of pcall', `local function f() return select(2, pcall(f)) end error(f())`],
    ['of metamethods', `local m = {} m.__index = function(t, k) return t[k] end return setmetatable({}, m).x`],
    ['of gsub', `local function f() return ("aa"):gsub("a", f) end return f()`],
    ['of sort', `local function f() table.sort({ 1, 2, 3 }, f) end return f()`],
    ['of coroutines', `local function f() return coroutine.wrap(f)() end return f()`],
    ['of brackets', `return assert(load("return " .. string.rep("(", 1e5)))`],
    ['of a pattern', `return string.find(string.rep("a", 3e5), string.rep("a?", 3e5))`],
  ])('has an error for a recursion %s, and runs afterwards', async (_what, body) => {
    const { tool } = await loadScript(`${toolOf(body)} ${toolOf('return "fine"').replace('"t"', '"u"')}`, {
      limits: { runMs: limits.runMs },
    });
    await expect(tool('t')).rejects.toThrow(/overflow|too complex/);
    expect(await tool('u')).toBe('fine');
  });

  test('keeps the memory of calls flat', { tags: ['search'] }, async () => {
    const source = `
      ${toolOf(`local t = { params.n, { a = 1 } } ctx.sleep(0) return "x" .. #t`)}
      zi.register_tool { name = "failing", description = "d", execute = function() error("no") end }
      zi.register_tool { name = "used", description = "d", execute = function()
        collectgarbage("collect") collectgarbage("collect")
        return tostring(collectgarbage("count"))
      end }`;
    const { tool } = await loadScript(source);
    const call = async (count: number) => {
      for (let n = 0; n < count; n += 100) {
        await Promise.all(
          Array.from({ length: 100 }, (_, at) => tool(at % 10 ? 't' : 'failing', { n }).catch(() => '')),
        );
      }
      return Number(await tool('used'));
    };
    const before = await call(1000);
    // What a call leaves behind, be it a reference, is 16 bytes at least.
    expect(Math.abs((await call(lengthOf(3000, 20_000))) - before)).toBeLessThan(30);
  });

  test('has a state of its own, which shares nothing', async () => {
    const one = await loadScript(`shared = "one" ${toolOf('return tostring(shared)')}`);
    const other = await loadScript(toolOf('string.rep = nil return tostring(shared)'));
    expect([await one.tool('t'), await other.tool('t')]).toEqual(['one', 'nil']);
    expect(await one.tool('t')).toBe('one');
  });
});
