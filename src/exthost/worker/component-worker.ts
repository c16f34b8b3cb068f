import { serveComponent } from '../runtimes/wasm/component/serve-component.ts';
import { removeGlobals } from './remove-globals.ts';

/** Entry of the thread of one instance of a component: a worker that the host's worker makes. */

const post = postMessage.bind(globalThis);
const listen = addEventListener.bind(globalThis);
removeGlobals();
serveComponent({
  post: (message, transfer = []) => post(message, { transfer: [...transfer] }),
  listen: (hear) => listen('message', ({ data }) => hear(data)),
});
