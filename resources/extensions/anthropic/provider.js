/** @import { ExtensionContext, LanguageModelProvider } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { ModelEndpoint } from '../../../src/shared/contract/extension-api/extension-endpoints.ts' */
/** @import { CompletionEvent, CompletionRequest } from '../../../src/shared/contract/provider.ts' */
/** @import { Model } from './models.js' */
/** @import { Service } from './service.js' */
import { readAnswer } from './answer.js';
import { usualModels, withTraits } from './models.js';
import { withPrices } from './prices.js';
import { failure, isRecord } from './reading.js';
import { requestBody } from './request.js';
import { addressIn, countTokens, listModels, send, usualOrigin } from './service.js';
import { traitsOf } from './traits.js';

const ownId = 'anthropic';
/** The same as in the manifest. */
export const variables = ['ANTHROPIC_API_KEY'];

/**
 * @param {ExtensionContext} context
 * @param {ModelEndpoint} [endpoint] of a script; absent: that of the settings
 * @returns {{ id: string, provider: LanguageModelProvider }}
 */
export function createProvider(context, endpoint) {
  const { credentials, http, languageModels, settings } = context;
  const providerId = endpoint?.providerId ?? ownId;
  const heldKey = credentials.heldTo(endpoint ? { providerId } : { providerId, vendor: usualOrigin, variables });
  /** Base URLs that answered without a key in this run. @type {Set<string>} */
  const keyless = new Set();
  /** Listed models by base URL. @type {Map<string, Model[]>} */
  const listed = new Map();

  /** @returns {Promise<Service & { variable: string | null }>} `variable`: the one that the key is from */
  const connect = async () => {
    const opened = await endpoint?.open();
    if (opened === null) throw failure('credential-missing', 'You have not allowed requests to this endpoint yet.');
    const address = addressIn(opened?.baseUrl ?? (await settings.get('base_url')));
    const service = { ...address, http: opened?.http ?? http, opened };
    if (opened && keyIn(opened)) return { ...service, key: opened.key, variable: null };
    return { ...service, ...(await heldKey.keyFor(address.origin)) };
  };

  /** @param {Service} service */
  const isReady = ({ key, base, opened }) => key !== null || keyless.has(base) || (opened ? keyIn(opened) : false);

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
    const named = endpoint?.models.find(({ id }) => id === modelId);
    const model = named ? withTraits(named) : listed.get(base)?.find(({ info }) => info.id === modelId);
    return requestBody(modelId, request, model?.traits ?? traitsOf(modelId));
  };

  /** @type {LanguageModelProvider} */
  const provider = {
    async models() {
      if (endpoint && endpoint.models.length > 0) return [...endpoint.models];
      const service = await connect();
      const models = isReady(service) ? await list(service) : usualModels;
      return models.map(({ info }) => (service.isUsual ? withPrices(info) : info));
    },

    async isAuthenticated() {
      if (endpoint && !(await endpoint.open())) return false;
      return isReady(await connect());
    },

    async authenticate(signal) {
      const service = await connect();
      const { key, origin, variable, opened } = service;
      if (opened && keyIn(opened)) await list(service, signal);
      else if (key === null && (await isOpen(service, signal))) keyless.add(service.base);
      else {
        await list(key === null ? await askForKey(service, variable) : service, signal);
        if (variable === null) await heldKey.accepted(origin);
      }
      await languageModels.modelsChanged(providerId);
    },

    async resetCredentials() {
      keyless.clear();
      listed.clear();
      await credentials.delete(providerId);
      await heldKey.forget();
      await languageModels.modelsChanged(providerId);
    },

    settingsMarkdown: () =>
      endpoint
        ? 'A script has added this endpoint. Requests go there once you have allowed it. A key that you type goes only to the address at which it was accepted.'
        : 'Get a key in the [Claude Console](https://platform.claude.com/settings/keys); what you use is billed to its account. ' +
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

    stream: (modelId, request, signal) => http.keepAlive(answer(modelId, request, signal), () => started),
  };
  return { id: providerId, provider };

  /**
   * @param {string} modelId
   * @param {CompletionRequest} request
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<CompletionEvent>}
   */
  async function* answer(modelId, request, signal) {
    const service = await connect();
    if (!isReady(service) && service.isUsual) {
      throw failure('credential-missing', `There is no key for ${service.host} yet.`);
    }
    const response = await send(service, 'messages', bodyFor(service, modelId, request), { signal });
    yield started;
    yield* readAnswer(service, response);
  }

  /**
   * Whether a service other than the vendor's own answers without a key.
   * @param {Service} service
   * @param {AbortSignal} signal
   */
  async function isOpen(service, signal) {
    if (service.isUsual) return false;
    try {
      // Where there is no list, nobody knows: what a script names elsewhere than on this computer is asked about.
      return (await list(service, signal)) !== usualModels || !endpoint || service.base.startsWith('http:');
    } catch (thrown) {
      if (isRecord(thrown) && thrown.code === 'credential-missing') return false;
      throw thrown;
    }
  }

  /**
   * @param {Service} service
   * @param {string | null} variable
   */
  async function askForKey(service, variable) {
    // The variable takes precedence over any typed key.
    if (variable !== null) {
      throw failure(
        'provider-auth',
        `The key in ${variable} is for ${new URL(usualOrigin).host} alone. To give ${service.host} one of its own, take back that the variable may be read.`,
      );
    }
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

/**
 * Whether a script gives a key, or a header in its place.
 * @param {NonNullable<Service['opened']>} opened
 */
const keyIn = ({ key, headers }) => key !== null || 'x-api-key' in headers || 'authorization' in headers;

/** @type {CompletionEvent} */
const started = { type: 'started' };
