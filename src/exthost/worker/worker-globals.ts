import { inspect } from '../in-console.ts';
import { createLineLimit } from '../line-limit.ts';

/**
 * Replaces globals of the worker, for the host and its extensions. Must run before anything else is loaded.
 */

const { port1, port2 } = new MessageChannel();
const tasks: (() => void)[] = [];
port1.onmessage = () => tasks.shift()?.();

const refuseFetch = (): Promise<never> =>
  Promise.reject(
    new TypeError('Several extensions share this worker, so `fetch` cannot know which one calls it. Use context.fetch'),
  );

Object.assign(globalThis, {
  /** By a message, as nested timers of 0 ms wait for 4 ms. */
  setImmediate(task: () => void) {
    tasks.push(task);
    port2.postMessage(null);
  },
  fetch: refuseFetch,
});

/**
 * Console for extensions. That of a page gives main at most the first line of an object, and every line without a
 * limit; this one writes whole values as text, and limits the lines.
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

// A forgotten rejection of one extension must not end the others.
addEventListener('error', (event) => {
  event.preventDefault();
  console.error('Uncaught exception in an extension:', event.error ?? event.message);
});
addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  console.error('Unhandled rejection in an extension:', event.reason);
});
