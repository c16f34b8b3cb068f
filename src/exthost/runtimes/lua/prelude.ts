import coroutines from './prelude/coroutines.lua?raw';
import ctx from './prelude/ctx.lua?raw';
import events from './prelude/events.lua?raw';
import modules from './prelude/modules.lua?raw';
import names from './prelude/names.lua?raw';
import providers from './prelude/providers.lua?raw';
import registering from './prelude/registering.lua?raw';
import run from './prelude/run.lua?raw';
import sandbox from './prelude/sandbox.lua?raw';
import session from './prelude/session.lua?raw';
import spawn from './prelude/spawn.lua?raw';
import system from './prelude/system.lua?raw';
import ui from './prelude/ui.lua?raw';
import zi from './prelude/zi.lua?raw';
import { registryIndex } from './state/lua-api.ts';
import { preludeName } from './state/lua-place.ts';
import type { HostFunction, LuaState } from './state/lua-state.ts';

/** In this order. Each gets the table `internal`, by which they share what scripts must not reach, and `host`. */
const parts: readonly string[] = [
  sandbox,
  coroutines,
  modules,
  names,
  system,
  spawn,
  ui,
  session,
  ctx,
  events,
  registering,
  providers,
  zi,
  run,
];
const utf8 = new TextEncoder();

/**
 * Runs what is in a state before its script, written in Lua.
 * @param functions of the table `host`
 * @returns the reference of the function that calls those of the script: `run.lua`
 */
export const openPrelude = (state: LuaState, functions: Readonly<Record<string, HostFunction>>): number =>
  state.protect((L) => {
    const { lua } = state;
    const setField = (table: number, name: string, push: () => void) => {
      state.push(L, name, 'name');
      push();
      lua.lua_rawset(L, table);
    };
    lua.lua_createtable(L, 0, 0);
    const internal = lua.lua_gettop(L);
    lua.lua_createtable(L, 0, 0);
    const host = lua.lua_gettop(L);
    for (const [name, call] of Object.entries(functions)) {
      setField(host, name, () => state.pushFunction(L, call));
    }
    setField(host, 'null', () => lua.lua_pushlightuserdata(L, 0));
    setField(host, 'array_mark', () => state.pushArrayMark(L));
    for (const part of parts) {
      state.pushChunk(L, utf8.encode(part), `=${preludeName}`);
      lua.lua_pushvalue(L, internal);
      lua.lua_pushvalue(L, host);
      lua.lua_callk(L, 2, 0, 0, 0);
    }
    state.push(L, 'run', 'name');
    lua.lua_rawget(L, internal);
    return lua.luaL_ref(L, registryIndex);
  });
