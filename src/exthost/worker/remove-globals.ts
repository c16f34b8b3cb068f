/** By which a worker reaches anything beyond itself. Most are refused by the page's policy anyway. */
const reaching = [
  ...['postMessage', 'onmessage', 'close', 'Worker', 'BroadcastChannel', 'MessageChannel', 'importScripts'],
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'WebTransport', 'EventSource', 'indexedDB', 'caches', 'navigator'],
];

/**
 * Takes these globals from a worker, before anything of an extension is loaded. Its component is WebAssembly and reaches
 * no globals; should there be a way round, the code finds none of them.
 */
export function removeGlobals(): void {
  for (let owner: object | null = globalThis; owner; owner = Object.getPrototypeOf(owner)) {
    for (const name of reaching) Reflect.deleteProperty(owner, name);
  }
}
