import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import type { ScriptSources } from '../../../shared/contract/extensions/script-sources.ts';
import { Semaphore } from '../../../shared/semaphore.ts';
import type { CallHandler, ScriptCall, ScriptRequest } from './calls/script-call.ts';
import { acts, nextTurn, waits } from './calls/script-calls.ts';
import { endProgressOf } from './calls/ui-calls.ts';
import { hostFunctions, type ScriptHost } from './host-functions.ts';
import { openPrelude } from './prelude.ts';
import { moduleFile } from './script-modules.ts';
import { registryIndex } from './state/lua-api.ts';
import { type Enter, type LuaLimits, LuaState } from './state/lua-state.ts';
import { type Answer, LuaThreads, type RunLimit, type Step } from './state/lua-threads.ts';

/** What the prelude does with a function of the script (`run.lua`), and with its result. */
export type CallKind = 'tool' | 'command' | 'completion' | 'stream' | 'event' | 'question';

export interface ScriptListener extends Pick<ScriptHost, 'registered' | 'unregistered'> {
  /** Tells main, and resolves when it is offered. @throws if main refuses it */
  told(): Promise<void>;
}

/** Milliseconds; what runs longer owes others as much. */
const shortRun = 5;
/** Waits of a stopped call that are refused before it is left. */
const mostRefusals = 20;
const stopped = 'the call was stopped';

/** What a call has run until it waits or is over, and what it waits for. */
interface Piece {
  readonly step: Step;
  readonly request: ScriptRequest | undefined;
}

/** A script in a state of Lua, and the calls of its functions. */
export class LuaScript {
  readonly #state: LuaState;
  readonly #threads: LuaThreads;
  readonly #main: number;
  readonly #loadLimit: RunLimit;
  readonly #callLimit: RunLimit;
  readonly #listener: ScriptListener;
  readonly #calls = new Map<number, ScriptCall>();
  #callCount = 0;
  /** Time of `performance.now` until which others have their turn. */
  #restsUntil = 0;
  /** Calls go on in the order in which they came: one that runs again and again keeps no other from it. */
  readonly #turns = new Semaphore(1);
  /** Whose coroutine runs, or ran last. */
  #currentCall: number | undefined;
  #context: ExtensionContext | undefined;
  /** Of the coroutine that has yielded last. */
  #request: ScriptRequest | undefined;

