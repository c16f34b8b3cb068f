import { readText } from './border.ts';
import type { Lua, Pointer } from './lua-api.ts';

/** Name of the prelude's chunks, which begins their lines in messages of Lua. */
export const preludeName = 'zi';

/** Calls of the prelude and of C that may be between Lua and a script. */
const mostLevels = 30;

/** @returns `path:line: ` of the script that is running, "" if none is: as `luaL_where`, beyond the prelude */
export function placeOf(lua: Lua, L: Pointer): string {
  for (let level = 0; level < mostLevels; level += 1) {
    lua.luaL_where(L, level);
    const place = readText(lua, L, -1);
    lua.lua_settop(L, -2);
    if (place !== '' && !place.startsWith(`${preludeName}:`)) return place;
  }
  return '';
}
