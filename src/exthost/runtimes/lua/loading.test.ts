import { describe, expect, test, vi } from 'vitest';
import { loadScript, toolOf } from '../../test-support/load-script.ts';

describe('a script that loads', () => {
  test('may return a function, which is called with zi', async () => {
    const { registered, logged } = await loadScript(`
      local first = ...
      return function(given, ctx)
        zi.log(tostring(given == zi and first == zi) .. type(ctx))
        given.command("c", { handler = print })
      end`);
    await vi.waitFor(() => expect(logged()).toEqual(['truetable']));
    expect(Object.keys(registered?.commands ?? {})).toEqual(['c']);
  });

  test.each(['5', '"text"', '{}', 'true', 'coroutine.create(print)'])('may not return %s', async (value) => {
    await expect(loadScript(`return ${value}`)).rejects.toThrow(
      /the script returned a \w+\. Return nothing, or a function/,
    );
  });

  test.each([
    ['ctx.ui.confirm("Sure?")', 'ctx.ui.confirm'],
    ['ctx.sleep(1)', 'ctx.sleep'],
    ['ctx.state.get("x")', 'ctx.state.get'],
    ['pcall(ctx.sleep, 1) ctx.ui.input("x")', 'ctx.ui.input'],
    ['coroutine.wrap(function() ctx.ui.select("x", { "y" }) end)()', 'ctx.ui.select'],
  ])('cannot wait: %s', async (statement, name) => {
    const message = `extensions/hello.lua:3: ${name} waits, which is not possible while a script loads`;
    await expect(loadScript(`local _, ctx = ...\n\n${statement}`)).rejects.toThrow(message);
    await expect(loadScript(`return function(_, ctx)\n\n${statement} end`)).rejects.toThrow(message);
  });

  test.each(['\u{feff}', '#!/usr/bin/lua', '\u{feff}# x', '#'])('may begin with %j', async (beginning) => {
    await expect(loadScript(`${beginning}\nerror("no")`)).rejects.toThrow('extensions/hello.lua:2: no');
    await loadScript(beginning);
  });

  test('tells where its syntax is wrong', async () => {
    await expect(loadScript('local x\nx = = 1')).rejects.toThrow("extensions/hello.lua:2: unexpected symbol near '='");
  });

  test('tells the line of an error, and how it came there', async () => {
    const loading = loadScript('local function f()\n error("no")\nend\nf()');
    await expect(loading).rejects.toThrow('extensions/hello.lua:2: no');
    const error = (await loading.catch((thrown) => thrown)) as Error;
    expect(error.stack).toBe(
      [
        'LuaError: extensions/hello.lua:2: no',
        "    at [C]: in function 'error'",
        "    at extensions/hello.lua:2: in local 'f'",
        "    at extensions/hello.lua:4: in local 'chunk'",
      ].join('\n'),
    );
  });
});

describe('require', () => {
  const requiring = (name: string) => toolOf(`return tostring(require(${JSON.stringify(name)}))`);

  test('takes no name that is long', async () => {
    const { tool } = await loadScript(requiring('x'.repeat(201)));
    await expect(tool('t')).rejects.toThrow('extensions/hello.lua:1: require needs a name of 200 letters at most');
  });

  test('finds a module once, however often it is asked for', async () => {
    const modules = { 'words.lua': 'count = (count or 0) + 1 return { name = ..., path = select(2, ...) }' };
    const { tool } = await loadScript(
      toolOf(`
        local words, path = require "hello.words"
        assert(words == require "hello.words")
        return table.concat({ words.name, words.path, path, count }, " ")`),
      { modules },
    );
    expect(await tool('t')).toBe('hello.words extensions/hello/words.lua extensions/hello/words.lua 1');
  });

  test('gives true for a module that returns nothing', async () => {
    expect(await (await loadScript(requiring('hello.a'), { modules: { 'a.lua': '' } })).tool('t')).toBe('true');
  });

  test('tells where it has looked for one that is not there', async () => {
    const { tool } = await loadScript(requiring('hello.wrds'), { modules: { 'words.lua': '' } });
    await expect(tool('t')).rejects.toThrow(
      'extensions/hello.lua:1: there is no module "hello.wrds": looked for extensions/hello/wrds.lua, extensions/hello/wrds/init.lua',
    );
    await expect((await loadScript(requiring('toString'))).tool('t')).rejects.toThrow('there is no module "toString"');
  });

  test('tells a circle', async () => {
    const modules = { 'a.lua': 'require "hello.b"', 'b.lua': '\nrequire "hello.a"' };
    await expect((await loadScript(requiring('hello.a'), { modules })).tool('t')).rejects.toThrow(
      'extensions/hello/b.lua:2: modules require each other in a circle: hello.a → hello.b → hello.a',
    );
  });

  test('tells file and line of an error in a module, and tries it anew', async () => {
    const modules = { 'bad.lua': '\n\nerror("no")', 'worse.lua': '\nx = = 1' };
    const { tool } = await loadScript(requiring('hello.bad'), { modules });
    await expect(tool('t')).rejects.toThrow('extensions/hello/bad.lua:3: no');
    const again = toolOf('pcall(require, "hello.bad") require "hello.bad"');
    await expect((await loadScript(again, { modules })).tool('t')).rejects.toThrow('extensions/hello/bad.lua:3: no');
    await expect((await loadScript(requiring('hello.worse'), { modules })).tool('t')).rejects.toThrow(
      "extensions/hello/worse.lua:2: unexpected symbol near '='",
    );
  });

  test('loads a module again whose first loading was ended', async () => {
    const modules = { 'slow.lua': 'if not quick then quick = true while true do end end return "whole"' };
    const { tool } = await loadScript(requiring('hello.slow'), { modules, limits: { runMs: 150 } });
    await expect(tool('t')).rejects.toThrow('extensions/hello/slow.lua:1: ran for');
    expect(await tool('t')).toBe('whole');
  });
});
