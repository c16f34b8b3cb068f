/** @import { ExtensionContext, LanguageModelProvider } from '../../../src/shared/contract/extension-api.ts' */
/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */
/** @import { Model } from './models.js' */
/** @import { Service } from './service.js' */
import { readAnswer } from './answer.js';
import { usualModels } from './models.js';
import { failure, isRecord } from './reading.js';
import { requestBody } from './request.js';
import { addressIn, countTokens, listModels, send } from './service.js';
import { traitsOf } from './traits.js';

export const providerId = 'anthropic';

/**
 * @param {ExtensionContext} context
 * @returns {LanguageModelProvider}
 */
export function createProvider({ credentials, http, languageModels, settings }) {
  /** Base URLs that answered without a key in this run. @type {Set<string>} */
  const keyless = new Set();
  /** What a service listed, by base URL. @type {Map<string, Model[]>} */
  const listed = new Map();

  /** @returns {Promise<Service>} */
  const connect = async () => {
    const address = addressIn(await settings.get('base_url'));
    return { ...address, http, key: await credentials.get(providerId) };
  };

  /** @param {Service} service */
  const isReady = ({ key, base }) => key !== null || keyless.has(base);

  /**
   * @param {Service} service
   * @param {AbortSignal} [signal]
   */
  const list = async (service, signal) => {
    const models = await listModels(service, signal);
    listed.set(service.base, models);
    return models;
  };

  /**
   * @param {Service} service
   * @param {string} modelId
   * @param {CompletionRequest} request
   */
  const bodyFor = ({ base }, modelId, request) => {
    const model = listed.get(base)?.find(({ info }) => info.id === modelId);
    return requestBody(modelId, request, model?.traits ?? traitsOf(modelId));
  };

  return {
    async models() {
      const service = await connect();
      const models = isReady(service) ? await list(service) : usualModels;
      return models.map(({ info }) => info);
    },

    async isAuthenticated() {
      return isReady(await connect());
    },

    async authenticate(signal) {
      const service = await connect();
      if (service.key === null && (await isOpen(service, signal))) keyless.add(service.base);
      else await list(service.key === null ? await askForKey(service) : service, signal);
      await languageModels.modelsChanged(providerId);
    },

    async resetCredentials() {
      keyless.clear();
      listed.clear();
      await credentials.delete(providerId);
      await languageModels.modelsChanged(providerId);
    },

    settingsMarkdown: () =>
      'Get a key in the [Claude Console](https://platform.claude.com/settings/keys); what you use is billed to its account. ' +
      'A Claude subscription is another thing and has no key.\n\n' +
      'The base URL may be that of any service that speaks the Messages API, a gateway of your company for example.',

    async countTokens(modelId, request) {
      const service = await connect();
      return countTokens(service, bodyFor(service, modelId, request));
    },

    cacheConfiguration: (modelId) => ({
      maxCacheAnchors: 4,
      shouldCacheToolDefinitions: true,
      minTotalTokenCount: traitsOf(modelId).cacheMinimum,
    }),

    async *stream(modelId, request, signal) {
      const service = await connect();
      if (!isReady(service) && service.isUsual) {
        throw failure('credential-missing', `There is no key for ${service.host} yet.`);
      }
      const response = await send(service, 'messages', bodyFor(service, modelId, request), { signal });
      yield { type: 'started' };
      yield* readAnswer(service, response);
    },
  };

  /**
   * Whether a service other than the vendor's own answers without a key.
   * @param {Service} service
   * @param {AbortSignal} signal
   */
  async function isOpen(service, signal) {
    if (service.isUsual) return false;
    try {
      await list(service, signal);
      return true;
    } catch (thrown) {
      if (isRecord(thrown) && thrown.code === 'credential-missing') return false;
      throw thrown;
    }
  }

  /** @param {Service} service */
  async function askForKey(service) {
    const isGiven = await credentials.request(providerId, {
      credentialType: 'api-key',
      label: `API key for ${service.host}`,
      placeholder: 'sk-ant-…',
      ...(service.isUsual && { helpUrl: 'https://platform.claude.com/settings/keys' }),
    });
    if (!isGiven) throw failure('cancelled', `No key was given for ${service.host}.`);
    return { ...service, key: await credentials.get(providerId) };
  }
}
