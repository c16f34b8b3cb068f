/** @typedef {{ postMessage(message: unknown): void }} Port */

/** @type {Set<Port>} */
const seen = new Set();
const { apply, construct, get, ownKeys } = Reflect;
const { getOwnPropertyDescriptor, defineProperty } = Object;
const { add } = Set.prototype;
const { process } = globalThis;
const ownPort = process && get(process, 'parentPort');

/** Keeps every value that looks like a port to main. @param {unknown} value */
function look(value) {
  if (typeof value !== 'object' || value === null || value === ownPort) return;
  // In a process such a port is Node's, to the inspector's thread.
  if (process && value instanceof MessagePort) return;
  if ('postMessage' in value && 'start' in value) apply(add, seen, [value]);
}

/** Patches functions that all code in this realm calls, to look at every value that passes through. */
export function watchForPorts() {
  const arrayIterator = Object.getPrototypeOf([][Symbol.iterator]());
  const owners = [
    ...[Array, Map, Set, WeakMap, WeakSet, Promise, Function].map(({ prototype }) => prototype),
    ...[Reflect, arrayIterator],
    ...['MessagePort', 'MessageEvent', 'EventTarget'].map((name) => get(globalThis, name)?.prototype),
  ];
  for (const owner of owners) {
    for (const name of owner ? ownKeys(owner) : []) {
      const property = getOwnPropertyDescriptor(owner, name);
      if (!property?.configurable || name === 'constructor') continue;
      for (const way of /** @type {const} */ (['value', 'get', 'set'])) {
        if (typeof property[way] === 'function') property[way] = tapped(property[way]);
      }
      defineProperty(owner, name, property);
    }
  }
}

/** @param {Function} original */
const tapped = (original) =>
  /** @this {unknown} @param {...unknown} values */
  function (...values) {
    look(this);
    for (let index = 0; index < values.length; index += 1) look(values[index]);
    const result = new.target ? construct(original, values) : apply(original, this, values);
    look(result);
    return result;
  };

/**
 * @param {() => Promise<unknown>} talk makes the host use its port
 * @returns {Promise<Port[]>} the ports that were found, in either kind of host
 */
export async function seizePorts(talk) {
  if (process) await listenToEmitters(talk);
  else await talk();
  return [...seen];
}

/** @param {() => Promise<unknown>} talk */
async function listenToEmitters(talk) {
  const { EventEmitter } = await import('node:events');
  const { emit } = EventEmitter.prototype;
  EventEmitter.prototype.emit = function (name, ...args) {
    if (name === 'message') look(this);
    return emit.call(this, name, ...args);
  };
  await talk();
  EventEmitter.prototype.emit = emit;
}
