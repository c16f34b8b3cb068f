import { Worker } from 'node:worker_threads';
import type { ComponentThread } from '../runtimes/wasm/component-thread.ts';

/** The thread of a component as one of Node. */
export function nodeThread(): ComponentThread {
  const worker = new Worker(new URL('component-node-thread.ts', import.meta.url));
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (hear) => worker.on('message', hear),
    onFailure: (hear) => worker.on('error', (error) => hear(String(error))),
    end: () => void worker.terminate(),
  };
}
