/** @import { ModelCapabilities } from '../../../src/shared/contract/provider.ts' */
import { recordOf, textOf } from './json.js';

/** Facts from an entry of a list of models; services have different fields, and most have very few. */

/** @typedef {Record<string, unknown>} Entry */

const usualTokenCount = 128_000;

/** Kinds of models that do not chat. */
const otherKinds =
  /(^|[-_/:.])(embed\w*|whisper|tts|dall-e|moderation|transcribe|rerank\w*|realtime|davinci|babbage|gpt-image|sora)\b/i;
const otherTypes = /^(embeddings?|image|audio|video|rerank|moderation|transcribe)$/i;

/** @param {Entry} entry */
export const tokensOf = (entry) =>
  firstCount(
    entry.context_length,
    entry.context_window,
    entry.max_model_len,
    entry.max_context_length,
    recordOf(entry.top_provider).context_length,
    recordOf(entry.meta).n_ctx,
    recordOf(entry.meta).n_ctx_train,
    recordOf(entry.limits).max_context_window_tokens,
  ) ?? usualTokenCount;

/** @param {Entry} entry */
export const outputTokensOf = (entry) =>
  firstCount(
    entry.max_output_tokens,
    entry.max_completion_tokens,
    recordOf(entry.top_provider).max_completion_tokens,
    recordOf(entry.limits).max_output_tokens,
  );

/**
 * Missing capabilities count as supported; the service refuses requests that it does not support.
 * @param {Entry} entry
 * @returns {Pick<ModelCapabilities, 'supportsImages' | 'supportsTools' | 'supportsThinking'>}
 */
export function capabilitiesOf(entry) {
  const can = recordOf(entry.capabilities);
  const inputs = wordsOf(recordOf(entry.architecture).input_modalities ?? entry.supported_input_modalities);
  const parameters = wordsOf(entry.supported_parameters);
  return {
    supportsImages: said(can.vision, entry.supports_image_input, inputs?.includes('image')),
    supportsTools: said(can.function_calling, entry.supports_tools, parameters?.includes('tools')),
    supportsThinking: said(can.reasoning, parameters?.includes('reasoning')),
  };
}

/**
 * @param {string} id
 * @param {Entry} entry
 */
export function canChat(id, entry) {
  const outputs = wordsOf(recordOf(entry.architecture).output_modalities);
  return (
    !otherKinds.test(id) &&
    !otherTypes.test(textOf(entry.type)) &&
    said(recordOf(entry.capabilities).completion_chat, entry.supports_chat, outputs?.includes('text'))
  );
}

/** @param {...unknown} values */
function firstCount(...values) {
  const found = values.find((value) => Number.isSafeInteger(value) && Number(value) > 0);
  return found === undefined ? undefined : Number(found);
}

/**
 * @param {...unknown} values
 * @returns {boolean} true by default
 */
const said = (...values) => values.find((value) => typeof value === 'boolean') !== false;

/** @param {unknown} value */
const wordsOf = (value) => (Array.isArray(value) ? value.map(String) : undefined);
