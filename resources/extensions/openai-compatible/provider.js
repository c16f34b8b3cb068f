/** @import { ExtensionContext, LanguageModelProvider } from '../../../src/shared/contract/extension-api.ts' */
/** @import { ModelInfo } from '../../../src/shared/contract/provider.ts' */
/** @import { Service } from './endpoint.js' */
import { readAnswer } from './answer.js';
import { parseEndpoint, requestOk } from './endpoint.js';
import { ProviderFailure } from './errors.js';
import { defaultModel, listModels, pickDefault, tryKey } from './models.js';
import { requestBody, withoutRefusedField } from './request.js';

export const providerId = 'openai-compatible';

/**
 * @param {ExtensionContext} context
 * @returns {LanguageModelProvider}
 */
export function createProvider({ credentials, fetch, languageModels, settings }) {
  /** Base URLs that answered without a key in this run. @type {Set<string>} */
  const keyless = new Set();
  /** By base URL; for "Default model". @type {Map<string, ModelInfo[]>} */
  const listed = new Map();

  const connection = async () => {
    const endpoint = { ...parseEndpoint(await settings.get('base_url')), fetch };
    return { endpoint, key: await credentials.get(providerId) };
  };

  /**
   * @param {Service} endpoint
   * @param {string | null} key
   */
  const list = async (endpoint, key) => {
    const models = await listModels(endpoint, key);
    listed.set(endpoint.base, models);
    return models;
  };

  /**
   * @param {string} modelId
   * @param {Service} endpoint
   * @param {string | null} key
   */
  const nameOf = async (modelId, endpoint, key) => {
    if (modelId !== defaultModel.id) return modelId;
    const named = (await settings.get('default_model')).trim();
    const picked = named || pickDefault(listed.get(endpoint.base) ?? (await list(endpoint, key)));
    if (picked) return picked;
    throw new ProviderFailure('invalid-request', `${endpoint.host} lists no models. Name a default model in Settings.`);
  };

  return {
    async models() {
      const { endpoint, key } = await connection();
      if (key === null && !keyless.has(endpoint.base)) return [defaultModel];
      return [defaultModel, ...(await list(endpoint, key))];
    },

    async isAuthenticated() {
      const { endpoint, key } = await connection();
      return key !== null || keyless.has(endpoint.base);
    },

    async authenticate() {
      const { endpoint, key } = await connection();
      const needsKey = key === null && !endpoint.isPrivate;
      if (needsKey || (await tryKey(endpoint, key)) === 'refused') await askForKey(endpoint);
      else if (key === null) keyless.add(endpoint.base);
      await languageModels.modelsChanged(providerId);
    },

    async resetCredentials() {
      keyless.clear();
      listed.clear();
      await credentials.delete(providerId);
      await languageModels.modelsChanged(providerId);
    },

    async *stream(modelId, request, signal) {
      const { endpoint, key } = await connection();
      if (key === null && !endpoint.isPrivate) {
        throw new ProviderFailure('credential-missing', `There is no key for ${endpoint.host} yet.`);
      }
      const body = requestBody(await nameOf(modelId, endpoint, key), request);
      const response = await send(endpoint, key, body, signal);
      yield { type: 'started' };
      yield* readAnswer(endpoint, response, key, signal);
    },
  };

  /** @param {Service} endpoint */
  async function askForKey(endpoint) {
    const given = await credentials.request(providerId, {
      credentialType: 'api-key',
      label: `API key for ${endpoint.host}`,
      placeholder: 'sk-…',
    });
    if (!given) throw new ProviderFailure('cancelled', `No key was given for ${endpoint.host}.`);
    keyless.delete(endpoint.base);
    if ((await tryGivenKey(endpoint, await credentials.get(providerId))) === 'accepted') return;
    await credentials.delete(providerId);
    throw new ProviderFailure('provider-auth', `${endpoint.host} did not accept the key, so it was not kept.`);
  }
}

/**
 * @param {Service} endpoint
 * @param {string | null} key
 */
async function tryGivenKey(endpoint, key) {
  try {
    return await tryKey(endpoint, key);
  } catch (thrown) {
    if (!(thrown instanceof ProviderFailure)) throw thrown;
    throw new ProviderFailure(thrown.code, `${thrown.message} The key is kept.`, thrown.data);
  }
}

/**
 * @param {Service} endpoint
 * @param {string | null} key
 * @param {Record<string, unknown>} body
 * @param {AbortSignal} signal
 * @returns {Promise<Response>}
 */
async function send(endpoint, key, body, signal) {
  try {
    return await requestOk(endpoint, '/chat/completions', { key, body, signal });
  } catch (thrown) {
    if (!(thrown instanceof ProviderFailure)) throw thrown;
    const accepted = thrown.code === 'invalid-request' ? withoutRefusedField(body, thrown.message) : null;
    if (accepted) return send(endpoint, key, accepted, signal);
    if (thrown.code === 'provider-auth' && key === null) {
      throw new ProviderFailure('credential-missing', `${endpoint.host} wants a key.`);
    }
    throw thrown;
  }
}
