/** @import { ModelInfo } from '../../../src/shared/contract/provider.ts' */
/** @import { Endpoint, Service } from './endpoint.js' */
import { request } from './endpoint.js';
import { failureOfResponse, failureOfThrown, ProviderFailure } from './errors.js';
import { isRecord, readText } from './reading.js';

/** Milliseconds; less than the app waits for a list. */
const listTimeout = 8_000;
const longestList = 8_000_000;
const usualTokenCount = 128_000;

/** Statuses of a service that has no list, or does not show it to this key, and may answer chats all the same. */
const unlisted = [403, 404, 405, 501];

/** Tried in this order when the person named no default model. */
const preferred = ['gpt-4.1-mini', 'gpt-4o-mini'];

/** Kinds of models that do not chat. */
const otherKinds =
  /(^|[-_/:.])(embed\w*|whisper|tts|dall-e|moderation|transcribe|rerank\w*|realtime|davinci|babbage)\b/i;

/** Stands for the setting `default_model`; the manifest names it too, for the time before the list is known. */
export const defaultModel = modelInfo('default', 'Default model', usualTokenCount, true);

/**
 * @param {Service} endpoint
 * @param {string | null} key
 * @returns {Promise<'accepted' | 'refused'>} 'accepted' also when the service has no list to try the key on
 * @throws {ProviderFailure} when the service cannot be asked
 */
export async function tryKey(endpoint, key) {
  const response = await request(endpoint, '/models', { key, signal: AbortSignal.timeout(listTimeout) });
  if (response.status === 401 || (response.status === 403 && key === null)) {
    await response.body?.cancel();
    return 'refused';
  }
  if (!response.ok && !unlisted.includes(response.status)) throw await failureOfResponse(endpoint, response, key);
  await response.body?.cancel();
  return 'accepted';
}

/**
 * @param {Service} endpoint
 * @param {string | null} key
 * @returns {Promise<ModelInfo[]>} those that can chat, sorted by id; none when the service has no list
 */
export async function listModels(endpoint, key) {
  const signal = AbortSignal.timeout(listTimeout);
  const response = await request(endpoint, '/models', { key, signal });
  if (unlisted.includes(response.status)) {
    await response.body?.cancel();
    return [];
  }
  if (!response.ok) throw await failureOfResponse(endpoint, response, key);
  const text = await readText(response, longestList).catch((thrown) => {
    throw failureOfThrown(endpoint, thrown, 'before', signal);
  });
  return modelsIn(endpoint, text);
}

/**
 * @param {ModelInfo[]} listed
 * @returns {string | undefined}
 */
export const pickDefault = (listed) => preferred.find((id) => listed.some((model) => model.id === id)) ?? listed[0]?.id;

/**
 * @param {Endpoint} endpoint
 * @param {string} text
 */
function modelsIn(endpoint, text) {
  /** @type {unknown} */
  let answer;
  try {
    answer = JSON.parse(text);
  } catch {
    answer = null;
  }
  const entries = isRecord(answer) ? (answer.data ?? answer.models) : answer;
  if (!Array.isArray(entries)) {
    throw new ProviderFailure('invalid-response', `${endpoint.host} did not answer with a list of models.`);
  }
  /** @type {Map<string, ModelInfo>} */
  const models = new Map();
  for (const entry of entries) {
    if (isRecord(entry) && typeof entry.id === 'string' && entry.id) models.set(entry.id, fromEntry(entry.id, entry));
  }
  const all = [...models.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const chatting = all.filter(({ id }) => !otherKinds.test(id));
  return chatting.length > 0 ? chatting : all;
}

/**
 * @param {string} id
 * @param {Record<string, unknown>} entry services name the size of the context in different words
 */
function fromEntry(id, entry) {
  const sizes = [entry.context_length, entry.context_window, entry.max_model_len, entry.max_context_length];
  const size = sizes.find((value) => Number.isSafeInteger(value) && Number(value) > 0);
  return modelInfo(
    id,
    typeof entry.name === 'string' && entry.name ? entry.name : id,
    Number(size ?? usualTokenCount),
    false,
  );
}

/**
 * The service does not say what a model can do, so all is allowed; it refuses what it cannot.
 * @param {string} id
 * @param {string} name
 * @param {number} maxTokenCount
 * @param {boolean} isDefault
 * @returns {ModelInfo}
 */
function modelInfo(id, name, maxTokenCount, isDefault) {
  return {
    id,
    name,
    maxTokenCount,
    capabilities: {
      supportsImages: true,
      supportsTools: true,
      supportsToolChoiceAuto: true,
      supportsToolChoiceAny: true,
      supportsToolChoiceNone: true,
      supportsThinking: true,
      toolInputFormat: 'json-schema',
    },
    isDefault,
    isDefaultFast: isDefault,
  };
}
