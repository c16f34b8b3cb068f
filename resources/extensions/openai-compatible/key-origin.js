/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */

/**
 * What is known of a provider's key beforehand.
 * @typedef {object} KeyOwner
 * @property {string} id of the provider
 * @property {string} [vendor] the origin that a key is for of which nothing was noted
 * @property {string} [variable] the variable of the environment that may hold a key, which is for the vendor alone
 */

/**
 * A key goes only to the origin that accepted it while a person signed in there: a base URL is changed easily, and must
 * not take the key along. Back at the old origin it counts again.
 * @param {Pick<ExtensionContext, 'credentials' | 'env' | 'state'>} context
 * @param {KeyOwner} owner
 */
export function createKeyOrigin({ credentials, env, state }, { id, vendor, variable }) {
  const place = `key-origin:${id}`;
  return {
    /**
     * @param {string} origin
     * @returns {Promise<{ key: string | null, variable: string | null }>} no key when it is for another origin; the
     * variable that the key is from, also then
     */
    async keyFor(origin) {
      const key = await credentials.get(id);
      if (key === null) return { key, variable: null };
      const isFromVariable = variable !== undefined && key === (await env.get(variable));
      const own = isFromVariable ? vendor : ((await state.global.get(place)) ?? vendor);
      return { key: own === origin ? key : null, variable: isFromVariable ? variable : null };
    },
    /** The stored key was accepted there. @param {string} origin */
    accepted: (origin) => state.global.set(place, origin),
    forget: () => state.global.delete(place),
  };
}
