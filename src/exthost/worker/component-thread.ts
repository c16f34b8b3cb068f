import type { ComponentThread } from '../runtimes/wasm/component-thread.ts';

/** As in `worker-page.ts`: only a blob can become a worker there, and only a classic one. */
const address = 'outrigger-host://host/component.js';
const script = new Blob([`import(${JSON.stringify(address)})`], { type: 'text/javascript' });

/** A worker of this worker. */
export function browserThread(name: string): ComponentThread {
  const url = URL.createObjectURL(script);
  const worker = new Worker(url, { name });
  return {
    post: (message) => worker.postMessage(message),
    onMessage: (hear) => worker.addEventListener('message', ({ data }) => hear(data)),
    onFailure(hear) {
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        hear(event.message || 'its thread could not be started');
      });
    },
    end() {
      worker.terminate();
      URL.revokeObjectURL(url);
    },
  };
}
