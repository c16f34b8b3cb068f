import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import type { ScriptRequest } from './calls/script-call.ts';
import { readText } from './state/border.ts';
import type { Pointer } from './state/lua-api.ts';
import { placeOf } from './state/lua-place.ts';
import type { HostFunction, LuaState } from './state/lua-state.ts';

/** Functions of the host that the prelude calls. */
export interface ScriptHost {
  log(level: keyof ExtensionContext['log'], text: string): void;
  /** Does what a function of `ctx` asks for. */
  act(callId: number, op: string, args: readonly unknown[]): unknown;
  /** The call that runs; undefined while the script loads. */
  currentCall(): number | undefined;
  /** Notes what the coroutine that yields next waits for. */
  request(callId: number, op: string, args: readonly unknown[]): void;
  registered(kind: string, given: unknown): void;
  unregistered(kind: string, name: string): void;
  /** @throws if there is no such module */
  module(name: string): { readonly path: string; readonly source: Uint8Array };
}

/** Of one thing that is registered: each is kept, and sent to main. */
const registeredLimits = { values: 10_000, textBytes: 200_000 };

/** Of a text that is read as JSON, whose values JavaScript has before Lua does: many times its size. */
const jsonLimits = { values: 1, textBytes: 4 * 1024 ** 2 };

/** The functions of the table `host` of the prelude. */
export function hostFunctions(state: LuaState, host: ScriptHost): Readonly<Record<string, HostFunction>> {
  const { lua } = state;
  const giving = (L: Pointer, value: unknown, name: string) => {
    state.push(L, value, name);
    return 1;
  };
  const textAt = (L: Pointer, index: number) => readText(lua, L, index);
  /** The arguments of a function of `ctx`: the number of its call, what it asks for, and with what. */
  const askedAt = (L: Pointer): [callId: number, op: string, args: ScriptRequest['args']] => {
    const op = textAt(L, 2);
    const args = [];
    for (let index = 3; index <= lua.lua_gettop(L); index += 1) {
      args.push(state.read(L, index, `${op}: argument ${index - 2}`));
    }
    return [lua.lua_tonumberx(L, 1, 0), op, args];
  };
  return {
    where: (L) => giving(L, placeOf(lua, L), 'place'),
    is_over: (L) => giving(L, state.time.ended !== undefined, 'answer'),
    current_call: (L) => giving(L, host.currentCall(), 'call'),
    act: (L) => giving(L, host.act(...askedAt(L)), 'answer'),
    request(L) {
      host.request(...askedAt(L));
      return 0;
    },
    log(L) {
      host.log(textAt(L, 1) as keyof ExtensionContext['log'], textAt(L, 2));
      return 0;
    },
    register(L) {
      const kind = textAt(L, 1);
      host.registered(kind, state.read(L, 2, kind, registeredLimits));
      return 0;
    },
    unregister(L) {
      host.unregistered(textAt(L, 1), textAt(L, 2));
      return 0;
    },
    load_module(L) {
      const { path, source } = host.module(textAt(L, 1));
      state.pushChunk(L, source, `@${path}`);
      return 1 + giving(L, path, 'path');
    },
    encode: (L) => giving(L, JSON.stringify(state.read(L, 1, 'value') ?? null), 'text'),
    decode: (L) => giving(L, JSON.parse(state.read(L, 1, 'text', jsonLimits) as string), 'value'),
  };
}
