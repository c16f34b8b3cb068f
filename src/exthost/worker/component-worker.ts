import { serveComponent } from '../runtimes/wasm/component/serve-component.ts';

/** Entry of the thread of one instance of a component: a worker that the host's worker makes. */
serveComponent({
  post: (message) => postMessage(message),
  listen: (hear) => addEventListener('message', ({ data }) => hear(data)),
});