  private constructor(state: LuaState, sources: ScriptSources, listener: ScriptListener) {
    const { loadMs, runMs } = state.limits;
    this.#loadLimit = { ms: loadMs, excess: `ran for more than ${loadMs / 1000} s while the script loads` };
    this.#callLimit = { ms: runMs, excess: `ran for ${runMs / 1000} s without waiting, and was ended` };
    this.#state = state;
    this.#listener = listener;
    const functions = hostFunctions(state, {
      log: (level, text) => this.#active.log[level](text),
      act: (callId, op, args) => acts[op]?.(this.#active, args, this.#callOf(callId), this.#handle),
      currentCall: () => this.#currentCall,
      request: (callId, op, args) => {
        this.#request = { call: this.#callOf(callId), op, args };
      },
      registered: (kind, given) => listener.registered(kind, given),
      unregistered: (kind, name) => listener.unregistered(kind, name),
      module: (name) => moduleFile(sources, name),
    });
    this.#threads = new LuaThreads(state, openPrelude(state, functions));
    this.#main = this.#compile(sources);
  }

  /** @throws with path and line if the script cannot be read */
  static async create(
    sources: ScriptSources,
    limits: LuaLimits,
    listener: ScriptListener,
    runBy: Enter,
  ): Promise<LuaScript> {
    return new LuaScript(await LuaState.create(limits, runBy), sources, listener);
  }

  /** Runs the script, which registers its functions. */
  load(context: ExtensionContext): void {
    this.#context = context;
    const state = this.#state;
    const id = this.#enter({ signal: new AbortController().signal });
    try {
      this.#threads.start('script', this.#loadLimit, (L) => {
        for (const value of ['load', id]) state.push(L, value, 'script');
        state.lua.lua_rawgeti(L, registryIndex, BigInt(this.#main));
        return 3;
      });
    } finally {
      this.#calls.delete(id);
    }
  }

  /**
   * Calls a function of the script.
   * @param handler what the prelude knows it by
   * @returns the result, in the form for its kind, when main knows what was registered
   */
  async call(kind: CallKind, handler: string, args: readonly unknown[], call: ScriptCall): Promise<unknown> {
    try {
      return await this.#run(kind, handler, args, call);
    } finally {
      await this.#listener.told();
    }
  }

  close(): void {
    this.#state.close();
  }

  async #run(kind: CallKind, handler: string, args: readonly unknown[], call: ScriptCall): Promise<unknown> {
    const id = this.#enter(call);
    try {
      let piece = await this.#inTurn(id, call, () =>
        this.#threads.start(`${kind} result`, this.#limitOf(call), (L) => {
          const given = [kind, id, handler, ...args];
          for (const [index, value] of given.entries()) this.#state.push(L, value, `argument ${index - 2}`);
          return given.length;
        }),
      );
      let until = call.until ?? Number.POSITIVE_INFINITY;
      for (let refusals = 0; piece.step.type === 'waits'; ) {
        const { thread } = piece.step;
        const request = piece.request as ScriptRequest;
        const isRefused = request.call.signal.aborted && request.op !== 'ctx.signal.wait';
        if (isRefused && ++refusals > mostRefusals) {
          this.#threads.leave(thread);
          throw new Error(stopped);
        }
        const answer = isRefused ? { reason: stopped } : await this.#answer(request);
        piece = await this.#inTurn(id, call, () => {
          // Refusals share the time of one run.
          if (refusals === 1) until = Math.min(until, performance.now() + this.#callLimit.ms);
          return this.#threads.resume(thread, this.#limitOf({ until }), answer);
        });
      }
      return piece.step.result;
    } finally {
      this.#calls.delete(id);
      endProgressOf(this.#active, call);
    }
  }

  #runs(callId: number, run: () => Step): Piece {
    this.#currentCall = callId;
    const begun = performance.now();
    try {
      // Read at once: whoever awaits this is too late, as another call may have run by then.
      return { step: run(), request: this.#request };
    } finally {
      const now = performance.now();
      if (now - begun > shortRun) this.#restsUntil = Math.max(now, this.#restsUntil) + now - begun;
    }
  }

  /**
   * Runs a piece of a call after the rest of those before it: a script has half of the time of the worker that scripts
   * share. At its end it has what is left.
   */
  async #inTurn(callId: number, { until }: ScriptCall, run: () => Step): Promise<Piece> {
    const isDue = until !== undefined || (this.#turns.isIdle && this.#restsUntil <= performance.now());
    if (isDue) return this.#runs(callId, run);
    const end = await this.#turns.begin();
    try {
      const left = this.#restsUntil - performance.now();
      if (left > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(left)));
      return this.#runs(callId, run);
    } finally {
      end();
    }
  }

  #limitOf({ until = Number.POSITIVE_INFINITY }: Pick<ScriptCall, 'until'>): RunLimit {
    const { ms, excess } = this.#callLimit;
    return { ms: Math.min(ms, until - performance.now()), excess };
  }

  #enter(call: ScriptCall): number {
    this.#callCount += 1;
    this.#calls.set(this.#callCount, call);
    return this.#callCount;
  }

  #callOf(id: number): ScriptCall {
    const call = this.#calls.get(id);
    if (!call) throw new Error('this ctx is of a call that is over');
    return call;
  }

  readonly #handle: CallHandler = (handler, event, at) => this.call('event', handler, [event], at);

  get #active(): ExtensionContext {
    if (!this.#context) throw new Error('The extension is not active');
    return this.#context;
  }

  async #answer({ op, args, call }: ScriptRequest): Promise<Answer> {
    const { signal } = call;
    let stop = () => {};
    try {
      const whenStopped = new Promise<Answer>((resolve) => {
        stop = () => resolve({ reason: stopped });
        signal.addEventListener('abort', stop);
      });
      const answered = (async () => {
        await this.#listener.told();
        return { value: await waits[op]?.(this.#active, args, call, this.#handle) };
      })();
      // What waits for the stop is not stopped by it.
      return await (op === 'ctx.signal.wait' ? answered : Promise.race([answered, whenStopped]));
    } catch (thrown) {
      await nextTurn();
      return { reason: thrown instanceof Error ? thrown.message : String(thrown) };
    } finally {
      signal.removeEventListener('abort', stop);
    }
  }

  /** @returns the reference of the script's function */
  #compile({ main, files }: ScriptSources): number {
    const source = Object.hasOwn(files, main) ? files[main] : undefined;
    if (!source) throw new Error(`The script ${main} is not there`);
    return this.#state.protect((L) => {
      this.#state.pushChunk(L, source, `@${main}`);
      return this.#state.lua.luaL_ref(L, registryIndex);
    });
  }
}
