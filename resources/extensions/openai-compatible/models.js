/** @import { ModelInfo } from '../../../src/shared/contract/provider.ts' */
/** @import { Endpoint, Service } from './service.js' */
import { request } from './endpoint.js';
import { ProviderFailure, Refusal } from './failures.js';
import { isRecord, recordOf, textOf } from './json.js';
import { canChat, capabilitiesOf, outputTokensOf, tokensOf } from './model-facts.js';

/** Milliseconds; less than the app's limit for a list. */
const listTimeout = 8_000;

/** Status of a service without a list, or without one for this key, which may answer chats all the same. */
const unlisted = [403, 404, 405, 501];

/** Used in this order if no default model is set. */
const preferred = ['gpt-4.1-mini', 'gpt-4o-mini'];

/** Stands for the setting `default_model`; the manifest has it too, for the time until the list is loaded. */
export const defaultModel = modelInfo('default', {}, 'Default model', true);

/**
 * @param {Service} service
 * @param {string | null} key
 * @param {AbortSignal} signal
 * @returns {Promise<'accepted' | 'refused'>} also 'accepted' if the service has no list for trying the key
 * @throws if the service cannot be reached
 */
export async function tryKey(service, key, signal) {
  try {
    const response = await request(service, '/models', { key, signal: inTime(signal) });
    await response.body?.cancel();
    return 'accepted';
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown;
    if (thrown.status === 401 || (thrown.status === 403 && key === null)) return 'refused';
    if (unlisted.includes(thrown.status)) return 'accepted';
    throw thrown;
  }
}

/**
 * @param {Service} service
 * @param {string | null} key
 * @param {AbortSignal} [signal]
 * @returns {Promise<ModelInfo[]>} chat models sorted by id; none if the service has no list
 */
export async function listModels(service, key, signal) {
  try {
    const response = await request(service, '/models', { key, signal: inTime(signal) });
    return modelsIn(service, await service.http.json(response));
  } catch (thrown) {
    if (thrown instanceof Refusal && unlisted.includes(thrown.status)) return [];
    throw thrown;
  }
}

/**
 * @param {ModelInfo[]} listed
 * @returns {string | undefined}
 */
export const pickDefault = (listed) => preferred.find((id) => listed.some((model) => model.id === id)) ?? listed[0]?.id;

/** @param {AbortSignal} [signal] */
function inTime(signal) {
  const limit = AbortSignal.timeout(listTimeout);
  return signal ? AbortSignal.any([signal, limit]) : limit;
}

/**
 * @param {Endpoint} endpoint
 * @param {unknown} answer
 */
function modelsIn({ host }, answer) {
  const entries = isRecord(answer) ? (answer.data ?? answer.models) : answer;
  if (!Array.isArray(entries)) {
    throw new ProviderFailure('invalid-response', `${host} did not answer with a list of models.`);
  }
  /** @type {Map<string, Record<string, unknown>>} */
  const byId = new Map();
  for (const entry of entries) {
    const id = textOf(recordOf(entry).id);
    if (id) byId.set(id, recordOf(entry));
  }
  const all = [...byId].sort(([a], [b]) => (a < b ? -1 : 1));
  const chatting = all.filter(([id, entry]) => canChat(id, entry));
  return (chatting.length > 0 ? chatting : all).map(([id, entry]) => modelInfo(id, entry));
}

/**
 * @param {string} id
 * @param {Record<string, unknown>} entry of the service's list
 * @param {string} [name]
 * @param {boolean} [isDefault]
 * @returns {ModelInfo}
 */
function modelInfo(id, entry, name = textOf(entry.name) || textOf(entry.display_name) || id, isDefault = false) {
  const maxOutputTokens = outputTokensOf(entry);
  return {
    id,
    name,
    maxTokenCount: tokensOf(entry),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    capabilities: {
      ...capabilitiesOf(entry),
      supportsToolChoiceAuto: true,
      supportsToolChoiceAny: true,
      supportsToolChoiceNone: true,
      toolInputFormat: 'json-schema',
    },
    isDefault,
    isDefaultFast: isDefault,
  };
}
