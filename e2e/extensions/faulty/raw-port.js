/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */

/**
 * What an extension is given hides its port, but it shares a process with the code that holds it.
 * @typedef {{ postMessage(message: unknown): void, close(): void }} Port
 */

/**
 * The extension's own port to main, on which it can send what it likes.
 * @param {ExtensionContext} context
 * @returns {Promise<Port>}
 */
export async function ownPort({ state }) {
  const { EventEmitter } = await import('node:events');
  const { emit } = EventEmitter.prototype;
  /** @type {Port | undefined} */
  let port;
  EventEmitter.prototype.emit = function (name, ...args) {
    const isPort = name === 'message' && 'postMessage' in this && this !== Reflect.get(process, 'parentPort');
    // The inspector's thread is a neighbour with ports of its own.
    if (isPort && 'start' in this) port ??= /** @type {Port} */ (/** @type {unknown} */ (this));
    return emit.call(this, name, ...args);
  };
  // Its answer comes over the port.
  await state.global.get('anything');
  EventEmitter.prototype.emit = emit;
  if (!port) throw new Error('No message came over a port.');
  return port;
}
