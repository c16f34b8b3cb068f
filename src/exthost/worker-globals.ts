import { inspect } from './in-console.ts';

/**
 * What differs in the worker from a plain one, for the host and for its extensions. Must run before anything else is
 * loaded.
 */

const { port1, port2 } = new MessageChannel();
const tasks: (() => void)[] = [];
port1.onmessage = () => tasks.shift()?.();

const refuseFetch = (): Promise<never> =>
  Promise.reject(
    new TypeError('Several extensions share this worker, so `fetch` cannot know which one calls it. Use context.fetch'),
  );

Object.assign(globalThis, {
  /** A timer of no time waits for 4 ms when timers follow each other; a message does not. */
  setImmediate(task: () => void) {
    tasks.push(task);
    port2.postMessage(null);
  },
  fetch: refuseFetch,
});

// A page's console hands main the first line of an object at the most.
for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
  const write = console[level].bind(console);
  console[level] = (...values: unknown[]) => write(values.map(inspect).join(' '));
}

// One extension's forgotten rejection must not end its neighbours.
addEventListener('error', (event) => {
  event.preventDefault();
  console.error('Uncaught exception in an extension:', event.error ?? event.message);
});
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.error('Unhandled rejection in an extension:', event.reason);
});
