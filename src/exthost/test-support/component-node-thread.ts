import { parentPort } from 'node:worker_threads';
import { serveComponent } from '../runtimes/wasm/component/serve-component.ts';

/** Entry of `node-thread.ts`. */
serveComponent({
  post: (message, transfer = []) => parentPort?.postMessage(message, [...transfer]),
  listen: (hear) => void parentPort?.on('message', hear),
});
