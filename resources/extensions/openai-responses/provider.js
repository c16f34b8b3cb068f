/** @import { ExtensionContext, LanguageModelProvider } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { ModelEndpoint } from '../../../src/shared/contract/extension-api/extension-endpoints.ts' */
/** @import { CompletionEvent, CompletionRequest } from '../../../src/shared/contract/provider.ts' */
/** @import { Endpoint } from './endpoint.js' */
/** @import { Json } from './json.js' */
import { parseEndpoint } from './endpoint.js';
import { errorIn, explain, failure } from './failures.js';
import { knownModels, modelsIn } from './models.js';
import { withPrices } from './prices.js';
import { readAnswer } from './read-answer.js';
import { withoutRefusedField } from './refused-fields.js';
import { requestBody } from './request.js';
import { untilStopSequence } from './stop-sequences.js';

const ownId = 'openai';

/** Milliseconds; less than the app's limit for a list. */
const listTimeout = 8_000;

/** The only origin for the environment variable, and for keys from before origins were recorded. */
const vendor = 'https://api.openai.com';
const variable = 'OPENAI_API_KEY';

/**
 * @typedef {object} Connection
 * @property {Endpoint} endpoint
 * @property {string | null} key
 * @property {ExtensionContext['http']} http
 * @property {boolean} isGiven whether a script gives the key, or a header in its place
 */

/**
 * @param {ExtensionContext} context
 * @param {ModelEndpoint} [scripted] of a script; absent: that of the settings
 * @returns {{ id: string, provider: LanguageModelProvider }}
 */
