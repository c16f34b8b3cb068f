/** @import { ExtensionContext } from '../../../../src/shared/contract/extension-api/extension-api.ts' */

let count = 0;
/** @type {unknown[]} */
const kept = [];

/** @type {Record<string, (argument: string, context: ExtensionContext, signal: AbortSignal) => unknown>} */
export const actions = {
  echo: (argument) => argument,
  count: () => ++count,
  stack: () => new Error('here').stack,
  log: (argument) => console.log(argument, { with: ['an', 'object'] }, new Error('and an error')),
  throwLater: () => void setTimeout(throwUncaught, 0),
  rejectLater: () => void setTimeout(() => void Promise.reject(new Error('a rejection nobody waits for')), 0),
  spinLater: () => void setTimeout(spin, 0),
  fillHeap: () => void setTimeout(fillHeap, 0),
  fillBuffers: () => void setTimeout(fillBuffers, 0),
  untilAborted: (_argument, _context, signal) =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
  load: async (specifier) => Object.keys(await load(specifier)),
  globals: (names) => names.split(' ').map((name) => typeof Reflect.get(globalThis, name)),
  environment: () => Object.keys(process.env),
  pkce: (_argument, { oauth }) => oauth.createPkce(),
  closeWorker: () => globalThis.close(),
  attempt,
  async fetchText(url, { fetch }) {
    const response = await fetch(url);
    return { status: response.status, url: response.url, text: await response.text() };
  },
  async fetchHeadOnly(url, { fetch }) {
    const response = await fetch(url);
    kept.push(response);
    return response.status;
  },
  dropKept: async () => {
    for (const response of kept.splice(0)) await /** @type {Response} */ (response).body?.cancel();
  },
};

function throwUncaught() {
  throw new Error('an error nobody catches');
}

function spin() {
  for (;;) fibonacci(20);
}

/** @param {number} index @returns {number} */
function fibonacci(index) {
  return index < 2 ? index : fibonacci(index - 1) + fibonacci(index - 2);
}

function fillHeap() {
  for (;;) kept.push(new Array(100_000).fill(0.5));
}

function fillBuffers() {
  for (;;) kept.push(new Uint8Array(16 * 1024 * 1024).fill(1));
}

/**
 * Attempts to reach the network, in the ways of a page.
 * @param {string} argument a way, and a server that would answer
 */
async function attempt(argument) {
  const [way = '', server] = argument.split(' ');
  /** @type {Record<string, () => unknown>} */
  const ways = {
    fetch: () => fetch(`${server}/fetch`),
    originalFetch: () =>
      Object.getPrototypeOf(Object.getPrototypeOf(globalThis)).fetch.call(globalThis, `${server}/script.js`),
    webSocket: () => opened(new WebSocket(`${server?.replace('http', 'ws')}/socket`)),
    eventSource: () => opened(new EventSource(`${server}/script.js`)),
    request: () => {
      const request = new XMLHttpRequest();
      request.open('GET', `${server}/script.js`, false);
      request.send();
    },
    importScripts: () => Reflect.get(globalThis, 'importScripts')(`${server}/script.js`),
    import: () => load(`${server}/script.js`),
    importData: () => load('data:text/javascript,export default 1'),
    importBlob: () => load(URL.createObjectURL(new Blob(['export default 1'], { type: 'text/javascript' }))),
    importPage: () => load('outrigger-app://app/index.html'),
    importFile: () => load('file:///etc/hostname'),
    eval: () => Reflect.construct(Function, ['return 1'])(),
    database: () => indexedDB.open('anything'),
    caches: () => caches.open('anything'),
    fileSystem: () => navigator.storage.getDirectory(),
  };
  try {
    await ways[way]?.();
    return 'done';
  } catch (thrown) {
    return `${thrown}`;
  }
}

/** @param {string} specifier */
const load = (specifier) => import(specifier);

/** @param {EventTarget} target */
function opened(target) {
  return new Promise((resolve, reject) => {
    target.addEventListener('open', resolve);
    target.addEventListener('error', () => reject(new Error('refused')));
  });
}
