import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { loadScript, runLua, toolOf } from '../../../test-support/load-script.ts';

const limits = { runMs: 50 };
const forever = 'while true do end';
const closing = (body: string) => `setmetatable({}, { __close = function() ${body} end })`;

/** A clock that goes on when it is looked at: how busy the computer is does not count. @returns what it shows */
function lookedClock(): () => number {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => ++now);
  onTestFinished(() => void vi.restoreAllMocks());
  return () => now;
}

/**
 * A clock that stands until a script has begun, which may take a busy computer longer than these limits.
 * @returns stops it for good: what comes then is in time
 */
function clockOfScript(): () => void {
  const real = performance.now.bind(performance);
  const before = real();
  let looks = 0;
  let begun = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    looks += 1;
    if (looks <= 10) begun = real();
    return before + real() - begun;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  return () => void clock.mockReturnValue(performance.now());
}

describe('a script that runs for too long', () => {
  test.each([
    ['in a handler', forever],
    ['in pcall', `while true do pcall(function() ${forever} end) end`],
    ['in pcall with methods', `for _ = 1, 1e9 do pcall(string.rep, "x", 1) pcall(error) end`],
    ['in xpcall', `while true do xpcall(function() ${forever} end, function() ${forever} end) end`],
    ['in the handler of xpcall', `xpcall(error, function() ${forever} end)`],
    ['in a coroutine', `while true do coroutine.resume(coroutine.create(function() ${forever} end)) end`],
    ['in wrapped coroutines, without end', `local function f() coroutine.wrap(f)() end while true do pcall(f) end`],
    [
      'in coroutines that are short, each within another',
      `local function nest(depth)
        if depth == 0 then for _ = 1, 200 do end return end
        for _ = 1, 20 do coroutine.wrap(nest)(depth - 1) end
      end
      nest(5)`,
    ],
    ['in slow functions of the library', `while true do string.rep("x", 3e6) end`],
    [
      'in slow functions of the host',
      `local t = {} for n = 1, 1e5 do t[n] = n end while true do zi.json.encode(t) end`,
    ],
    ['in a comparison', `table.sort({ 1, 2, 3 }, function() ${forever} end)`],
    [
      'in pcall in a comparison',
      `table.sort({ 1, 2, 3 }, function() while true do pcall(function() ${forever} end) end end)`,
    ],
    [
      'in xpcall in a comparison',
      `table.sort({ 1, 2, 3 }, function() xpcall(function() ${forever} end, function() ${forever} end) end)`,
    ],
    ['in a metamethod', `return setmetatable({}, { __index = function() ${forever} end }).x`],
    ['in __tostring', `return tostring(setmetatable({}, { __tostring = function() ${forever} end }))`],
    ['in a reader of load', `while true do load(function() ${forever} end) end`],
    [
      'in a reader of load in gsub',
      `("x"):gsub("x", function() while true do load(function() ${forever} end) end end)`,
    ],
    ['in __close', `local x <close> = ${closing(forever)}`],
    ['in __close after it was ended', `local x <close> = ${closing(forever)} ${forever}`],
    [
      'in __close of a coroutine in a comparison',
      `table.sort({ 1, 2 }, function()
        coroutine.wrap(function() local x <close> = ${closing(forever)} ${forever} end)()
      end)`,
    ],
    [
      'in __close of a coroutine that is closed',
      `local co = coroutine.create(function() local x <close> = ${closing(forever)} coroutine.yield() end)
      coroutine.resume(co)
      coroutine.close(co)`,
    ],
    ['in the description of an error', `error(setmetatable({}, { __tostring = function() ${forever} end }))`],
    ['in an iterator', `for _ in function() return 1 end do end`],
    ['by a tail call', `local function f() return f() end return f()`],
  ])('is ended %s, with its line, and others run afterwards', async (_where, body) => {
    const { tool } = await loadScript(`${toolOf(body)} ${toolOf('return "fine"').replace('"t"', '"u"')}`, { limits });
    const start = Date.now();
    const stop = clockOfScript();
    await expect(tool('t')).rejects.toThrow(
      /^extensions\/hello\.lua:\d+: ran for 0\.05 s without waiting, and was ended$/,
    );
    expect(Date.now() - start).toBeLessThan(20_000);
    stop();
    expect(await tool('u')).toBe('fine');
  });

  const loop = `function() ${forever} end`;
  test.each([
    ['pcall', `pcall(${loop})`],
    ['xpcall', `xpcall(${loop}, print)`],
    ['load', `load(${loop})`],
    ['coroutine.resume', `coroutine.resume(coroutine.create(${loop}))`],
    [
      'coroutine.resume of one that cannot yield',
      `coroutine.resume(coroutine.create(function() table.sort({ 1, 2 }, ${loop}) end))`,
    ],
    ['pcall in a coroutine', `coroutine.resume(coroutine.create(function() pcall(table.sort, { 1, 2 }, ${loop}) end))`],
    [
      'coroutine.close',
      `local co = coroutine.create(function() local x <close> = ${closing(forever)} coroutine.yield() end)
      coroutine.resume(co)
      coroutine.close(co)`,
    ],
  ])('does nothing more, whatever catches errors: %s', async (_what, statement) => {
    const body = `table.sort({ 1, 2 }, function() ${statement} reached = true end)`;
    const { tool } = await loadScript(
      `${toolOf(body)} ${toolOf('return tostring(reached)').replace('"t"', '"reached"')}`,
      { limits },
    );
    const stop = clockOfScript();
    await expect(tool('t')).rejects.toThrow('and was ended');
    stop();
    expect(await tool('reached')).toBe('nil');
  });

  const closers = `
    local closing = ${closing(forever)}
    local function nest(depth)
      local x <close> = closing
      if depth == 0 then ${forever} end
      nest(depth - 1)
      return 1
    end`;
  test.each([
    ['', `${closers} nest(60000)`],
    [' in pcall in a comparison', `${closers} table.sort({ 1, 2 }, function() pcall(nest, 60000) end)`],
  ])('has no time for many variables that are closed%s', async (_where, body) => {
    // Time enough to have them all.
    const { tool } = await loadScript(toolOf(body), { limits: { runMs: 150 } });
    const start = performance.now();
    await expect(tool('t')).rejects.toThrow('and was ended');
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  test('leaves a coroutine as quick as it was', async () => {
    lookedClock();
    const source = `
      ${toolOf(`
        kept = coroutine.create(function()
          while not go do end
          coroutine.yield("on")
          for _ = 1, 1e5 do end
          return "whole"
        end)
        coroutine.resume(kept)`)}
      zi.register_tool { name = "u", description = "d", execute = function()
        go = true
        coroutine.resume(kept)
        return select(2, coroutine.resume(kept))
      end }`;
    const { tool } = await loadScript(source, { limits: { runMs: 400 } });
    await expect(tool('t')).rejects.toThrow('and was ended');
    expect(await tool('u')).toBe('whole');
  });

  test('cannot leave a coroutine that loops when it is closed later', async () => {
    const source = `
      local co
      ${toolOf(`
        table.sort({ 1, 2 }, function()
          co = coroutine.create(function()
            local x <close> = ${closing(forever)}
            table.sort({ 1, 2 }, function() ${forever} end)
          end)
          coroutine.resume(co)
        end)`)}
      zi.register_tool { name = "close", description = "d", execute = function()
        return tostring(coroutine.close(co))
      end }`;
    const { tool } = await loadScript(source, { limits });
    await expect(tool('t')).rejects.toThrow('and was ended');
    await expect(Promise.race([tool('close')])).resolves.toMatch(/true|false/);
  });

  test('may not have finalizers, in which no limit holds', async () => {
    await expect(runLua(`setmetatable({}, { __gc = function() ${forever} end })`)).rejects.toThrow(
      /^extensions\/hello\.lua:1: __gc is not available\./,
    );
  });

  test('has its time anew after each wait', async () => {
    const now = lookedClock();
    const running = 'for _ = 1, 70000 do end';
    const given = { limits: { runMs: 200 } };
    expect(await runLua(`for _ = 1, 4 do ${running} ctx.sleep(1) end return "whole"`, given)).toBe('whole');
    expect(now()).toBeGreaterThan(400);
    await expect(runLua(`for _ = 1, 4 do ${running} end`, given)).rejects.toThrow('ran for 0.2 s without waiting');
  });

  test('is refused while it loads', async () => {
    await expect(loadScript(`\n\n${forever}`, { limits: { loadMs: 150 } })).rejects.toThrow(
      'extensions/hello.lua:3: ran for more than 0.15 s while the script loads',
    );
  });

  test('is ended when it goes on after its call was stopped', async () => {
    const { tool } = await loadScript(toolOf('while true do pcall(ctx.sleep, 0) end'));
    const abort = new AbortController();
    const running = tool('t', {}, abort.signal);
    setTimeout(() => abort.abort(), 20);
    await expect(running).rejects.toThrow('the call was stopped');
  });
});

describe('a script that runs long, waits and runs again', () => {
  const busy = 'local until_ = os.clock() + 0.1 while os.clock() < until_ do end';

  test('leaves the worker to others for as long as it ran', async () => {
    const { tool } = await loadScript(toolOf(`${busy} ctx.sleep(0) ${busy} return "done"`));
    const begun = performance.now();
    expect(await tool('t')).toBe('done');
    // It ran twice; another call of it begins when the second rest is over, too.
    expect(performance.now() - begun).toBeGreaterThanOrEqual(280);
    await tool('t');
    expect(performance.now() - begun).toBeGreaterThanOrEqual(680);
  });

  test('keeps no other call of it from going on', async () => {
    const loop = `zi.register_tool { name = "loop", description = "d", execute = function(params, ctx)
      while not ctx.signal.aborted() do ${busy} ctx.sleep(0) end
    end }`;
    const { tool } = await loadScript(`${loop} ${toolOf('return "done"')}`);
    const abort = new AbortController();
    const looping = tool('loop', {}, abort.signal).catch(() => undefined);
    const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms, 'too late'));
    await passed(150);
    const late = passed(2000);
    expect(await Promise.race([tool('t'), late])).toBe('done');
    abort.abort();
    await looping;
  });

  test('has what is left of the time at its end', async () => {
    // Shorter than the rest, which would leave it no time.
    const { tool, loaded, logged } = await loadScript(
      `${toolOf(`${busy} ${busy} ${busy} ${busy} return "done"`)} zi.on("session_shutdown", function() print("ended") end)`,
      { limits: { endMs: 200 } },
    );
    await tool('t');
    await loaded.deactivate();
    await vi.waitFor(() => expect(logged()).toContain('ended'));
  });
});
