/** @import { ExtensionContext, LanguageModelProvider } from '../../../src/shared/contract/extension-api.ts' */
/** @import { ModelInfo } from '../../../src/shared/contract/provider.ts' */
/** @import { Service } from './endpoint.js' */
/** @import { Keyless } from './keyless.js' */
/** @import { Source } from './sources.js' */
import { readAnswer } from './answer.js';
import { parseEndpoint, request } from './endpoint.js';
import { ProviderFailure, Refusal } from './failures.js';
import { tagOf } from './kept.js';
import { defaultModel, listModels, pickDefault, tryKey } from './models.js';
import { requestBody, withoutRefusedField } from './request.js';

/**
 * @typedef {object} Connection
 * @property {Service} service
 * @property {string | null} key
 * @property {string | null} variable the variable of the environment that the key is from
 * @property {string} defaultModel
 */

/**
 * @param {ExtensionContext} context
 * @param {Source} source
 * @param {Keyless} keyless
 * @returns {LanguageModelProvider}
 */
export function createProvider(context, source, keyless) {
  const { credentials, env, http, languageModels } = context;
  /** By base URL; for "Default model". @type {Map<string, ModelInfo[]>} */
  const listed = new Map();

  /** @returns {Promise<{ service: Service, defaultModel: string }>} */
  const find = async () => {
    const { baseUrl, defaultModel: named } = await source.read(context);
    return { service: { ...parseEndpoint(baseUrl), http }, defaultModel: named.trim() };
  };

  /** @returns {Promise<Connection>} */
  const connect = async () => {
    const found = await find();
    const { host, isPrivate } = found.service;
    const key = await credentials.get(source.id);
    const isFromVariable = key !== null && source.variable !== undefined && key === (await env.get(source.variable));
    if (!isFromVariable) return { ...found, key, variable: null };
    const { variable = '', keyHost } = source;
    // It is for the service that it is named after: another one must not see it.
    if (host === keyHost) return { ...found, key, variable };
    if (isPrivate) return { ...found, key: null, variable: null };
    throw new ProviderFailure(
      'invalid-request',
      `The key in ${variable} is for ${keyHost} alone, so ${host} was not asked. Add ${host} to the endpoints in Settings.`,
    );
  };

  /**
   * @param {Service} service
   * @param {string | null} key
   */
  const list = async (service, key) => {
    const models = await listModels(service, key);
    listed.set(service.base, models);
    return models;
  };

  /**
   * @param {string} modelId
   * @param {Connection} connection
   */
  const nameOf = async (modelId, { service, key, defaultModel: named }) => {
    if (modelId !== defaultModel.id) return modelId;
    const picked = named || pickDefault(listed.get(service.base) ?? (await list(service, key)));
    if (picked) return picked;
    throw new ProviderFailure('invalid-request', `${service.host} lists no models. Name a default model in Settings.`);
  };

  /** @param {AbortSignal} signal */
  const needKey = async (signal) => {
    const { service, key, variable } = await connect();
    const { host } = service;
    if (key !== null && (await tryKey(service, key, signal)) === 'accepted') return;
    if (variable) {
      throw new ProviderFailure(
        'provider-auth',
        `${host} did not accept the key in ${variable}. Change it there, or take back that it may be read.`,
      );
    }
    const given = await credentials.request(source.id, {
      credentialType: 'api-key',
      label: `API key for ${host}`,
      placeholder: 'sk-…',
      ...(source.helpUrl && host === source.keyHost && { helpUrl: source.helpUrl }),
    });
    if (!given) throw new ProviderFailure('cancelled', `No key was given for ${host}.`);
    if ((await tryKey(service, await credentials.get(source.id), signal)) === 'refused') {
      throw new ProviderFailure('provider-auth', `${host} did not accept the key.`);
    }
  };

  /**
   * A service that answered without a key may want one now.
   * @param {Service} service
   */
  const noLongerKeyless = async ({ base }) => {
    if (!keyless.has(base)) return;
    await keyless.set(base, false);
    await languageModels.modelsChanged(source.id);
  };

  return {
    async models() {
      const { service, key } = await connect();
      if (key === null && !keyless.has(service.base)) return [defaultModel];
      return [defaultModel, ...(await list(service, key))];
    },

    async isAuthenticated() {
      const { service, key } = await connect();
      return key !== null || keyless.has(service.base);
    },

    async authenticate(signal) {
      const { service } = await find();
      const isKeyless = service.isPrivate && (await tryKey(service, null, signal)) === 'accepted';
      if (!isKeyless) await needKey(signal);
      await keyless.set(service.base, isKeyless);
      await languageModels.modelsChanged(source.id);
    },

    async resetCredentials() {
      listed.clear();
      await credentials.delete(source.id);
      await keyless.set((await find()).service.base, false);
      await languageModels.modelsChanged(source.id);
    },

    async settingsMarkdown() {
      const { service } = await find();
      return [
        `Answers come from \`${service.host}\`. Another service goes under **Base URL**, or beside this one under **Endpoints**, in the settings of this extension.`,
        'A service on this computer or in its own network needs no key unless it asks for one.',
      ].join('\n\n');
    },

    async *stream(modelId, asked, signal) {
      const connection = await connect();
      const { service, key } = connection;
      if (key === null && !service.isPrivate) {
        throw new ProviderFailure('credential-missing', `There is no key for ${service.host} yet.`);
      }
      const model = await nameOf(modelId, connection);
      const tag = tagOf(service.base, model);
      const hangUp = new AbortController();
      const json = requestBody(model, asked, tag);
      const secrets = key === null ? [] : [key];
      try {
        const response = await send(service, key, json, AbortSignal.any([signal, hangUp.signal]));
        yield { type: 'started' };
        yield* readAnswer(service, response, { tag, secrets, hangUp });
      } catch (thrown) {
        if (thrown instanceof Refusal && thrown.code === 'credential-missing') await noLongerKeyless(service);
        throw thrown;
      } finally {
        hangUp.abort();
      }
    },
  };
}

/**
 * @param {Service} service
 * @param {string | null} key
 * @param {Record<string, unknown>} json
 * @param {AbortSignal} signal
 * @returns {Promise<Response>}
 */
async function send(service, key, json, signal) {
  try {
    return await request(service, '/chat/completions', { key, json, signal });
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || ![400, 422].includes(thrown.status)) throw thrown;
    const accepted = withoutRefusedField(json, JSON.stringify(thrown.body));
    if (!accepted) throw thrown;
    return send(service, key, accepted, signal);
  }
}
