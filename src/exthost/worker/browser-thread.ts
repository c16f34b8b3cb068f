import type { NestedThread } from '../runtimes/wasm/nested-thread.ts';

/**
 * Makes workers of this worker. As in `worker-page.ts`, only a blob can become a worker there, and only a classic one.
 * @param file what they run, beside the code of this worker
 */
export function browserThread<To, From>(file: string): (name: string) => NestedThread<To, From> {
  const address = `outrigger-host://host/${file}`;
  const script = new Blob([`import(${JSON.stringify(address)})`], { type: 'text/javascript' });
  return (name) => {
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
  };
}
