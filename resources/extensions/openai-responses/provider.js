/** @import { ExtensionContext, LanguageModelProvider } from '../../../src/shared/contract/extension-api.ts' */
/** @import { Endpoint } from './endpoint.js' */
/** @import { Json } from './json.js' */
import { parseEndpoint } from './endpoint.js';
import { errorIn, explain, failure } from './failures.js';
import { knownModels, modelsIn } from './models.js';
import { readAnswer } from './read-answer.js';
import { withoutRefusedField } from './refused-fields.js';
import { requestBody } from './request.js';
import { untilStopSequence } from './stop-sequences.js';

export const providerId = 'openai';

/** Milliseconds; less than the app waits for a list. */
const listTimeout = 8_000;

/** @typedef {{ endpoint: Endpoint, key: string | null }} Connection */

/**
 * @param {ExtensionContext} context
 * @returns {LanguageModelProvider}
 */
export function createProvider({ credentials, http, languageModels, settings }) {
  /** Addresses that answered without a key in this run. @type {Set<string>} */
  const keyless = new Set();

  /** @returns {Promise<Connection>} */
  const connection = async () => ({
    endpoint: parseEndpoint(await settings.get('base_url')),
    key: await credentials.get(providerId),
  });

  return {
    async models() {
      const connected = await connection();
      if (!mayAnswer(connected)) return knownModels;
      return (await listModels(connected)) ?? knownModels;
    },

    async isAuthenticated() {
      return mayAnswer(await connection());
    },

    async authenticate(signal) {
      const { endpoint, key } = await connection();
      const isKeyless = key === null && endpoint.isPrivate && (await answersWithoutKey(endpoint, signal));
      if (isKeyless) keyless.add(endpoint.host);
      else {
        if (key === null) await askForKey(endpoint);
        await listModels(await connection(), signal);
      }
      await languageModels.modelsChanged(providerId);
    },

    async resetCredentials() {
      keyless.clear();
      await credentials.delete(providerId);
      await languageModels.modelsChanged(providerId);
    },

    settingsMarkdown: () =>
      'Answers come from the Responses API at the base URL above. Nothing is kept with the service: what a model ' +
      'thinks goes back to it encrypted, and only while it works with tools. A service on this computer that wants ' +
      'no key is used without one.',

    async *stream(modelId, request, signal) {
      const { endpoint, key } = await connection();
      if (key === null && !endpoint.isPrivate) {
        throw failure('credential-missing', `There is no key for ${endpoint.host} yet.`);
      }
      const response = await send({ endpoint, key }, requestBody(modelId, request), signal);
      yield { type: 'started' };
      const events = readAnswer(http, response, endpoint.host, secretsOf(key));
      yield* request.stopSequences.length > 0 ? untilStopSequence(events, request.stopSequences) : events;
    },
  };

  /** @param {Connection} connection */
  function mayAnswer({ endpoint, key }) {
    return key !== null || keyless.has(endpoint.host);
  }

  /** @param {Endpoint} endpoint */
  async function askForKey({ host }) {
    const given = await credentials.request(providerId, {
      credentialType: 'api-key',
      label: `API key for ${host}`,
      placeholder: 'sk-…',
      ...(host === 'api.openai.com' ? { helpUrl: 'https://platform.openai.com/api-keys' } : {}),
    });
    if (!given) throw failure('cancelled', `No key was given for ${host}.`);
  }

  /**
   * @param {Endpoint} endpoint
   * @param {AbortSignal} signal
   */
  async function answersWithoutKey(endpoint, signal) {
    try {
      await listModels({ endpoint, key: null }, signal);
      return true;
    } catch (thrown) {
      if (codeOf(thrown) === 'provider-auth') return false;
      throw thrown;
    }
  }

  /**
   * @param {Connection} connection
   * @param {AbortSignal} [signal]
   * @returns {Promise<import('../../../src/shared/contract/provider.ts').ModelInfo[] | null>} null when the service
   * has no list, or does not show it to this key, and may answer all the same
   */
  async function listModels({ endpoint, key }, signal) {
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
   * @param {Connection} connection
   * @param {Json} body
   * @param {AbortSignal} signal
   * @returns {Promise<Response>}
   */
  async function send({ endpoint, key }, body, signal) {
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
      if (accepted) return send({ endpoint, key }, accepted, signal);
      if (codeOf(thrown) !== 'provider-auth' || key !== null) throw thrown;
      throw failure('credential-missing', `${endpoint.host} wants a key.`);
    }
  }
}

/** @param {string | null} key */
const secretsOf = (key) => (key === null ? [] : [key]);

/**
 * @param {string | null} key
 * @returns {Record<string, string>}
 */
const headersFor = (key) => (key === null ? {} : { authorization: `Bearer ${key}` });

/** @param {unknown} thrown */
const codeOf = (thrown) => (thrown instanceof Error && 'code' in thrown ? thrown.code : undefined);