export function createProvider(context, scripted) {
  const { credentials, http, languageModels, settings } = context;
  const providerId = scripted?.providerId ?? ownId;
  const keyOrigin = credentials.heldTo(scripted ? { providerId } : { providerId, vendor, variables: [variable] });
  /** Hosts that answered without a key in this run. @type {Set<string>} */
  const keyless = new Set();

  /** @returns {Promise<Connection & { variable: string | null }>} `variable`: the one that the key is from */
  const connection = async () => {
    const opened = await scripted?.open();
    if (opened === null) throw failure('credential-missing', 'You have not allowed requests to this endpoint yet.');
    const endpoint = parseEndpoint(opened?.baseUrl ?? (await settings.get('base_url')));
    const connected = { endpoint, http: opened?.http ?? http };
    if (opened && (opened.key !== null || 'authorization' in opened.headers)) {
      return { ...connected, key: opened.key, variable: null, isGiven: true };
    }
    const { key, variable } = await keyOrigin.keyFor(endpoint.origin);
    if (key === null && variable !== null && !endpoint.isPrivate) throw notForIt(endpoint, variable);
    return { ...connected, key, variable, isGiven: false };
  };

  /** @type {LanguageModelProvider} */
  const provider = {
    async models() {
      if (scripted && scripted.models.length > 0) return [...scripted.models];
      const connected = await connection();
      const models = (mayAnswer(connected) && (await listModels(connected))) || knownModels;
      return connected.endpoint.origin === vendor ? models.map(withPrices) : models;
    },

    async isAuthenticated() {
      if (scripted && !(await scripted.open())) return false;
      return mayAnswer(await connection());
    },

    async authenticate(signal) {
      const connected = await connection();
      if (await answersWithoutKey(connected, signal)) keyless.add(connected.endpoint.host);
      else await needKey(connected, signal);
      await languageModels.modelsChanged(providerId);
    },

    async resetCredentials() {
      keyless.clear();
      await credentials.delete(providerId);
      await keyOrigin.forget();
      await languageModels.modelsChanged(providerId);
    },

    settingsMarkdown: () =>
      scripted
        ? 'A script has added this endpoint. Requests go there once you have allowed it. A key that you type goes only to the address at which it was accepted.'
        : 'Answers come from the Responses API at the base URL above. Nothing is kept with the service: what a model ' +
          'thinks goes back to it encrypted, and only while it works with tools. A service on this computer that wants ' +
          'no key is used without one. A key goes only to the address at which it was accepted.',

    stream: (modelId, request, signal) => http.keepAlive(respond(modelId, request, signal), () => started),
  };
  return { id: providerId, provider };

  /**
   * @param {string} modelId
   * @param {CompletionRequest} request
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<CompletionEvent>}
   */
  async function* respond(modelId, request, signal) {
    const connected = await connection();
    const { endpoint, key } = connected;
    if (!endpoint.isPrivate && !mayAnswer(connected)) {
      throw failure('credential-missing', `There is no key for ${endpoint.host} yet.`);
    }
    const response = await send(connected, requestBody(modelId, request), signal);
    yield started;
    const isUsual = endpoint.origin === vendor;
    const events = readAnswer(connected.http, response, { host: endpoint.host, isUsual, secrets: secretsOf(key) });
    yield* request.stopSequences.length > 0 ? untilStopSequence(events, request.stopSequences) : events;
  }

  /** @param {Connection} connection */
  function mayAnswer({ endpoint, key, isGiven }) {
    return isGiven || key !== null || keyless.has(endpoint.host);
  }

  /**
   * @param {Connection} connected
   * @param {AbortSignal} signal
   */
  async function answersWithoutKey(connected, signal) {
    const { endpoint, key, isGiven } = connected;
    if (isGiven || key !== null) return false;
    if (endpoint.isPrivate) return isAccepted(connected, signal);
    // A script's may be a proxy that needs no key, wherever it is; one without a list tells nobody.
    return scripted !== undefined && (await listModels(connected, signal).catch(() => null)) !== null;
  }

  /**
   * @param {Endpoint} endpoint
   * @param {string} variable
   */
  function notForIt({ host }, variable) {
    return failure(
      'invalid-request',
      `The key in ${variable} is for ${new URL(vendor).host} alone, so ${host} was not given it. Take back in Settings that it may be read, then sign in.`,
    );
  }

  /**
   * @param {Connection & { variable: string | null }} connected
   * @param {AbortSignal} signal
   */
  async function needKey(connected, signal) {
    const { endpoint, key, variable } = connected;
    if (connected.isGiven) {
      await listModels(connected, signal);
      return;
    }
    if (variable !== null) {
      // The variable would take precedence over a typed key.
      if (key === null) throw notForIt(endpoint, variable);
      await listModels(connected, signal);
      return;
    }
    if (key === null || !(await isAccepted(connected, signal))) {
      await askForKey(endpoint);
      await listModels({ ...connected, key: await credentials.get(providerId) }, signal);
    }
    await keyOrigin.accepted(endpoint.origin);
  }

  /** @param {Endpoint} endpoint */
  async function askForKey({ host, origin }) {
    const given = await credentials.request(providerId, {
      credentialType: 'api-key',
      label: `API key for ${host}`,
      placeholder: 'sk-…',
      ...(origin === vendor ? { helpUrl: 'https://platform.openai.com/api-keys' } : {}),
    });
    if (!given) throw failure('cancelled', `No key was given for ${host}.`);
  }

  /**
   * @param {Connection} connection
   * @param {AbortSignal} signal
   */
  async function isAccepted(connection, signal) {
    try {
      await listModels(connection, signal);
      return true;
    } catch (thrown) {
      if (codeOf(thrown) === 'provider-auth' || codeOf(thrown) === 'credential-missing') return false;
      throw thrown;
    }
  }

  /**
   * @param {Connection} connection
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('../../../src/shared/contract/provider.ts').ModelInfo[] | null>} null if the service has
   * no list, or none for this key, and may answer all the same
   */
  async function listModels({ endpoint, key, http }, signal) {
    const timeout = AbortSignal.timeout(listTimeout);
    let isUnlisted = false;
    try {
      const response = await http.request(endpoint.url('/models'), {
        headers: headersFor(key),
        secrets: secretsOf(key),
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        explain(answer) {
          const isOutOfReach = /missing scopes/i.test(errorIn(answer.body).message);
          isUnlisted = [404, 405, 501].includes(answer.status) || isOutOfReach;
          return explain(answer);
        },
      });
      const models = modelsIn(await http.json(response));
      if (models) return models;
    } catch (thrown) {
      if (isUnlisted) return null;
      throw thrown;
    }
    throw failure('invalid-response', `${endpoint.host} did not answer with a list of models.`);
  }

  /**
   * @param {Connection} connected
   * @param {Json} body
   * @param {AbortSignal} signal
   * @returns {Promise<Response>}
   */
  async function send(connected, body, signal) {
    const { endpoint, key, http } = connected;
    /** @type {unknown} */
    let refusal;
    try {
      return await http.request(endpoint.url('/responses'), {
        headers: { accept: 'text/event-stream, application/json', ...headersFor(key) },
        json: body,
        secrets: secretsOf(key),
        signal,
        explain(answer) {
          if (answer.status === 400 || answer.status === 422) refusal = answer.body;
          return explain(answer);
        },
      });
    } catch (thrown) {
      const accepted = codeOf(thrown) === 'invalid-request' ? withoutRefusedField(body, refusal) : null;
      if (accepted) return send(connected, accepted, signal);
      throw thrown;
    }
  }
}

/** @type {CompletionEvent} */
const started = { type: 'started' };

/** @param {string | null} key */
const secretsOf = (key) => (key === null ? [] : [key]);

/**
 * @param {string | null} key
 * @returns {Record<string, string>}
 */
const headersFor = (key) => (key === null ? {} : { authorization: `Bearer ${key}` });

/** @param {unknown} thrown */
const codeOf = (thrown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined);
