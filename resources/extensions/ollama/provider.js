/** @import { ExtensionContext, LanguageModelProvider } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { CompletionEvent, CompletionRequest } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
/** @import { Model } from './models.js' */
import { codeOf, explain, failure, failureInAnswer, notRunning } from './failures.js';
import { recordOf } from './json.js';
import { modelOf, tagsIn } from './models.js';
import { readAnswer } from './read-answer.js';
import { chatBody } from './request.js';

export const providerId = 'ollama';

/** Milliseconds; less than the app's limit for a list. */
const listTimeout = 8_000;
/** Milliseconds; the service is near, or it does not run. */
const answerTimeout = 3_000;
/** Ollama's default address: keys from before origins were recorded are for it. */
const vendor = 'http://localhost:11434';

/** @typedef {{ base: string, host: string, origin: string, key: string | null }} Service */

/**
 * @param {ExtensionContext} context
 * @returns {LanguageModelProvider}
 */
export function createProvider(context) {
  const { credentials, http, languageModels, settings } = context;
  const keyOrigin = credentials.heldTo({ providerId, vendor });
  /** Responses of /api/show by the model's digest. @type {Map<string, Promise<Json>>} */
  const shown = new Map();
  let listed = '';

  /** @returns {Promise<Service>} */
  const connect = async () => {
    const place = parseBase(await settings.get('base_url'));
    const { key } = await keyOrigin.keyFor(place.origin);
    return { ...place, key };
  };

  /**
   * @param {Service} service
   * @param {string} path
   * @param {AbortSignal} signal
   * @param {Json} [body]
   * @returns {Promise<Response>}
   */
  const ask = async ({ base, host, key }, path, signal, body) => {
    try {
      return await http.request(`${base}${path}`, {
        headers: key === null ? {} : { authorization: `Bearer ${key}` },
        ...(body === undefined ? {} : { json: body }),
        secrets: secretsOf(key),
        signal,
        explain: explain(host),
      });
    } catch (thrown) {
      throw notRunning(host, thrown);
    }
  };

  /**
   * @param {Service} service
   * @param {AbortSignal} signal
   */
  const tags = async (service, signal) => {
    const found = tagsIn(await http.json(await ask(service, '/api/tags', signal)));
    if (found) return found;
    throw failure('invalid-response', `${service.host} does not answer as Ollama does. Check the base URL.`);
  };

  /**
   * @param {Service} service
   * @param {{ name: string, digest: string }} tag
   * @param {AbortSignal} signal
   * @returns {Promise<Model | null>}
   */
  const modelFor = async (service, { name, digest }, signal) => {
    const known = `${service.base} ${name} ${digest}`;
    const asked = shown.get(known) ?? ask(service, '/api/show', signal, { model: name }).then(http.json).then(recordOf);
    shown.set(known, asked);
    // A model without details is offered all the same.
    const details = await asked.catch(() => {
      shown.delete(known);
      return {};
    });
    const wanted = Number(await settings.get('context_length'));
    return modelOf(name, details, Number.isSafeInteger(wanted) ? wanted : 0);
  };

  return {
    async models() {
      const service = await connect();
      const signal = AbortSignal.timeout(listTimeout);
      const found = await tags(service, signal);
      const models = await Promise.all(found.map((tag) => modelFor(service, tag, signal)));
      const chatting = models.flatMap((model) => (model ? [model.info] : []));
      const ids = JSON.stringify([service.base, chatting]);
      if (listed !== '' && listed !== ids) void languageModels.modelsChanged(providerId);
      listed = ids;
      return chatting.map((info, index) => ({ ...info, isDefault: index === 0, isDefaultFast: index === 0 }));
    },

    async isAuthenticated() {
      try {
        // By its list, which every compatible service has.
        await tags(await connect(), AbortSignal.timeout(answerTimeout));
        return true;
      } catch {
        return false;
      }
    },

    async authenticate(signal) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(listTimeout)]);
      const service = await connect();
      let { key } = service;
      try {
        await tags(service, limited);
      } catch (thrown) {
        if (!isLocked(thrown)) throw thrown;
        await askForKey(service);
        key = await credentials.get(providerId);
        await tags({ ...service, key }, AbortSignal.any([signal, AbortSignal.timeout(listTimeout)]));
      }
      if (key !== null) await keyOrigin.accepted(service.origin);
      await languageModels.modelsChanged(providerId);
    },

    async resetCredentials() {
      await credentials.delete(providerId);
      await keyOrigin.forget();
      await languageModels.modelsChanged(providerId);
    },

    settingsMarkdown: () =>
      'Models are those that Ollama has already: get one with `ollama pull`, then refresh the list. No key is needed, ' +
      'unless a proxy before Ollama asks for one; it goes only to the address at which it was accepted. One answer is ' +
      'written at a time.',

    // Loading a large model may take minutes.
    stream: (modelId, request, signal) => http.keepAlive(chat(modelId, request, signal), () => started),
  };

  /**
   * @param {string} name
   * @param {CompletionRequest} request
   * @param {AbortSignal} signal
   * @returns {AsyncGenerator<CompletionEvent>}
   */
  async function* chat(name, request, signal) {
    const service = await connect();
    const model = await modelFor(service, { name, digest: await digestOf(service, name, signal) }, signal);
    const body = chatBody(name, model ?? { thinks: false, contextLength: undefined }, request);
    const response = await send(service, body, signal);
    yield started;
    const secrets = secretsOf(service.key);
    yield* readAnswer(http.lines(response), service.host, (line) => failureInAnswer(http, service.host, line, secrets));
  }

  /**
   * @param {Service} service
   * @param {string} name
   * @param {AbortSignal} signal
   */
  async function digestOf(service, name, signal) {
    const prefix = `${service.base} ${name} `;
    const known = [...shown.keys()].findLast((key) => key.startsWith(prefix));
    if (known) return known.slice(prefix.length);
    return (await tags(service, signal)).find((tag) => tag.name === name)?.digest ?? '';
  }

  /**
   * @param {Service} service
   * @param {Json} body
   * @param {AbortSignal} signal
   * @returns {Promise<Response>}
   */
  async function send(service, body, signal) {
    try {
      return await ask(service, '/api/chat', signal, body);
    } catch (thrown) {
      const errorMessage = thrown instanceof Error ? thrown.message : '';
      if ('think' in body && /does not support thinking/.test(errorMessage)) {
        const { think: _, ...rest } = body;
        return send(service, rest, signal);
      }
      // The model was removed since the list was loaded.
      if (codeOf(thrown) === 'invalid-request' && /not found/.test(errorMessage)) {
        void languageModels.modelsChanged(providerId);
      }
      throw thrown;
    }
  }

  /** @param {Service} service */
  async function askForKey({ host }) {
    const given = await credentials.request(providerId, {
      credentialType: 'api-key',
      label: `Key for ${host}`,
    });
    if (!given) throw failure('cancelled', `No key was given for ${host}.`);
  }
}

/** @type {CompletionEvent} */
const started = { type: 'started' };

/** Whether the service wants a key, or another one. @param {unknown} thrown */
const isLocked = (thrown) => codeOf(thrown) === 'credential-missing' || codeOf(thrown) === 'provider-auth';

/** @param {string | null} key */
const secretsOf = (key) => (key === null ? [] : [key]);

/**
 * @param {string} text the setting `base_url`
 * @returns {{ base: string, host: string, origin: string }}
 */
function parseBase(text) {
  const address = text.trim();
  const url = URL.canParse(address) ? new URL(address) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw failure('invalid-request', 'The base URL in Settings is not an http or https address.');
  }
  if (url.username || url.password) {
    throw failure('invalid-request', 'The base URL in Settings holds a name or password. Leave it out.');
  }
  return { base: `${url.origin}${url.pathname.replace(/\/+$/, '')}`, host: url.host, origin: url.origin };
}
