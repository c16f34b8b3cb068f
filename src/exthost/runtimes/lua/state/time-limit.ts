import { pushText, readText } from './border.ts';
import type { Lua, Pointer } from './lua-api.ts';
import { LuaError } from './lua-error.ts';
import { placeOf, preludeName } from './lua-place.ts';

/** Instructions between two looks at the clock, at most: a hundredth of a millisecond. */
const most = 1000;
/** The same at first, and when they were slow, as a function of Lua's library may take long and is one of them. */
const few = 10;
/** Milliseconds between two looks from which on they are slow. */
const slowMs = 1;
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
  #lookedAt = 0;
  #instructions = few;
  /** What was resumed; further coroutines may run in it. */
  #outermost: Pointer;

  constructor(lua: Lua, main: Pointer) {
    this.#lua = lua;
    this.#outermost = main;
    this.#hook = lua.module.addFunction((L = 0) => {
      this.#look(L);
      return undefined;
    }, 'vii');
    this.#lookAfter(main, few);
  }

  /**
   * @param L what is resumed
   * @param what is told when the time is over: "ran for 2 s without waiting"
   */
  start(L: Pointer, ms: number, what: string): void {
    this.#lookedAt = performance.now();
    this.#deadline = this.#lookedAt + ms;
    this.#what = what;
    this.#ended = undefined;
    this.#outermost = L;
    this.#instructions = few;
    this.#lookAfter(L, few);
  }

  /** Call after a function of JavaScript, whose time no instruction counts: if it was too much, `L` ends at its next. */
  returned(L: Pointer): void {
    if (performance.now() >= this.#deadline) this.#lookAfter(L, 1);
  }

  get ended(): LuaError | undefined {
    return this.#ended;
  }

  #look(L: Pointer): void {
    const now = performance.now();
    if (now < this.#deadline) {
      this.#instructions = now - this.#lookedAt > slowMs ? few : Math.min(this.#instructions * 2, most);
      this.#lookAfter(L, this.#instructions);
      // Without the time that it took to set it.
      this.#lookedAt = performance.now();
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
    // Setting it takes as long as the calls are deep.
    if (this.#lua.lua_gethookcount(L) !== count) this.#lua.lua_sethook(L, this.#hook, countMask, count);
  }

  #end(L: Pointer): LuaError {
    const lua = this.#lua;
    const traceback = this.#tracebackOf(L, L);
    // A coroutine that has just begun has nothing of the script on its stack.
    const place = placeOf(lua, L) || firstPlaceIn(this.#tracebackOf(L, this.#outermost));
    return new LuaError(`${place}${this.#what}`, traceback);
  }

  #tracebackOf(L: Pointer, of: Pointer): string {
    const lua = this.#lua;
    lua.luaL_traceback(L, of, 0, 0);
    const traceback = readText(lua, L, -1);
    lua.lua_settop(L, -2);
    return traceback;
  }
}

const firstPlaceIn = (traceback: string): string =>
  new RegExp(`^\\t(?!\\[C\\]|${preludeName}:)(.*?:\\d+: )`, 'm').exec(traceback)?.[1] ?? '';
