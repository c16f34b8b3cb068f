/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */

/**
 * Address of the service.
 * @typedef {object} Endpoint
 * @property {string} base the base URL without a trailing slash
 * @property {string} search query of the base URL, added to each request
 * @property {string} origin of the key
 * @property {string} host host and port, for error messages
 * @property {boolean} isPrivate on this machine or in a private network, where services often need no key
 */

/** An endpoint, and the means to call it. @typedef {Endpoint & Pick<ExtensionContext, 'http'>} Service */

export {};
