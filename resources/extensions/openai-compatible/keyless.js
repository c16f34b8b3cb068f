/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */

/** Base URLs that answered without a key. They are stored, so that no key is asked for after a restart. */

/** @typedef {Awaited<ReturnType<typeof createKeyless>>} Keyless */

const stateKey = 'keyless';

/** @param {Pick<ExtensionContext, 'state'>} context */
export async function createKeyless({ state }) {
  /** @type {unknown} */
  const kept = await state.global.get(stateKey);
  const bases = new Set(Array.isArray(kept) ? kept.map(String) : []);
  return {
    /** @param {string} base */
    has: (base) => bases.has(base),
    /** @param {string} base @param {boolean} isKeyless */
    async set(base, isKeyless) {
      if (bases.has(base) === isKeyless) return;
      if (isKeyless) bases.add(base);
      else bases.delete(base);
      await state.global.set(stateKey, [...bases]);
    },
  };
}
