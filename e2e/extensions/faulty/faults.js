/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */

export const megabytes = 1024 * 1024;

/** @type {unknown[]} */
const kept = [];

/** Fills the heap with strings, a little in each turn of the loop, so that the host answers until its end. */
export function leak() {
  // Through JSON, which makes copies; otherwise all of them would be references to one.
  kept.push(Array.from({ length: 160 }, (_, index) => JSON.stringify(`${index}`.padEnd(megabytes / 8))));
  setTimeout(leak, 0);
}

export function spin() {
  setTimeout(() => {
    for (;;) Math.random();
  }, 0);
}

/** Makes Node's native code fail an assertion, which ends the process; JavaScript cannot prevent it. */
export function crash() {
  setTimeout(() => Reflect.get(process, 'binding')('tcp_wrap').TCP(), 0);
}

/** A rejection and an exception that nothing handles. */
export function forget() {
  setTimeout(() => void Promise.reject(new Error('a rejection nobody waits for')), 0);
  setTimeout(() => {
    throw new Error('an error nobody catches');
  }, 0);
}

/**
 * 100,000 notifications within a second, without waiting for acknowledgements.
 * @param {ExtensionContext} context
 */
export async function flood({ log }) {
  const start = performance.now();
  for (let part = 0; part < 20; part += 1) {
    for (let line = 0; line < 5_000; line += 1) log.info(`line ${part * 5_000 + line} of the flood`);
    const rest = start + 40 * (part + 1) - performance.now();
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, rest)));
  }
}

/** Collects garbage, so that a test measures only memory in use. */
export async function collect() {
  const { setFlagsFromString } = await import('node:v8');
  const { runInNewContext } = await import('node:vm');
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
}
