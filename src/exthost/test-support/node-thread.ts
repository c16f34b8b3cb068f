import { Worker } from 'node:worker_threads';
import type { ComponentThread } from '../runtimes/wasm/component-thread.ts';
import type { MakeGrammarThread } from '../runtimes/wasm/grammars/grammar-thread.ts';
import type { NestedThread } from '../runtimes/wasm/nested-thread.ts';

/** The thread of a component as one of Node. */
export const nodeThread = (): ComponentThread => threadOf('component-node-thread.ts');

/** The thread of a grammar as one of Node. */
export const grammarNodeThread: MakeGrammarThread = () => threadOf('grammar-node-thread.ts');

/** @param file beside this one */
function threadOf<To, From>(file: string): NestedThread<To, From> {
  const worker = new Worker(new URL(file, import.meta.url));
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (hear) => worker.on('message', hear),
    onFailure: (hear) => worker.on('error', (error) => hear(String(error))),
    end: () => void worker.terminate(),
  };
}
