import { pushText, readText } from './border.ts';
import type { Lua, Pointer } from './lua-api.ts';
import { LuaError } from './lua-error.ts';
import { placeOf } from './lua-place.ts';

/** Instructions between two looks at the clock: a tenth of a millisecond. */
const instructions = 10_000;
const countMask = 8;

/**
 * Ends what runs for too long in a state. Coroutines inherit the hook. One that can yield is left behind suspended, so
 * that nothing in it can catch its end; elsewhere, as in a comparison of `table.sort`, an error is raised, which the
 * prelude's `pcall` and its kin pass on (`isOver`).
 */
export class TimeLimit {
  readonly #lua: Lua;
  readonly #hook: number;
  #deadline = Number.POSITIVE_INFINITY;
  #what = '';
  #ended: LuaError | undefined;

  constructor(lua: Lua, main: Pointer) {
    this.#lua = lua;
    this.#hook = lua.module.addFunction((L = 0) => {
      this.#look(L);
      return undefined;
    }, 'vii');
    this.#lookAfter(main, instructions);
  }

  /** @param what is told when the time is over: "ran for 2 s without waiting" */
  start(ms: number, what: string): void {
    this.#deadline = performance.now() + ms;
    this.#what = what;
    this.#ended = undefined;
  }

  get ended(): LuaError | undefined {
    return this.#ended;
  }

  #look(L: Pointer): void {
    if (performance.now() < this.#deadline) {
      this.#lookAfter(L, instructions);
      return;
    }
    const lua = this.#lua;
    // Whatever it runs next, as after an error was caught, or to close a variable, is ended at once.
    this.#lookAfter(L, 1);
    this.#ended ??= this.#end(L);
    if (lua.lua_isyieldable(L)) {
      lua.lua_yieldk(L, 0, 0, 0);
      return;
    }
    pushText(lua, L, this.#ended.message);
    lua.lua_error(L);
  }

  #lookAfter(L: Pointer, count: number): void {
    this.#lua.lua_sethook(L, this.#hook, countMask, count);
  }

  #end(L: Pointer): LuaError {
    const lua = this.#lua;
    const place = placeOf(lua, L);
    lua.luaL_traceback(L, L, 0, 0);
    const traceback = readText(lua, L, -1);
    lua.lua_settop(L, -2);
    return new LuaError(`${place}${this.#what}`, traceback);
  }
}
