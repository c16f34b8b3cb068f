/** @import { ModelInfo } from '../../../src/shared/contract/provider.ts' */
import { countIn, isRecord, textIn } from './reading.js';

/** Default limits in tokens. */
const [usualContext, usualOutput] = [1_048_576, 65_536];

/** Kinds of models that generate content, but do not chat. */
const otherKinds =
  /embed|\baqa\b|imagen|image|banana|\bveo\b|lyria|omni|\btts\b|audio|\blive\b|robotics|computer-use|deep-research/;

/** Models until the service has listed them; the manifest has the same. */
export const usualModels = withDefaults([
  modelOf({ name: 'models/gemini-3.8-flash', displayName: 'Gemini 3.8 Flash' }),
  modelOf({ name: 'models/gemini-3.5-flash-lite', displayName: 'Gemini 3.5 Flash-Lite' }),
]);

/**
 * @param {unknown[]} entries of the service's list
 * @returns {ModelInfo[]} chat models, newest first
 */
export function modelsIn(entries) {
  const generating = entries.filter(isRecord).filter(({ name, supportedGenerationMethods: methods }) => {
    return textIn(name) !== '' && (!Array.isArray(methods) || methods.includes('generateContent'));
  });
  const chatting = generating.filter(({ name }) => !otherKinds.test(textIn(name)));
  const chosen = chatting.length > 0 ? chatting : generating;
  const models = [...new Map(chosen.map((entry) => [textIn(entry.name), modelOf(entry)])).values()];
  return withDefaults(models.sort((a, b) => versionOf(b.id) - versionOf(a.id)));
}

/**
 * Sets the defaults: the newest of the middle size, and the newest of the smallest as the fast one; no previews.
 * @param {ModelInfo[]} models newest first
 */
function withDefaults(models) {
  const chosen = models.find(({ id }) => /^gemini-[\d.]+-flash$/.test(id)) ?? models[0];
  const fast = models.find(({ id }) => /^gemini-[\d.]+-flash-lite$/.test(id)) ?? chosen;
  return models.map((model) => ({ ...model, isDefault: model === chosen, isDefaultFast: model === fast }));
}

/**
 * @param {Record<string, unknown>} entry
 * @returns {ModelInfo}
 */
function modelOf({ name, displayName, inputTokenLimit, outputTokenLimit, thinking }) {
  const id = textIn(name).replace(/^models\//, '');
  const isSmall = id.startsWith('gemma');
  return {
    id,
    name: textIn(displayName) || id,
    maxTokenCount: countIn(inputTokenLimit) || usualContext,
    maxOutputTokens: countIn(outputTokenLimit) || usualOutput,
    capabilities: {
      supportsImages: true,
      supportsTools: !isSmall,
      supportsToolChoiceAuto: !isSmall,
      supportsToolChoiceAny: !isSmall,
      supportsToolChoiceNone: !isSmall,
      supportsThinking: typeof thinking === 'boolean' ? thinking : thinksByName(id),
      toolInputFormat: 'json-schema',
    },
    isDefault: false,
    isDefaultFast: false,
  };
}

/** 2.5 for "gemini-2.5-flash"; 0 for a name without a version. @param {string} id */
export function versionOf(id) {
  return Number(/\bgemini-(\d+(?:\.\d+)?)\b/.exec(id)?.[1] ?? 0);
}

/** @param {string} id */
export function thinksByName(id) {
  return versionOf(id) >= 2.5 || /^gemini-(pro|flash|flash-lite)-latest$/.test(id);
}
