import { parentPort } from 'node:worker_threads';

/** A component as jco makes it, in a thread that instantiates it and is asked by messages; nothing else. */

type Exports = Record<string, (...args: unknown[]) => unknown>;
export type Asked =
  | { readonly glue: string; readonly modules: Readonly<Record<string, WebAssembly.Module>> }
  | { readonly name: string; readonly args: readonly unknown[] };

/** Imports that are never called: any interface, with any function or class. */
const none = new Proxy({}, { get: () => new Proxy({}, { get: () => function nothing() {} }) });
let exported: Exports = {};

parentPort?.on('message', async (asked: Asked) => {
  if ('name' in asked) return parentPort?.postMessage(exported[asked.name]?.(...asked.args));
  const { instantiate } = await import(/* @vite-ignore */ asked.glue);
  exported = await instantiate(
    (name: string) => asked.modules[name],
    none,
    (module: WebAssembly.Module, imports: WebAssembly.Imports) => new WebAssembly.Instance(module, imports),
  );
  parentPort?.postMessage('ready');
});
