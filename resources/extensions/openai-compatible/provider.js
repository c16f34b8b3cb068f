/** @import { ExtensionContext, LanguageModelProvider } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { CompletionEvent, CompletionRequest, ModelInfo } from '../../../src/shared/contract/provider.ts' */
/** @import { Service } from './service.js' */
/** @import { Keyless } from './keyless.js' */
/** @import { OpenEndpoint, Source } from './sources.js' */
import { readAnswer } from './answer.js';
import { parseEndpoint, request } from './endpoint.js';
import { ProviderFailure, Refusal } from './failures.js';
import { tagOf } from './kept.js';
import { withLowerLimit } from './lower-limit.js';
import { defaultModel, listModels, pickDefault, tryKey } from './models.js';
import { requestBody, withoutRefusedField } from './request.js';

/**
 * @typedef {object} Connection
 * @property {Service} service
 * @property {string | null} key for this service
 * @property {string | null} variable environment variable of the key
 * @property {boolean} isGiven whether a script has the key, or a header in its place
 * @property {string} defaultModel
 */

/**
 * @param {ExtensionContext} context
 * @param {Source} source
 * @param {Keyless} keyless
 * @returns {LanguageModelProvider}
 */
export function createProvider(context, source, keyless) {
  const { credentials, http, languageModels } = context;
  const keyOrigin = credentials.heldTo({
    providerId: source.id,
    vendor: source.vendor,
    variables: source.variable ? [source.variable] : [],
  });
  /** Listed models by base URL, for "Default model". @type {Map<string, ModelInfo[]>} */
  const listed = new Map();

  const find = async () => {
    const found = await source.read(context);
    if (!found) throw new ProviderFailure('credential-missing', 'You have not allowed requests to this endpoint yet.');
    const { baseUrl, defaultModel: named, opened } = found;
    /** @type {Service} */
    const service = { ...parseEndpoint(baseUrl), http: opened?.http ?? http };
    return { service, defaultModel: named.trim(), opened };
  };

  /** @returns {Promise<Connection>} */
  const connect = async () => {
    const { service, defaultModel: named, opened } = await find();
    const { origin, isPrivate } = service;
    const found = { service, defaultModel: named };
    if (opened && givesKey(opened)) {
      return { ...found, key: opened.key, variable: null, isGiven: true };
    }
    const { key, variable } = await keyOrigin.keyFor(origin);
    if (key === null && variable !== null && !isPrivate) throw notForIt(service, variable);
    return { ...found, key, variable, isGiven: false };
  };

  /** @param {Connection} connection */
  const isReady = ({ service, key, isGiven }) => isGiven || key !== null || keyless.has(service.base);

  /**
   * @param {Service} service
   * @param {string} variable
   */
  const notForIt = ({ host }, variable) => {
    const vendorHost = new URL(source.vendor ?? '').host;
    return new ProviderFailure(
      'invalid-request',
      `The key in ${variable} is for ${vendorHost} alone, so ${host} was not given it. Add ${host} to the endpoints in Settings.`,
    );
  };

  /**
   * @param {Service} service
   * @param {string | null} key
   * @param {AbortSignal} [signal]
   */
  const list = async (service, key, signal) => {
    const models = await listModels(service, key, signal);
    listed.set(service.base, models);
    return models;
  };

  /**
   * @param {string} modelId
   * @param {Connection} connection
   */
  const nameOf = async (modelId, { service, key, defaultModel: named }) => {
    if (modelId !== defaultModel.id || source.models) return modelId;
    const picked = named || pickDefault(listed.get(service.base) ?? (await list(service, key)));
    if (picked) return picked;
    throw new ProviderFailure('invalid-request', `${service.host} lists no models. Name a default model in Settings.`);
  };

  /**
   * The limit for an answer in tokens, from the service's list.
   * @param {string} model
   * @param {Connection} connection
   * @param {AbortSignal} signal
   */
  const maxOf = async (model, { service, key }, signal) => {
    const models = source.models ?? listed.get(service.base) ?? (await list(service, key, signal).catch(() => []));
    return models.find(({ id }) => id === model)?.maxOutputTokens;
  };

  /** @param {AbortSignal} signal */
  const needKey = async (signal) => {
    const { service, key, variable, isGiven } = await connect();
    const { host, origin } = service;
    if ((isGiven || key !== null) && (await tryKey(service, key, signal)) === 'accepted') {
      if (!variable && !isGiven) await keyOrigin.accepted(origin);
      return;
    }
    if (isGiven) throw new ProviderFailure('provider-auth', `${host} did not accept the key of the script.`);
    // The variable would take precedence over a typed key.
    if (variable && key === null) throw notForIt(service, variable);
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
      ...(source.helpUrl && origin === source.vendor && { helpUrl: source.helpUrl }),
    });
    if (!given) throw new ProviderFailure('cancelled', `No key was given for ${host}.`);
    if ((await tryKey(service, await credentials.get(source.id), signal)) === 'refused') {
      throw new ProviderFailure('provider-auth', `${host} did not accept the key.`);
    }
    await keyOrigin.accepted(origin);
  };

  /**
   * A service that answered without a key may require one now.
   * @param {Service} service
   */
  const noLongerKeyless = async ({ base }) => {
    if (!keyless.has(base)) return;
    await keyless.set(base, false);
    await languageModels.modelsChanged(source.id);
  };

  return {
    async models() {
      if (source.models) return [...source.models];
      const connection = await connect();
      if (!isReady(connection)) return [defaultModel];
      return [defaultModel, ...(await list(connection.service, connection.key))];
    },

    async isAuthenticated() {
      return (await source.read(context)) !== null && isReady(await connect());
    },

    async authenticate(signal) {
      const { service, opened } = await find();
      const isKeyless = !givesKey(opened) && (await answersWithoutKey(service, opened !== undefined, signal));
      if (!isKeyless) await needKey(signal);
      await keyless.set(service.base, isKeyless);
      await languageModels.modelsChanged(source.id);
    },

    async resetCredentials() {
      listed.clear();
      await credentials.delete(source.id);
      await keyOrigin.forget();
      const found = await source.read(context);
      if (found) await keyless.set(parseEndpoint(found.baseUrl).base, false);
      await languageModels.modelsChanged(source.id);
    },

    async settingsMarkdown() {
      if (source.isScripted) {
        return 'A script has added this endpoint. Requests go there once you have allowed it. A key that you type goes only to the address at which it was accepted.';
      }
      const { service } = await find();
      return [
        `Answers come from \`${service.host}\`. Another service goes under **Base URL**, or beside this one under **Endpoints**, in the settings of this extension.`,
        'A service on this computer or in its own network needs no key unless it asks for one. A key goes only to the address at which it was accepted: at another one you sign in anew.',
      ].join('\n\n');
    },

    stream: (modelId, asked, signal) => http.keepAlive(chat(modelId, asked, signal), () => started),
  };

  /**
   * @param {string} modelId
   * @param {CompletionRequest} asked
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<CompletionEvent>}
   */
  async function* chat(modelId, asked, signal) {
    const connection = await connect();
    const { service, key } = connection;
    if (!service.isPrivate && !isReady(connection)) {
      throw new ProviderFailure('credential-missing', `There is no key for ${service.host} yet.`);
    }
    const model = await nameOf(modelId, connection);
    const tag = tagOf(service.base, model);
    const most = asked.maxTokens === undefined ? undefined : await maxOf(model, connection, signal);
    try {
      const response = await send(service, key, requestBody(model, asked, tag, most), signal);
      yield started;
      const isUsual = service.origin === source.vendor;
      yield* readAnswer(service, response, { tag, isUsual, secrets: key === null ? [] : [key] });
    } catch (thrown) {
      if (thrown instanceof Refusal && thrown.code === 'credential-missing') await noLongerKeyless(service);
      throw thrown;
    }
  }
}

