/** @import { ModelInfo } from '../../../src/shared/contract/provider.ts' */
import { recordOf, recordsOf, textOf } from './json.js';

/**
 * @typedef {object} Family
 * @property {number} context tokens
 * @property {number} [output] limit for an answer in tokens, if it is less than the context
 * @property {boolean} [reasons] supports reasoning
 * @property {boolean} [isBlind] does not accept images
 * @property {boolean} [isToolless]
 */

/**
 * The service lists ids only. Capabilities are derived from the family; the first match counts.
 * @type {readonly [RegExp, Family][]}
 */
const families = [
  [/^gpt-oss/, { context: 131_072, reasons: true, isBlind: true }],
  [/^gpt-[5-9].*-chat/, { context: 128_000, output: 16_384 }],
  [/-spark\b/, { context: 128_000, output: 128_000, reasons: true, isBlind: true }],
  [/^gpt-(5\.([4-9]|\d\d)|[6-9])(?!.*-(mini|nano|luna))/, { context: 1_050_000, output: 128_000, reasons: true }],
  [/^gpt-[5-9]/, { context: 400_000, output: 128_000, reasons: true }],
  [/^codex-mini/, { context: 200_000, output: 100_000, reasons: true }],
  [/^gpt-4\.1/, { context: 1_047_576, output: 32_768 }],
  [/^(gpt-4o|gpt-4\.5|chatgpt-4o)/, { context: 128_000, output: 16_384 }],
  [/^gpt-4-turbo(?!-preview)/, { context: 128_000, output: 4_096 }],
  [/^gpt-4-(\d{4}|turbo|vision)-?preview/, { context: 128_000, output: 4_096, isBlind: true }],
  [/^gpt-4-32k/, { context: 32_768, isBlind: true }],
  [/^gpt-4/, { context: 8_192, isBlind: true }],
  [/^gpt-3\.5/, { context: 16_385, output: 4_096, isBlind: true }],
  [/^o1-(mini|preview)/, { context: 128_000, output: 32_768, reasons: true, isBlind: true, isToolless: true }],
  [/^o3-mini/, { context: 200_000, output: 100_000, reasons: true, isBlind: true }],
  [/^o\d/, { context: 200_000, output: 100_000, reasons: true }],
];

/** @type {Family} */
const unknownFamily = { context: 128_000 };

/** Models that cannot be used here: for other media, with other endpoints, or only with tools of the service. */
const otherKinds =
  /(^|[-_/.:])(embed\w*|whisper|tts|dall-e|image|moderation|transcribe|diarize|realtime|audio|live|sora|rerank\w*|davinci|babbage|turbo-instruct|search|deep-research|computer-use)\b/i;

/** @param {string} id perhaps with a prefix of a maker or of a tuned model, as some services have it */
export function familyOf(id) {
  const bare = id.replace(/^ft:/, '').replace(/^.*\//, '');
  return families.find(([pattern]) => pattern.test(bare))?.[1] ?? unknownFamily;
}

/** Models until the list is loaded; the manifest has the same. */
export const knownModels = withDefaults(['gpt-5.4', 'gpt-5.4-mini', 'gpt-4.1']);

/**
 * @param {unknown} answer of the list of models
 * @returns {ModelInfo[] | null} usable models, newest generation first; null if it is no list
 */
export function modelsIn(answer) {
  const { data, models = data } = recordOf(answer);
  if (!Array.isArray(models)) return null;
  const ids = new Set(recordsOf(models).map(({ id }) => textOf(id)));
  ids.delete('');
  const all = [...ids].sort((a, b) => b.localeCompare(a, 'en', { numeric: true }));
  const answering = all.filter((id) => !otherKinds.test(id));
  return withDefaults(answering.length > 0 ? answering : all);
}

/**
 * Sets the defaults: the newest generation without a suffix, and its small model for small tasks.
 * @param {string[]} ids newest first
 */
function withDefaults(ids) {
  const usual = ids.find((id) => /^gpt-[\d.]+$/.test(id)) ?? ids[0];
  const fast = ids.find((id) => /^gpt-[\d.]+-mini$/.test(id)) ?? usual;
  return ids.map((id) => modelInfo(id, id === usual, id === fast));
}

/**
 * @param {string} id
 * @param {boolean} isDefault
 * @param {boolean} isDefaultFast
 * @returns {ModelInfo}
 */
function modelInfo(id, isDefault, isDefaultFast) {
  const { context, output, reasons = false, isBlind = false, isToolless = false } = familyOf(id);
  return {
    id,
    name: id,
    maxTokenCount: context,
    ...(output === undefined ? {} : { maxOutputTokens: output }),
    capabilities: {
      supportsImages: !isBlind,
      supportsTools: !isToolless,
      supportsToolChoiceAuto: !isToolless,
      supportsToolChoiceAny: !isToolless,
      supportsToolChoiceNone: !isToolless,
      supportsThinking: reasons,
      toolInputFormat: 'json-schema',
    },
    isDefault,
    isDefaultFast,
  };
}
