import './worker-globals.ts';
import { createWasmRuntime } from '../runtimes/wasm/wasm-runtime.ts';
import { browserThread } from './browser-thread.ts';
import { serveWorker } from './serve-worker.ts';

/** Entry of the host of WebAssembly components, in a worker of a sandboxed page. */
serveWorker({
  wasm: createWasmRuntime({ component: browserThread('component.js'), grammar: browserThread('grammar.js') }),
});
