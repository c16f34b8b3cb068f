import type { Lua, Pointer } from './lua-api.ts';

/** Of the limit, to which parts of objects may go: a text that is built is there twice, so no buffer needs more than half. */
const shareOfParts = 1.5;

/**
 * The memory of a state, as Lua asks for it. It asks for an object with its type in place of an old size, and when that is
 * refused it collects garbage and asks again. For a part of an object it may not: the buffer in which its library builds
 * a text, and a stack that grows, are asked for once, though all that there is may be garbage (`resizebox` of lauxlib.c,
 * `luaD_reallocstack` of ldo.c). So parts have room beyond the limit, and the next object has the garbage collected, or is
 * refused if it is still too much.
 */
export class LuaMemory {
  readonly #lua: Lua;
  #used = 0;
  /** Bytes. */
  limit = Number.POSITIVE_INFINITY;

  constructor(lua: Lua) {
    this.#lua = lua;
  }

  /** Opens a state that has its memory from here. @returns its main thread */
  open(): Pointer {
    const { lua_newstate, module } = this.#lua;
    const allocate = (_data = 0, block = 0, oldSize = 0, size = 0) => this.#allocate(block, oldSize, size >>> 0);
    const state = lua_newstate(module.addFunction(allocate, 'iiiii'), 0);
    if (state === 0) throw new RangeError('there is no memory for a state of Lua');
    return state;
  }

  /** `lua_Alloc`. @param oldSize of the block; if there is none, the type of the object, or 0 for a part */
  #allocate(block: Pointer, oldSize: number, size: number): Pointer {
    const lua = this.#lua;
    const added = block === 0 ? size : size - oldSize;
    if (size === 0) {
      lua.free(block);
      if (block !== 0) this.#used += added;
      return 0;
    }
    const isObject = block === 0 && oldSize !== 0;
    if (added > 0 && this.#used + added > this.limit * (isObject ? 1 : shareOfParts)) return 0;
    const given = lua.realloc(block, size);
    if (given !== 0) this.#used += added;
    return given;
  }
}
