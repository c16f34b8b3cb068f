import { parentPort } from 'node:worker_threads';
import { serveComponent } from '../runtimes/wasm/component/serve-component.ts';

/** Entry of `node-thread.ts`. */
serveComponent({
  post: (message) => parentPort?.postMessage(message),
  listen: (hear) => void parentPort?.on('message', hear),
});
