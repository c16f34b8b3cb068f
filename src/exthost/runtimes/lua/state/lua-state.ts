import { type BorderLimits, type BorderMarks, pushBytes, pushText, pushValue, readText, readValue } from './border.ts';
import { isLuaJump, type Lua, luaStatus, type Pointer, registryIndex, upvalueIndex } from './lua-api.ts';
import { LuaError } from './lua-error.ts';
import { LuaMemory } from './lua-memory.ts';
import { placeOf } from './lua-place.ts';
import { createLuaInstance } from './lua-wasm.ts';
import { TimeLimit } from './time-limit.ts';

export interface LuaLimits {
  readonly memoryBytes: number;
  /** Milliseconds that loading may take. */
  readonly loadMs: number;
  /** Milliseconds that a handler may run without waiting. */
  readonly runMs: number;
  /** Milliseconds for all that a script does when it ends. */
  readonly endMs: number;
}

/** Letters of a reason that are told. */
const longestReason = 4000;
/** Bytes that files begin with. */
const [bytecodeMark, hash] = [0x1b, 0x23];
const utf8Mark = [0xef, 0xbb, 0xbf];

/** What Lua takes of a file: no mark of UTF-8, and nothing of a first line as `#!/usr/bin/lua`. */
function textOf(file: Uint8Array): Uint8Array {
  const text = utf8Mark.every((byte, index) => file[index] === byte) ? file.subarray(utf8Mark.length) : file;
  if (text[0] !== hash) return text;
  const end = text.indexOf(0x0a);
  return end < 0 ? new Uint8Array() : text.subarray(end);
}

/** Calls a function by a module that has the address of the extension, so that stacks and profiles name it. */
export type Enter = <T>(run: () => T) => T;

/** A function for Lua, which reads its arguments from the stack and pushes its results. @returns the number of results */
export type HostFunction = (L: Pointer) => number;

/**
 * One state of Lua. Whatever may raise an error of Lua runs in `protect`, or in a function that Lua has called:
 * elsewhere the error would end the instance.
 */
export class LuaState {
  readonly lua: Lua;
  readonly limits: LuaLimits;
  readonly time: TimeLimit;
  readonly #main: Pointer;
  readonly #functions: HostFunction[] = [];
  readonly #enter: number;
  readonly #enterTask: number;
  readonly #marks: BorderMarks;
  readonly #runBy: Enter;
  #task: HostFunction | undefined;
  /** Why it cannot be used any more. */
  #end: Error | undefined;

