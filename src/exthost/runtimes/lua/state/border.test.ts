import { describe, expect, test } from 'vitest';
import { loadScript, runLua, toolOf } from '../../../test-support/load-script.ts';

/** The JSON of a value of Lua. */
const jsonOf = (expression: string) => runLua(`return zi.json.encode(${expression})`, { limits: { runMs: 20_000 } });

describe('a value of Lua', () => {
  test.each([
    ['nil', 'null'],
    ['true', 'true'],
    ['1', '1'],
    ['1.0', '1'],
    ['1.5', '1.5'],
    ['-0.0', '0'],
    ['1e300', '1e+300'],
    ['(1 << 53) - 1', '9007199254740991'],
    ['-(1 << 53) + 1', '-9007199254740991'],
    ['"ä€𝄞\\0\\n"', '"ä€𝄞\\u0000\\n"'],
    ['{}', '{}'],
    ['zi.array {}', '[]'],
    ['zi.json.array {}', '[]'],
    ['{ properties = {}, required = zi.array {} }', '{"properties":{},"required":[]}'],
    ['{ 1, "b", { 3 } }', '[1,"b",[3]]'],
    ['{ c = 1, b = 2, a = { z = 1, y = 2 } }', '{"a":{"y":2,"z":1},"b":2,"c":1}'],
    ['{ zi.null, 2, zi.null }', '[null,2,null]'],
    ['{ a = zi.null }', '{"a":null}'],
    ['{ ["__proto__"] = 1 }', '{"__proto__":1}'],
    ['setmetatable({ 1 }, { __index = error, __len = error, __pairs = error })', '[1]'],
  ])('is passed on: %s', async (expression, json) => {
    expect(await jsonOf(expression)).toBe(json);
  });

  test.each([
    ['{ a = { 1, { id = 1 << 53 } } }', 'an integer beyond 2^53 cannot be passed whole: value.a[2].id'],
    ['math.mininteger', 'an integer beyond 2^53 cannot be passed whole: value'],
    ['{ 0 / 0 }', 'NaN cannot be passed: value[1]'],
    ['{ x = -1 / 0 }', 'an infinite number cannot be passed: value.x'],
    ['{ ["a b"] = "\\xff" }', 'a text that is not UTF-8 cannot be passed: value["a b"]'],
    ['{ ["\\xff"] = 1 }', 'a text that is not UTF-8 cannot be passed: value'],
    ['{ 1, nil, 3 }', 'an array with a hole cannot be passed: item 2 is nil. Use zi.null: value'],
    ['{ [1000000000] = 1 }', 'an array with a hole cannot be passed: item 1000000000 comes after nil: value'],
    ['{ 1, a = 2 }', 'a table with both items and fields ("a") cannot be passed: value'],
    ['zi.array { a = 2 }', 'an array with fields cannot be passed: value'],
    ['{ [1.5] = 1 }', 'a table whose keys are neither texts nor counted from 1 cannot be passed: value'],
    ['{ [true] = 1 }', 'a table whose keys are neither texts'],
    ['{ [0] = 1 }', 'a table whose keys are neither texts'],
    ['{ f = print }', 'a function cannot be passed: value.f'],
    ['{ coroutine.create(print) }', 'a coroutine cannot be passed: value[1]'],
    ['(function() local t = {} t.t = { t } return t end)()', 'a table that holds itself cannot be passed: value.t[1]'],
    [
      '(function() local t = {} for _ = 1, 70 do t = { t } end return t end)()',
      'a table nested deeper than 64 levels cannot be passed: value[1]',
    ],
    [
      '(function() local t = {} for _ = 1, 40 do t = { t, t } end return t end)()',
      'more than 1,000,000 values cannot be passed: value[1]',
    ],
    [
      '(function() local t, text = {}, ("x"):rep(1e6) for n = 1, 500 do t[n] = text end return t end)()',
      'texts of more than 16 MB cannot be passed: value[17]',
    ],
    ['{ [("x"):rep(9e6)] = ("x"):rep(9e6) }', `texts of more than 16 MB cannot be passed: value.${'x'.repeat(100)}`],
  ])('is refused: %s', async (expression, message) => {
    await expect(jsonOf(expression)).rejects.toThrow(`extensions/hello.lua:1: ${message}`);
  });

  test('names the place in the result of a tool', async () => {
    await expect(runLua('return { content = "x", details = { id = 1 << 60 } }')).rejects.toThrow(
      'extensions/hello.lua:1: an integer beyond 2^53 cannot be passed whole: tool result.details.id',
    );
    await expect(runLua('return "\\xff"')).rejects.toThrow('a text that is not UTF-8 cannot be passed: tool result');
  });

  test('may be in many tables, as long as none holds itself', async () => {
    expect(await jsonOf('(function() local t = { 1 } return { t, t, { t } } end)()')).toBe('[[1],[1],[[1]]]');
  });
});

