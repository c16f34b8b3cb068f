import { type Lua, luaType, type Pointer, registryIndex, roomBytes } from './lua-api.ts';

/**
 * Values between Lua and JavaScript: those of JSON, copied. A value that would change on the way is refused, by an
 * error with its place in the value. To be called in a function that Lua has called: memory may run out.
 */

/** What tables are marked with that are an array although they are empty: the address of their metatable. */
export interface BorderMarks {
  readonly array: Pointer;
  /** Reference of that metatable in the registry. */
  readonly arrayReference: number;
}

const deepest = 64;
/** Of one value. Small tables that share others, or texts, would be large ones. */
export interface BorderLimits {
  readonly values: number;
  readonly textBytes: number;
}
const usualLimits: BorderLimits = { values: 1_000_000, textBytes: 16 * 1024 ** 2 };
const twoTo63 = 2 ** 63;
const slots = 8;

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const looseUtf8 = new TextDecoder('utf-8', { ignoreBOM: true });
const utf8 = new TextEncoder();

/** Bytes of a text for people. */
const longestRead = 100_000;
/** Letters of a key in the place of a value. */
const longestKey = 100;

/** The bytes of a text, valid until Lua runs. */
function bytesAt(lua: Lua, L: Pointer, index: number): Uint8Array {
  const lengthAt = lua.scratch;
  const start = lua.lua_tolstring(L, index, lengthAt);
  const length = lua.module.HEAPU32[lengthAt >> 2] ?? 0;
  return lua.module.HEAPU8.subarray(start, start + length);
}

/** A text for people: what is not UTF-8 in it is replaced, and what nobody would read is left out. */
export const readText = (lua: Lua, L: Pointer, index: number): string =>
  looseUtf8.decode(bytesAt(lua, L, index).subarray(0, longestRead));

/** Most texts are short: keys, names. */
export function pushText(lua: Lua, L: Pointer, text: string): void {
  const { length } = text;
  if (length > roomBytes) return pushBytes(lua, L, utf8.encode(text));
  const { HEAPU8: heap } = lua.module;
  for (let index = 0; index < length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 127) return pushBytes(lua, L, utf8.encode(text));
    heap[lua.room + index] = code;
  }
  lua.lua_pushlstring(L, lua.room, length);
}

export function pushBytes(lua: Lua, L: Pointer, bytes: Uint8Array): void {
  const { length } = bytes;
  const start = lua.malloc(length + 1);
  if (start === 0) throw new RangeError('there is no memory for a text');
  try {
    lua.module.HEAPU8.set(bytes, start);
    lua.lua_pushlstring(L, start, length);
  } finally {
    lua.free(start);
  }
}

/** @param name of the value in messages, such as "tool result" */
export function readValue(
  lua: Lua,
  L: Pointer,
  index: number,
  name: string,
  marks: BorderMarks,
  limits = usualLimits,
): unknown {
  return new Reading(lua, L, name, marks, limits).value(lua.lua_absindex(L, index));
}

class Reading {
  readonly #lua: Lua;
  readonly #L: Pointer;
  readonly #marks: BorderMarks;
  readonly #limits: BorderLimits;
  readonly #path: string[];
  /** The tables that hold the present one. */
  readonly #holders: Pointer[] = [];
  #count = 0;
  #textBytes = 0;

  constructor(lua: Lua, L: Pointer, name: string, marks: BorderMarks, limits: BorderLimits) {
    this.#lua = lua;
    this.#L = L;
    this.#marks = marks;
    this.#limits = limits;
    this.#path = [name];
  }