/** @param {OpenEndpoint} [opened] */
const givesKey = (opened) => opened !== undefined && (opened.key !== null || 'authorization' in opened.headers);

/**
 * @param {Service} service
 * @param {boolean} isScripted its address is a script's: it may be a proxy that needs no key, wherever it is
 * @param {AbortSignal} signal
 */
async function answersWithoutKey(service, isScripted, signal) {
  if (service.isPrivate) return (await tryKey(service, null, signal)) === 'accepted';
  if (!isScripted) return false;
  try {
    return (await listModels(service, null, signal)).length > 0;
  } catch (thrown) {
    if (thrown instanceof Refusal) return false;
    throw thrown;
  }
}

/** @type {CompletionEvent} */
const started = { type: 'started' };

/**
 * @param {Service} service
 * @param {string | null} key
 * @param {Record<string, unknown>} json
 * @param {AbortSignal} signal
 * @param {boolean} [isLowered] whether the limit of the answer was already lowered
 * @returns {Promise<Response>}
 */
async function send(service, key, json, signal, isLowered = false) {
  try {
    return await request(service, '/chat/completions', { key, json, signal });
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    const errorMessage = JSON.stringify(thrown.body);
    if ([402, 413].includes(thrown.status) && !isLowered) {
      const lower = withLowerLimit(json, errorMessage);
      if (lower) return send(service, key, lower, signal, true);
    }
    const accepted = [400, 422].includes(thrown.status) ? withoutRefusedField(json, errorMessage) : null;
    if (!accepted) throw thrown;
    return send(service, key, accepted, signal, isLowered);
  }
}
