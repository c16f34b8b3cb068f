/** The C functions of Lua 5.4 that are used, called without wasmoon's wrappers: these copy arguments and cut texts. */

/** An address in the memory of an instance: of a state, a coroutine, bytes. */
export type Pointer = number;

interface LuaFunctions {
  lua_newstate(allocate: number, data: Pointer): Pointer;
  lua_absindex(L: Pointer, index: number): number;
  lua_gettop(L: Pointer): number;
  lua_settop(L: Pointer, index: number): void;
  lua_pushvalue(L: Pointer, index: number): void;
  lua_checkstack(L: Pointer, count: number): number;
  lua_xmove(from: Pointer, to: Pointer, count: number): void;
  lua_type(L: Pointer, index: number): number;
  lua_isinteger(L: Pointer, index: number): number;
  lua_tonumberx(L: Pointer, index: number, isNumber: Pointer): number;
  lua_tointegerx(L: Pointer, index: number, isInteger: Pointer): bigint;
  lua_toboolean(L: Pointer, index: number): number;
  lua_tolstring(L: Pointer, index: number, length: Pointer): Pointer;
  lua_topointer(L: Pointer, index: number): Pointer;
  lua_pushnil(L: Pointer): void;
  lua_pushnumber(L: Pointer, value: number): void;
  lua_pushinteger(L: Pointer, value: bigint): void;
  lua_pushboolean(L: Pointer, value: number): void;
  lua_pushlightuserdata(L: Pointer, address: Pointer): void;
  lua_pushlstring(L: Pointer, bytes: Pointer, length: number): Pointer;
  lua_pushcclosure(L: Pointer, code: number, upvalues: number): void;
  lua_createtable(L: Pointer, items: number, fields: number): void;
  lua_rawset(L: Pointer, index: number): void;
  lua_rawget(L: Pointer, index: number): number;
  lua_rawseti(L: Pointer, index: number, key: bigint): void;
  lua_rawgeti(L: Pointer, index: number, key: bigint): number;
  lua_next(L: Pointer, index: number): number;
  lua_getmetatable(L: Pointer, index: number): number;
  lua_setmetatable(L: Pointer, index: number): number;
  lua_newthread(L: Pointer): Pointer;
  lua_resume(L: Pointer, from: Pointer, args: number, results: Pointer): number;
  lua_yieldk(L: Pointer, results: number, context: number, continuation: number): number;
  lua_isyieldable(L: Pointer): number;
  lua_pcallk(L: Pointer, args: number, results: number, handler: number, context: number, continuation: number): number;
  lua_callk(L: Pointer, args: number, results: number, context: number, continuation: number): void;
  lua_error(L: Pointer): number;
  lua_sethook(L: Pointer, hook: number, mask: number, count: number): void;
  lua_gethookcount(L: Pointer): number;
  luaL_ref(L: Pointer, table: number): number;
  luaL_unref(L: Pointer, table: number, reference: number): void;
  luaL_where(L: Pointer, level: number): void;
  luaL_traceback(L: Pointer, of: Pointer, message: Pointer, level: number): void;
  luaL_loadbufferx(L: Pointer, bytes: Pointer, length: number, name: Pointer, mode: Pointer): number;
  luaL_openlibs(L: Pointer): void;
  malloc(bytes: number): Pointer;
  realloc(address: Pointer, bytes: number): Pointer;
  free(address: Pointer): void;
}

/** The parts of wasmoon's module that are used. */
interface LuaModule {
  /** Replaced when the memory grows. */
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  addFunction(run: (...args: number[]) => number | undefined, signature: string): number;
}

export interface Lua extends LuaFunctions {
  readonly module: LuaModule;
  /** Four bytes for what a function returns beside its result. */
  readonly scratch: Pointer;
  /** Room for a short text on its way to Lua. */
  readonly room: Pointer;
}

/** Bytes of `room`. */
export const roomBytes = 256;

export const registryIndex = -1_001_000;
/** Index of an upvalue of the running C function, from 1. */
export const upvalueIndex = (index: number): number => registryIndex - index;

export const luaStatus = { ok: 0, yielded: 1, outOfMemory: 4 } as const;

export const luaType = {
  nil: 0,
  boolean: 1,
  lightUserdata: 2,
  number: 3,
  string: 4,
  table: 5,
  function: 6,
  userdata: 7,
  thread: 8,
} as const;

/**
 * @param module of wasmoon
 * @param functions what its instance exports: those of the module pass their arguments on one by one
 */
export function luaOf(module: object, functions: WebAssembly.Exports): Lua {
  const lua = Object.fromEntries(
    Object.entries(functions).filter(([name]) => /^(lua|malloc$|realloc$|free$)/.test(name)),
  ) as unknown as Lua;
  return { ...lua, module: module as LuaModule, scratch: lua.malloc(4), room: lua.malloc(roomBytes) };
}

/**
 * Whether a thrown value is an error of Lua on its way to where it is caught: emscripten's `longjmp` throws a number.
 * It must be thrown on.
 */
export const isLuaJump = (thrown: unknown): boolean => typeof thrown === 'number';
