import { inspect } from './in-console.ts';
import { createLineLimit } from './line-limit.ts';

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

/**
 * A page's console hands main the first line of an object at the most, and each line as it comes. What an extension gets
 * in its place writes whole values as text, and no more lines than anyone reads.
 */
const { console: ofPage } = globalThis;
const limit = createLineLimit((sentence) => ofPage.warn(sentence));
const writing =
  (write: (text: string) => void) =>
  (...values: unknown[]) => {
    const line = limit(values.map(inspect).join(' '));
    if (line !== undefined) write(line);
  };
const log = writing(ofPage.log.bind(ofPage));
const error = writing(ofPage.error.bind(ofPage));
const levels = {
  ...{ log, error, dir: log, dirxml: log, table: log, group: log, groupCollapsed: log, trace: log },
  ...{ debug: writing(ofPage.debug.bind(ofPage)), info: writing(ofPage.info.bind(ofPage)) },
  warn: writing(ofPage.warn.bind(ofPage)),
  assert: (holds: unknown, ...values: unknown[]) => (holds ? undefined : error('Assertion failed:', ...values)),
};
const silent = Object.fromEntries(Object.keys(ofPage).map((name) => [name, () => undefined]));
Object.assign(globalThis, { console: { ...silent, ...levels } });

// One extension's forgotten rejection must not end its neighbours.
addEventListener('error', (event) => {
  event.preventDefault();
  console.error('Uncaught exception in an extension:', event.error ?? event.message);
});
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.error('Unhandled rejection in an extension:', event.reason);
});
