import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import { logFailure } from '../../api/log.ts';
import type { Runtime } from '../runtime.ts';
import { LuaScript } from './lua-script.ts';
import { ScriptRegistrations } from './script-registrations.ts';
import type { Enter, LuaLimits } from './state/lua-state.ts';

/** Main ends a host that takes three seconds to end. */
export const usualLimits: LuaLimits = { memoryBytes: 64 * 1024 ** 2, loadMs: 1000, runMs: 2000, endMs: 2000 };

/** Runs an extension as a script of Lua 5.4, in a state of its own. */
export const createLuaRuntime = (limits: LuaLimits): Runtime => ({
  async load({ mainPath, dialects = [] }, { sources, tell }) {
    if (!sources) throw new Error(`There are no sources of the script ${mainPath}`);
    const registrations = new ScriptRegistrations(tell, dialects);
    const script = await LuaScript.create(sources, limits, registrations, await enterOf(mainPath));
    /** While it is active. */
    let log: ExtensionContext['log'] | undefined;
    return {
      async activate(context) {
        script.load(context);
        const registered = registrations.apply(script, context);
        log = context.log;
        return registered;
      },
      async deactivate() {
        if (log) await end(script, registrations.handlersOf('session_shutdown'), limits.endMs, log);
        script.close();
      },
    };
  },
});

export const luaRuntime: Runtime = createLuaRuntime(usualLimits);

/** @param mainPath address of the module that enters the script, in a host; there is none for a path */
async function enterOf(mainPath: string): Promise<Enter> {
  if (!/^[\w-]{2,}:\/\//.test(mainPath)) return (run) => run();
  const { enter }: { readonly enter: Enter } = await import(/* @vite-ignore */ mainPath);
  return enter;
}

/** Calls what a script does at its end, one after another, as far as the time goes. */
async function end(script: LuaScript, handlers: readonly string[], ms: number, log: ExtensionContext['log']) {
  const until = performance.now() + ms;
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), ms);
  const late = new Promise((resolve) => abort.signal.addEventListener('abort', resolve));
  for (const handler of handlers) {
    const call = script
      .call('event', handler, [{ type: 'session_shutdown' }], { signal: abort.signal, until, isEnd: true })
      .catch((thrown) => logFailure(log, 'A handler of session_shutdown', thrown));
    await Promise.race([call, late]);
    if (performance.now() >= until) break;
  }
  clearTimeout(timer);
}
