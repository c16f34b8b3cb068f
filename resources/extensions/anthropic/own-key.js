/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
import { isRecord } from './reading.js';

/**
 * What there is of a key for an address.
 * @typedef {object} Found
 * @property {string | null} key
 * @property {string | null} variable the variable of the environment whose key would be there, were it not for the vendor alone
 */

/**
 * The key of a provider, which goes only to the origin at which it was accepted. A key of which that is not known, and one
 * of the environment, is for the vendor's own.
 * @param {Pick<ExtensionContext, 'credentials' | 'env' | 'state'>} context
 * @param {{ providerId: string, usualOrigin: string, variables: readonly string[] }} provider
 */
export function createOwnKey({ credentials, env, state }, { providerId, usualOrigin, variables }) {
  const slot = `key-origin.${providerId}`;
  /** The keys that were there outside a sign-in. What is there in one, and is not among them, was just typed. */
  const known = new Set();
  let signIns = 0;

  const fromEnvironment = async () => {
    for (const name of variables) {
      const value = await env.get(name);
      if (value !== null) return { name, value };
    }
    return null;
  };

  /**
   * @param {string} key
   * @param {string} origin of the sign-in that goes on, or ''
   */
  const originOf = async (key, origin) => {
    const record = await state.global.get(slot);
    if (isRecord(record) && record.print === printOf(key)) return record.origin;
    return origin && known.size > 0 && !known.has(key) ? origin : usualOrigin;
  };

  /**
   * @param {string} origin
   * @param {boolean} isSigningIn
   * @returns {Promise<Found>}
   */
  const find = async (origin, isSigningIn) => {
    const key = await credentials.get(providerId);
    if (signIns === 0) known.add(key);
    if (key === null) return { key, variable: null };
    const variable = await fromEnvironment();
    if (variable) return origin === usualOrigin ? { key, variable: null } : { key: null, variable: variable.name };
    return { key: (await originOf(key, isSigningIn ? origin : '')) === origin ? key : null, variable: null };
  };

  return {
    /** @param {string} origin */
    find: (origin) => find(origin, false),

    /**
     * @param {string} origin
     * @param {(found: Found) => Promise<string | null>} tryOut gives the key that was accepted
     */
    async signIn(origin, tryOut) {
      signIns += 1;
      try {
        const key = await tryOut(await find(origin, true));
        if (key === null || key === (await fromEnvironment())?.value) return;
        known.add(key);
        // With what the key looks like: should another be kept in its place, the record is not for that.
        await state.global.set(slot, { origin, print: printOf(key) });
      } finally {
        signIns -= 1;
      }
    },
  };
}

/** Tells one key from another, and nothing else of it: 32 bits. @param {string} key */
function printOf(key) {
  let print = 0x811c9dc5;
  for (let at = 0; at < key.length; at += 1) print = Math.imul(print ^ key.charCodeAt(at), 0x01000193) >>> 0;
  return print.toString(16);
}
