/** What the glue of a component and its host's code use: the language, and nothing that reaches beyond the worker. */
const kept: ReadonlySet<string> = new Set([
  ...['globalThis', 'Infinity', 'NaN', 'undefined', 'parseFloat', 'parseInt', 'isFinite', 'isNaN'],
  ...['Object', 'Function', 'Array', 'Number', 'Boolean', 'String', 'Symbol', 'BigInt', 'Date', 'RegExp', 'Promise'],
  ...['Map', 'Set', 'WeakMap', 'WeakSet', 'WeakRef', 'FinalizationRegistry', 'Iterator', 'Proxy', 'Reflect'],
  ...['Error', 'AggregateError', 'EvalError', 'RangeError', 'ReferenceError', 'SyntaxError', 'TypeError', 'URIError'],
  ...['JSON', 'Math', 'Intl', 'Atomics', 'ArrayBuffer', 'SharedArrayBuffer', 'DataView', 'WebAssembly'],
  ...['Int8Array', 'Uint8Array', 'Uint8ClampedArray', 'Int16Array', 'Uint16Array', 'Int32Array', 'Uint32Array'],
  ...['Float32Array', 'Float64Array', 'BigInt64Array', 'BigUint64Array', 'TextDecoder', 'TextEncoder'],
  ...['console', 'crypto', 'performance', 'setTimeout', 'clearTimeout', 'queueMicrotask'],
]);

/**
 * Takes all other globals from a worker, before anything of an extension is loaded. Its component is WebAssembly and
 * reaches no globals; should there be a way round, the code finds none of them.
 */
export function removeGlobals(): void {
  let owner: object = globalThis;
  while (owner !== Object.prototype) {
    for (const name of Object.getOwnPropertyNames(owner)) {
      if (!kept.has(name)) Reflect.deleteProperty(owner, name);
    }
    owner = Object.getPrototypeOf(owner) ?? Object.prototype;
  }
}
