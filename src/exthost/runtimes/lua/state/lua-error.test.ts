import { describe, expect, test } from 'vitest';
import { runLua } from '../../../test-support/load-script.ts';

const place = 'extensions/hello.lua:1: ';

describe('an error of a script', () => {
  test.each([
    ['error("text")', `${place}text`],
    ['error("text", 0)', 'text'],
    ['error({ message = "text" })', `${place}text`],
    ['error(setmetatable({}, { __tostring = function() return "shown" end }))', `${place}shown`],
    [
      'error(setmetatable({}, { __tostring = function() error("again") end }))',
      `${place}an error that cannot be read: its __tostring fails`,
    ],
    [
      'error(setmetatable({}, { __tostring = function() return {} end }))',
      `${place}an error that cannot be read: its __tostring fails`,
    ],
    ['error(setmetatable({}, { __index = function() error("again") end }))', `${place}table: `],
    ['error({})', `${place}an error that is a table without a message`],
    ['error()', `${place}an error that is nil`],
    ['error(5)', `${place}an error that is 5`],
    ['error(print)', `${place}an error that is builtin`.slice(0, -8)],
    ['local x = nil + 1', `${place}attempt to perform arithmetic on a nil value`],
    ['return nothing.at.all', `${place}attempt to index a nil value (global 'nothing')`],
    ['return string.rep()', `${place}bad argument #1 to 'rep' (string expected, got no value)`],
    ['assert(false, "asserted") return 1', `${place}asserted`],
    ['coroutine.wrap(function() error("inner") end)()', `${place}inner`],
    ['error("\\xff")', `${place}\uFFFD`],
  ])('is told in one line: %s', async (statement, message) => {
    const error = (await runLua(statement).catch((thrown) => thrown)) as Error;
    expect(error.name).toBe('LuaError');
    expect(error.message.startsWith(message), error.message).toBe(true);
    expect(error.message).not.toContain('\n');
  });

  test('is cut when nobody would read it', async () => {
    for (const text of ['x', '\\n']) {
      const error = (await runLua(`error(("${text}"):rep(2e7))`).catch((thrown) => thrown)) as Error;
      expect(error.message.length + (error.stack ?? '').length).toBeLessThan(1_000_000);
    }
  });

  test('keeps further lines for the log, with the calls that led to it', async () => {
    const body = `
      local function inner() error("first\\nsecond") end
      local function outer() inner() end
      outer()`;
    const error = (await runLua(body).catch((thrown) => thrown)) as Error;
    expect(error.message).toBe('extensions/hello.lua:2: first');
    expect(error.stack).toBe(
      [
        'LuaError: extensions/hello.lua:2: first',
        'second',
        "    at [C]: in function 'error'",
        "    at extensions/hello.lua:2: in upvalue 'inner'",
        "    at extensions/hello.lua:3: in local 'outer'",
        "    at extensions/hello.lua:4: in local 'execute'",
      ].join('\n'),
    );
  });
});