  value(index: number): unknown {
    const lua = this.#lua;
    const L = this.#L;
    this.#count += 1;
    const { values } = this.#limits;
    if (this.#count > values) this.#refuse(`more than ${values.toLocaleString('en')} values cannot be passed`);
    const type = lua.lua_type(L, index);
    switch (type) {
      case luaType.nil:
      case -1:
        return undefined;
      case luaType.lightUserdata:
        return null;
      case luaType.boolean:
        return lua.lua_toboolean(L, index) !== 0;
      case luaType.number:
        return this.#number(index);
      case luaType.string:
        return this.#text(index);
      case luaType.table:
        return this.#table(index);
    }
    const name = { [luaType.function]: 'a function', [luaType.thread]: 'a coroutine' }[type] ?? 'userdata';
    return this.#refuse(`${name} cannot be passed`);
  }

  #number(index: number): number {
    const lua = this.#lua;
    const value = lua.lua_tonumberx(this.#L, index, 0);
    if (lua.lua_isinteger(this.#L, index)) {
      const whole = lua.lua_tointegerx(this.#L, index, 0);
      return Number.isSafeInteger(Number(whole))
        ? value
        : this.#refuse('an integer beyond 2^53 cannot be passed whole');
    }
    if (!Number.isFinite(value)) this.#refuse(`${Number.isNaN(value) ? 'NaN' : 'an infinite number'} cannot be passed`);
    return value;
  }

  #text(index: number): string {
    const bytes = bytesAt(this.#lua, this.#L, index);
    const { textBytes } = this.#limits;
    this.#textBytes += bytes.length;
    if (this.#textBytes > textBytes) this.#refuse(`texts of more than ${inWords(textBytes)} cannot be passed`);
    try {
      return strictUtf8.decode(bytes);
    } catch {
      return this.#refuse('a text that is not UTF-8 cannot be passed');
    }
  }

  #table(index: number): unknown {
    const lua = this.#lua;
    const L = this.#L;
    const address = lua.lua_topointer(L, index);
    if (this.#holders.includes(address)) this.#refuse('a table that holds itself cannot be passed');
    if (this.#holders.length >= deepest) this.#refuse(`a table nested deeper than ${deepest} levels cannot be passed`);
    if (!lua.lua_checkstack(L, slots)) this.#refuse('there is no room for it on Lua’s stack');
    this.#holders.push(address);
    const items: unknown[] = [];
    const fields: [string, unknown][] = [];
    lua.lua_pushnil(L);
    while (lua.lua_next(L, index) !== 0) {
      this.#entry(items, fields);
      // The key stays for the next step.
      lua.lua_settop(L, -2);
    }
    this.#holders.pop();
    if (items.length > 0 || this.#isArray(index)) return this.#whole(items, fields);
    // Lua's order changes from run to run.
    return Object.fromEntries(fields.sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** The entry on top of the stack: its key, then its value. */
  #entry(items: unknown[], fields: [string, unknown][]): void {
    const lua = this.#lua;
    const top = lua.lua_gettop(this.#L);
    const type = lua.lua_type(this.#L, top - 1);
    if (type === luaType.string) {
      const key = this.#text(top - 1);
      const shown = key.slice(0, longestKey);
      if (items.length > 0) this.#refuse(`a table with both items and fields ("${shown}") cannot be passed`);
      this.#path.push(/^[A-Za-z_]\w*$/.test(shown) ? `.${shown}` : `[${JSON.stringify(shown)}]`);
      fields.push([key, this.value(top)]);
    } else {
      const key = lua.lua_isinteger(this.#L, top - 1) ? Number(lua.lua_tointegerx(this.#L, top - 1, 0)) : 0;
      if (key < 1) this.#refuse('a table whose keys are neither texts nor counted from 1 cannot be passed');
      if (fields.length > 0)
        this.#refuse(`a table with both items and fields ("${fields[0]?.[0].slice(0, longestKey)}") cannot be passed`);
      if (key > this.#limits.values) this.#refuse(`an array with a hole cannot be passed: item ${key} comes after nil`);
      this.#path.push(`[${key}]`);
      items[key - 1] = this.value(top);
    }
    this.#path.pop();
  }

  #whole(items: unknown[], fields: readonly unknown[]): unknown[] {
    if (fields.length > 0) this.#refuse('an array with fields cannot be passed');
    const hole = items.findIndex((_, index) => !(index in items));
    if (hole < 0) return items;
    return this.#refuse(`an array with a hole cannot be passed: item ${hole + 1} is nil. Use zi.null`);
  }

  #isArray(index: number): boolean {
    const lua = this.#lua;
    if (lua.lua_getmetatable(this.#L, index) === 0) return false;
    const isArray = lua.lua_topointer(this.#L, -1) === this.#marks.array;
    lua.lua_settop(this.#L, -2);
    return isArray;
  }

  #refuse(reason: string): never {
    throw new TypeError(`${reason}: ${this.#path.join('')}`);
  }
}

const inWords = (bytes: number): string => (bytes < 1024 ** 2 ? `${bytes / 1000} kB` : `${bytes / 1024 ** 2} MB`);

/**
 * Pushes a value of JSON, or bytes as a text. null is nil, as is undefined; in an array it is `zi.null`, so that the
 * items after it keep their places.
 */
export function pushValue(lua: Lua, L: Pointer, value: unknown, name: string, marks: BorderMarks): void {
  const path = [name];

  const refuse = (reason: string): never => {
    throw new TypeError(`${reason}: ${path.join('')}`);
  };

  function push(given: unknown, depth: number): void {
    if (depth > deepest) refuse(`a value nested deeper than ${deepest} levels cannot be passed`);
    if (!lua.lua_checkstack(L, slots)) refuse('there is no room for it on Lua’s stack');
    if (given === null || given === undefined) return lua.lua_pushnil(L);
    if (typeof given === 'string') return pushText(lua, L, given);
    if (typeof given === 'boolean') return lua.lua_pushboolean(L, given ? 1 : 0);
    if (typeof given === 'number') return pushNumber(given);
    if (given instanceof Uint8Array) return pushBytes(lua, L, given);
    if (Array.isArray(given)) return pushArray(given, depth);
    if (typeof given === 'object') return pushFields(given, depth);
    refuse(`a ${typeof given} cannot be passed`);
  }

  function pushNumber(given: number): void {
    if (Number.isSafeInteger(given)) return lua.lua_pushinteger(L, BigInt(given));
    if (Number.isInteger(given) && Math.abs(given) < twoTo63) refuse('an integer beyond 2^53 cannot be passed whole');
    lua.lua_pushnumber(L, given);
  }

  function pushArray(items: readonly unknown[], depth: number): void {
    lua.lua_createtable(L, items.length, 0);
    if (items.length === 0) {
      lua.lua_rawgeti(L, registryIndex, BigInt(marks.arrayReference));
      lua.lua_setmetatable(L, -2);
    }
    for (const [index, item] of items.entries()) {
      path.push(`[${index + 1}]`);
      if (item === null || item === undefined) lua.lua_pushlightuserdata(L, 0);
      else push(item, depth + 1);
      lua.lua_rawseti(L, -2, BigInt(index + 1));
      path.pop();
    }
  }

  function pushFields(given: object, depth: number): void {
    lua.lua_createtable(L, 0, 0);
    for (const [key, inner] of Object.entries(given)) {
      path.push(`.${key}`);
      pushText(lua, L, key);
      push(inner, depth + 1);
      lua.lua_rawset(L, -3);
      path.pop();
    }
  }

  push(value, 0);
}