describe('a value for Lua', () => {
  /** What a tool says of its argument `v`. */
  const told = async (value: unknown, body: string) =>
    (await loadScript(toolOf(`local v = params.v ${body}`))).tool('t', { v: value });

  test.each([
    [null, 'nil nil'],
    [undefined, 'nil nil'],
    [true, 'boolean true'],
    [3, 'number 3'],
    [3.5, 'number 3.5'],
    [-0, 'number 0'],
    [1e20, 'number 1e+20'],
    ['ä\0b', 'string ä\0b'],
    ['', 'string '],
    [new Uint8Array([228, 246]).subarray(1), 'string \uFFFD'],
  ])('arrives: %j', async (value, text) => {
    const body = 'zi.log(type(v) .. " " .. tostring(v))';
    const { tool, logged } = await loadScript(toolOf(`local v = params.v ${body}`));
    await tool('t', { v: value });
    await expect.poll(logged).toEqual([text]);
  });

  test('keeps its bytes', async () => {
    expect(await told(Uint8Array.of(0, 255, 10), 'return table.concat({ v:byte(1, -1) }, " ")')).toBe('0 255 10');
  });

  test('keeps empty arrays and nulls in arrays through Lua', async () => {
    const value = { a: [], b: {}, c: [null, 1, null], d: [[], {}], e: null };
    expect(await told(value, 'return zi.json.encode(v)')).toBe('{"a":[],"b":{},"c":[null,1,null],"d":[[],{}]}');
    expect(await told([null, 2], 'return tostring(#v) .. tostring(v[1] == zi.null)')).toBe('2true');
    expect(await told([], 'v[1] = 5 return zi.json.encode(v)')).toBe('[5]');
  });

  test('is refused where Lua would have another', async () => {
    await expect(told(2 ** 53, '')).rejects.toThrow('an integer beyond 2^53 cannot be passed whole: argument 1.v');
    await expect(told(5n, '')).rejects.toThrow('a bigint cannot be passed: argument 1.v');
    await expect(told(() => 1, '')).rejects.toThrow('a function cannot be passed: argument 1.v');
    let deep: unknown = 1;
    for (let level = 0; level < 70; level += 1) deep = [deep];
    await expect(told(deep, '')).rejects.toThrow('nested deeper than 64 levels');
  });

  test('is read from JSON', async () => {
    expect(await runLua(`return zi.json.decode('{"a":[1,2.5,"x"]}').a[3]`)).toBe('x');
    await expect(runLua(`zi.json.decode('{"a":')`)).rejects.toThrow(/^extensions\/hello\.lua:1: .*JSON/);
    await expect(runLua(`zi.json.decode('{"a": 9007199254740993}')`)).rejects.toThrow('beyond 2^53');
    await expect(runLua(`zi.json.decode("[" .. ("{},"):rep(2e6) .. "{}]")`)).rejects.toThrow(
      'texts of more than 4 MB cannot be passed: text',
    );
    await expect(runLua(`zi.json.decode(5)`)).rejects.toThrow('must be a string, not a number');
  });
});
