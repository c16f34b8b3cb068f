/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */

/**
 * Where the service answers.
 * @typedef {object} Endpoint
 * @property {string} base the base URL without a slash at its end
 * @property {string} search the query of the base URL, which goes with each request
 * @property {string} origin what a key is for
 * @property {string} host host and port, for sentences
 * @property {boolean} isPrivate on this machine or in its own network, where services often want no key
 */

/** An endpoint, and the way to it. @typedef {Endpoint & Pick<ExtensionContext, 'http'>} Service */

export {};
