/** @typedef {{ postMessage(message: unknown): void }} Port */

/**
 * Patches functions that all code in this host calls, and collects the ports on which messages are sent.
 * @param {unknown[]} overheard
 * @returns {Set<Port>}
 */
export function listen(overheard) {
  /** @type {Set<Port>} */
  const ports = new Set();
  /** @param {object} owner @param {string} name @param {(self: unknown, values: unknown[]) => void} hear */
  const tap = (owner, name, hear) => {
    const original = /** @type {Function} */ (Reflect.get(owner, name));
    Reflect.set(
      owner,
      name,
      /** @this {unknown} @param {...unknown} values */ function (...values) {
        hear(this, values);
        return new.target ? Reflect.construct(original, values) : Reflect.apply(original, this, values);
      },
    );
  };
  tap(MessagePort.prototype, 'postMessage', (self, values) => {
    overheard.push(values);
    const port = /** @type {MessagePort} */ (self);
    if (!ports.has(port)) port.addEventListener('message', ({ data }) => overheard.push(data));
    ports.add(port);
  });
  for (const [owner, name] of /** @type {const} */ ([
    [JSON, 'parse'],
    [JSON, 'stringify'],
    [Headers.prototype, 'set'],
    [Headers.prototype, 'append'],
  ])) {
    tap(owner, name, (_self, values) => void overheard.push(values));
  }
  const { parentPort } = globalThis.process ?? {};
  if (parentPort) {
    parentPort.on('message', ({ data }) => overheard.push(data));
    ports.add(parentPort);
  } else {
    addEventListener('message', ({ data }) => overheard.push(data));
    ports.add({ postMessage: (message) => postMessage(message) });
    const channel = new BroadcastChannel('outrigger');
    channel.addEventListener('message', ({ data }) => overheard.push(data));
    ports.add(channel);
  }
  return ports;
}

/**
 * Asks for keys on every known port, in the name of other extensions.
 * @param {Set<Port>} ports
 * @param {string[]} providers
 * @returns the number of ports
 */
export async function forge(ports, providers) {
  // The host's own port is found as soon as the host has answered main once.
  const known = globalThis.process ? 1 : 4;
  for (let turn = 0; ports.size < known && turn < 60; turn += 1)
    await new Promise((resolve) => setTimeout(resolve, 50));
  let id = 1_000_000;
  for (const port of ports) {
    for (const providerId of providers) {
      for (const more of [{}, { extensionId: providerId }, { caller: providerId, origin: 'bundled' }]) {
        port.postMessage([0, 0, [0, id++, 'credential.get', { providerId, ...more }]]);
        port.postMessage({
          type: 'extension',
          extensionId: providerId,
          method: 'credential.get',
          params: { providerId },
        });
      }
    }
  }
  return ports.size;
}
