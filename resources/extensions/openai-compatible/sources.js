/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { ModelEndpoint } from '../../../src/shared/contract/extension-api/extension-endpoints.ts' */
/** @import { ModelInfo } from '../../../src/shared/contract/provider.ts' */
/** @import { SettingRow } from '../../../src/shared/contract/settings/setting-value.ts' */
import { ProviderFailure } from './failures.js';

/** @typedef {Pick<ExtensionContext, 'settings'>} Settings */
/** @typedef {NonNullable<Awaited<ReturnType<ModelEndpoint['open']>>>} OpenEndpoint */

/**
 * Source of one provider's settings.
 * @typedef {object} Source
 * @property {string} id of the provider
 * @property {string} [variable] environment variable that may have its key
 * @property {string} [helpUrl] page where a key can be obtained
 * @property {string} [vendor] the only origin that `variable` and `helpUrl` are for
 * @property {boolean} [isScripted] a script has added it
 * @property {readonly ModelInfo[]} [models] the only ones; absent: those that the service lists
 * @property {(context: Settings) => Promise<Found | null>} read the present settings; null: the person has not allowed it yet
 */

/**
 * @typedef {object} Found
 * @property {string} baseUrl
 * @property {string} defaultModel
 * @property {OpenEndpoint} [opened] of a script
 */

/** The endpoint without a name. @type {Source} */
export const ownEndpoint = {
  id: 'openai-compatible',
  variable: 'OPENAI_API_KEY',
  helpUrl: 'https://platform.openai.com/api-keys',
  vendor: 'https://api.openai.com',
  async read({ settings }) {
    return { baseUrl: await settings.get('base_url'), defaultModel: await settings.get('default_model') };
  },
};

/**
 * The endpoints in the settings.
 * @param {Settings} context
 * @returns {Promise<readonly SettingRow[]>}
 */
export async function listedEndpoints({ settings }) {
  /** @type {unknown} */
  const rows = await settings.get('endpoints');
  return Array.isArray(rows) ? rows : [];
}

/**
 * @param {SettingRow} row its id and name; other fields are read when needed
 * @returns {Source}
 */
export const endpointOf = ({ id, name }) => ({
  id: `endpoint-${id}`,
  async read(context) {
    const row = (await listedEndpoints(context)).find((one) => one.id === id);
    if (!row) throw new ProviderFailure('invalid-request', `The endpoint “${name}” is not in Settings any more.`);
    return { baseUrl: row.base_url ?? '', defaultModel: row.default_model ?? '' };
  },
});

/**
 * @param {ModelEndpoint} endpoint of a script
 * @returns {Source}
 */
export const scriptedEndpoint = ({ providerId, models, open }) => ({
  id: providerId,
  isScripted: true,
  ...(models.length > 0 && { models }),
  async read() {
    const opened = await open();
    return opened && { baseUrl: opened.baseUrl, defaultModel: '', opened };
  },
});