  private constructor(lua: Lua, limits: LuaLimits, runBy: Enter) {
    this.#runBy = runBy;
    this.lua = lua;
    this.limits = limits;
    const memory = new LuaMemory(lua);
    this.#main = memory.open();
    this.#enter = lua.module.addFunction((L = 0) => this.#call(this.#functions[this.#idOf(L)], L), 'ii');
    this.#enterTask = lua.module.addFunction((L = 0) => this.#task?.(L) ?? 0, 'ii');
    this.protect((L) => lua.luaL_openlibs(L));
    this.time = new TimeLimit(lua, this.#main);
    this.#marks = this.protect((L) => {
      lua.lua_createtable(L, 0, 0);
      const array = lua.lua_topointer(L, -1);
      return { array, arrayReference: lua.luaL_ref(L, registryIndex) };
    });
    memory.limit = limits.memoryBytes;
  }

  static async create(limits: LuaLimits, runBy: Enter): Promise<LuaState> {
    return new LuaState(await createLuaInstance(), limits, runBy);
  }

  /** Nothing runs in it afterwards. Its memory goes with the last reference to it. */
  close(): void {
    this.#end ??= new Error('The extension has ended');
  }

  /**
   * Runs a task with the main state.
   * @throws `LuaError` for an error of Lua, and whatever the task throws
   */
  protect<T>(task: (L: Pointer) => T): T {
    if (this.#end) throw this.#end;
    const { lua } = this;
    const L = this.#main;
    const top = lua.lua_gettop(L);
    const outer = this.#task;
    let outcome: { readonly result: T } | { readonly thrown: unknown } | undefined;
    this.#task = (inner) => {
      try {
        outcome = { result: task(inner) };
      } catch (thrown) {
        if (isLuaJump(thrown) || this.#end) throw thrown;
        outcome = { thrown };
      }
      return 0;
    };
    let status: number;
    try {
      // Without upvalues, which would need memory.
      lua.lua_pushcclosure(L, this.#enterTask, 0);
      status = lua.lua_pcallk(L, 0, 0, 0, 0, 0);
    } catch (thrown) {
      throw this.#damaged(thrown);
    } finally {
      this.#task = outer;
    }
    if (status !== luaStatus.ok) outcome = { thrown: new LuaError(this.describe(readText(lua, L, -1))) };
    lua.lua_settop(L, top);
    if (outcome && 'thrown' in outcome) throw outcome.thrown;
    return (outcome as { readonly result: T }).result;
  }

  /** Pushes a function that may be called from Lua. What it throws is an error of Lua, with the script's line. */
  pushFunction(L: Pointer, run: HostFunction): void {
    const { lua } = this;
    this.#functions.push(run);
    lua.lua_pushinteger(L, BigInt(this.#functions.length - 1));
    lua.lua_pushcclosure(L, this.#enter, 1);
  }

  /**
   * Compiles a chunk of text and pushes its function.
   * @param name as in messages
   * @throws with path and line if it has a syntax error
   */
  pushChunk(L: Pointer, file: Uint8Array, name: string): void {
    const { lua } = this;
    const source = textOf(file);
    // Lua’s own message does not say where.
    if (source[0] === bytecodeMark) throw new LuaError(`${name.slice(1)}: this is bytecode, and only text is loaded`);
    const nameBytes = new TextEncoder().encode(`${name}\0t\0`);
    const start = lua.malloc(source.length + nameBytes.length);
    if (start === 0) throw new RangeError('there is no memory for the script');
    const nameAt = start + source.length;
    let status: number;
    try {
      lua.module.HEAPU8.set(source, start);
      lua.module.HEAPU8.set(nameBytes, nameAt);
      status = lua.luaL_loadbufferx(L, start, source.length, nameAt, nameAt + nameBytes.length - 2);
    } finally {
      lua.free(start);
    }
    if (status !== luaStatus.ok) throw new LuaError(this.describe(readText(lua, L, -1)));
  }

  /** @param name of the value in messages */
  push(L: Pointer, value: unknown, name: string): void {
    if (value instanceof Uint8Array) pushBytes(this.lua, L, value);
    else pushValue(this.lua, L, value, name, this.#marks);
  }

  /** @param name of the value in messages */
  read(L: Pointer, index: number, name: string, limits?: BorderLimits): unknown {
    return readValue(this.lua, L, index, name, this.#marks, limits);
  }

  /** Pushes the metatable of tables that are arrays although they are empty. */
  pushArrayMark(L: Pointer): void {
    this.lua.lua_rawgeti(L, registryIndex, BigInt(this.#marks.arrayReference));
  }

  /** Adds to the messages of Lua what it does not tell. */
  describe(message: string): string {
    const megabytes = this.limits.memoryBytes / 1024 ** 2;
    return message === 'not enough memory'
      ? `not enough memory: an extension may use ${megabytes} MB. Keep less at once`
      : message;
  }

  /**
   * Resumes a coroutine, in a task of `protect`.
   * @returns Lua's status, and the number of values on its stack
   */
  resume(L: Pointer, coroutine: Pointer, args: number): { status: number; count: number } {
    const { lua } = this;
    try {
      const status = this.#runBy(() => lua.lua_resume(coroutine, L, args, lua.scratch));
      return { status, count: lua.module.HEAPU32[lua.scratch >> 2] ?? 0 };
    } catch (thrown) {
      throw isLuaJump(thrown) ? thrown : this.#damaged(thrown);
    }
  }

  /** Frees a value that the registry holds. */
  unreference(reference: number): void {
    if (!this.#end) this.lua.luaL_unref(this.#main, registryIndex, reference);
  }

  #idOf(L: Pointer): number {
    return this.lua.lua_tonumberx(L, upvalueIndex(1), 0);
  }

  #call(run: HostFunction | undefined, L: Pointer): number {
    try {
      return run?.(L) ?? 0;
    } catch (thrown) {
      if (isLuaJump(thrown) || this.#end) throw thrown;
      const reason = (thrown instanceof Error ? thrown.message : String(thrown)).slice(0, longestReason);
      pushText(this.lua, L, `${thrown instanceof LuaError ? '' : placeOf(this.lua, L)}${reason}`);
      return this.lua.lua_error(L);
    } finally {
      this.time.returned(L);
    }
  }

  /** An error of the engine has left Lua in the middle of its work: its stack is not as it believes. */
  #damaged(thrown: unknown): Error {
    if (this.#end) return this.#end;
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    this.#end = new Error(`Lua cannot go on in this extension: ${reason}. Reload it`, { cause: thrown });
    return this.#end;
  }
}
