import { LuaWasm } from 'wasmoon';
import wasmUrl from 'wasmoon/dist/glue.wasm?url&inline';
import { bytesOfDataUrl } from '../../../../shared/bytes-of-data-url.ts';
import { type Lua, luaOf } from './lua-api.ts';

let compiled: Promise<WebAssembly.Module> | undefined;
/** One at a time, as globals are replaced meanwhile. */
let last: Promise<unknown> = Promise.resolve();

/** Lua in a WebAssembly instance of its own: states share no memory. */
export function createLuaInstance(): Promise<Lua> {
  compiled ??= WebAssembly.compile(bytesOfDataUrl(wasmUrl));
  const module = compiled;
  const instance = last.then(async () => instantiate(await module));
  last = instance.catch(() => undefined);
  return instance;
}

/**
 * wasmoon fetches its wasm, which the page's policy forbids, and compiles it each time. While it starts, the functions
 * that it uses for that answer with the compiled module.
 */
async function instantiate(module: WebAssembly.Module): Promise<Lua> {
  const { fetch } = globalThis;
  const { instantiate: create, instantiateStreaming } = WebAssembly;
  let exported: WebAssembly.Exports = {};
  const answer = async (_source: unknown, imports?: WebAssembly.Imports) => {
    const instance = await create(module, imports);
    exported = instance.exports;
    return { module, instance };
  };
  Object.assign(WebAssembly, { instantiate: answer, instantiateStreaming: answer });
  // A process of Node reads the file instead, which the tests do.
  globalThis.fetch = async () => new Response();
  try {
    const { module: glue } = await LuaWasm.initialize();
    return luaOf(glue, exported);
  } finally {
    globalThis.fetch = fetch;
    Object.assign(WebAssembly, { instantiate: create, instantiateStreaming });
  }
}
