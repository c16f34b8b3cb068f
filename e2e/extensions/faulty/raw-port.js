/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */

/**
 * A message port of the host, hidden from extensions, which share the process with the code that has it.
 * @typedef {{ postMessage(message: unknown): void, close(): void }} Port
 */

/**
 * The extension's own port to main, for sending arbitrary messages.
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
    // Excludes the ports of the inspector's thread.
    if (isPort && 'start' in this) port ??= /** @type {Port} */ (/** @type {unknown} */ (this));
    return emit.call(this, name, ...args);
  };
  // The answer comes over the port.
  await state.global.get('anything');
  EventEmitter.prototype.emit = emit;
  if (!port) throw new Error('No message came over a port.');
  return port;
}
