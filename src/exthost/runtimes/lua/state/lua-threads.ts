import { readText } from './border.ts';
import { luaStatus, type Pointer, registryIndex } from './lua-api.ts';
import { LuaError } from './lua-error.ts';
import type { LuaState } from './lua-state.ts';

/** A coroutine that waits, held by the registry. */
export interface LuaThread {
  readonly L: Pointer;
  readonly reference: number;
  /** Name of its result in messages. */
  readonly resultName: string;
}

/** Where a coroutine has come to. */
export type Step =
  | { readonly type: 'done'; readonly result: unknown }
  | { readonly type: 'waits'; readonly thread: LuaThread };

/** Result of a wait, for its coroutine. */
export type Answer = { readonly value: unknown } | { readonly reason: string };

/** How long a coroutine may run until it waits or ends; `excess` is told when it does not: "ran for 2 s …". */
export interface RunLimit {
  readonly ms: number;
  readonly excess: string;
}

/** The coroutines in which the prelude's `run` calls the functions of a script. */
export class LuaThreads {
  readonly #state: LuaState;
  readonly #run: number;

  /** @param run reference of the prelude's function */
  constructor(state: LuaState, run: number) {
    this.#state = state;
    this.#run = run;
  }

  /**
   * @param push pushes the arguments of `run`, returns their number
   * @throws `LuaError` if it fails
   */
  start(resultName: string, limit: RunLimit, push: (L: Pointer) => number): Step {
    const { lua } = this.#state;
    return this.#state.protect((main) => {
      const L = lua.lua_newthread(main);
      const thread = { L, reference: lua.luaL_ref(main, registryIndex), resultName };
      return this.#step(main, thread, limit, () => {
        lua.lua_rawgeti(L, registryIndex, BigInt(this.#run));
        return push(L);
      });
    });
  }

  /** @throws `LuaError` if it fails */
  resume(thread: LuaThread, limit: RunLimit, answer: Answer): Step {
    const state = this.#state;
    return state.protect((main) =>
      this.#step(main, thread, limit, () => {
        const isAnswered = 'value' in answer;
        state.push(thread.L, isAnswered, 'answer');
        state.push(thread.L, isAnswered ? answer.value : answer.reason, 'answer');
        return 2;
      }),
    );
  }

  /** Leaves a coroutine to the garbage collector. */
  leave({ reference }: LuaThread): void {
    this.#state.unreference(reference);
  }

  #step(main: Pointer, thread: LuaThread, { ms, excess }: RunLimit, push: () => number): Step {
    const state = this.#state;
    const { lua, time } = state;
    const { L } = thread;
    let waits = false;
    try {
      const args = push();
      time.start(L, ms, excess);
      const { status, count } = state.resume(main, L, args);
      if (time.ended) throw time.ended;
      if (status === luaStatus.yielded) {
        lua.lua_settop(L, -count - 1);
        waits = true;
        return { type: 'waits', thread };
      }
      if (status !== luaStatus.ok) throw new LuaError(state.describe(readText(lua, L, -1)));
      return { type: 'done', result: this.#result(thread, count) };
    } finally {
      if (!waits) this.leave(thread);
    }
  }

  /** @param count of what `run` has returned: true, a result and its place, or false, a message and a traceback */
  #result({ L, resultName }: LuaThread, count: number): unknown {
    const state = this.#state;
    const { lua } = state;
    const first = lua.lua_gettop(L) - count + 1;
    if (!lua.lua_toboolean(L, first)) {
      throw new LuaError(state.describe(readText(lua, L, first + 1)), readText(lua, L, first + 2));
    }
    try {
      return state.read(L, first + 1, resultName);
    } catch (thrown) {
      // Of the script, not of the code that reads it.
      throw thrown instanceof TypeError ? new LuaError(`${readText(lua, L, first + 2)}${thrown.message}`) : thrown;
    }
  }
}
