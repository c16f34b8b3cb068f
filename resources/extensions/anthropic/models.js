/** @import { ModelInfo } from '../../../src/shared/contract/provider.ts' */
/** @import { Traits } from './traits.js' */
import { countIn, isRecord, textIn } from './reading.js';
import { traitsOf } from './traits.js';

/** A model and its traits. @typedef {{ info: ModelInfo, traits: Traits }} Model */

/** Models until the service has listed them; the manifest has the same. */
export const usualModels = withDefaults([
  modelOf({ id: 'claude-sonnet-5-5', display_name: 'Claude Sonnet 5.5' }),
  modelOf({ id: 'claude-opus-5-5', display_name: 'Claude Opus 5.5' }),
  modelOf({ id: 'claude-haiku-5-5', display_name: 'Claude Haiku 5.5' }),
]);

/**
 * @param {unknown[]} entries of the service's list, newest first
 * @returns {Model[]}
 */
export function modelsIn(entries) {
  /** @type {Map<string, Model>} */
  const models = new Map();
  for (const entry of entries) {
    if (isRecord(entry) && textIn(entry.id) && !models.has(textIn(entry.id)))
      models.set(textIn(entry.id), modelOf(entry));
  }
  return withDefaults([...models.values()]);
}

/**
 * @param {ModelInfo} info of a model that a script names
 * @returns {Model}
 */
export function withTraits(info) {
  const known = traitsOf(info.id);
  /** @type {Partial<Traits>} */
  const thinking = info.capabilities.supportsThinking
    ? { thinking: known.thinking === 'none' ? 'budget' : known.thinking }
    : { thinking: 'none', notThinking: null };
  const traits = { ...known, ...thinking, context: info.maxTokenCount, output: info.maxOutputTokens ?? known.output };
  return { info, traits };
}

/**
 * Sets the defaults: the newest of the middle family, and the newest of the smallest as the fast one.
 * @param {Model[]} models
 */
function withDefaults(models) {
  const chosen = models.find(({ info }) => info.id.includes('sonnet')) ?? models[0];
  const fast = models.find(({ info }) => info.id.includes('haiku')) ?? chosen;
  return models.map((model) => ({
    ...model,
    info: { ...model.info, isDefault: model === chosen, isDefaultFast: model === fast },
  }));
}

/**
 * @param {Record<string, unknown>} entry missing fields are derived from the model's name
 * @returns {Model}
 */
function modelOf(entry) {
  const id = textIn(entry.id);
  const known = traitsOf(id);
  const capabilities = isRecord(entry.capabilities) ? entry.capabilities : {};
  const traits = {
    ...known,
    ...thinkingIn(capabilities.thinking),
    context: countIn(entry.max_input_tokens) || known.context,
    output: countIn(entry.max_tokens) || known.output,
  };
  return {
    traits,
    info: {
      id,
      name: textIn(entry.display_name) || id,
      maxTokenCount: traits.context,
      maxOutputTokens: traits.output,
      capabilities: {
        supportsImages: supports(capabilities.image_input) ?? true,
        supportsTools: true,
        supportsToolChoiceAuto: true,
        supportsToolChoiceAny: traits.takesForcedTools,
        supportsToolChoiceNone: true,
        supportsThinking: traits.thinking !== 'none',
        toolInputFormat: 'json-schema',
      },
      isDefault: false,
      isDefaultFast: false,
    },
  };
}

/**
 * @param {unknown} capability
 * @returns {Partial<Traits>}
 */
function thinkingIn(capability) {
  if (supports(capability) === false) return { thinking: 'none', notThinking: null };
  const types = isRecord(capability) && isRecord(capability.types) ? capability.types : {};
  if (supports(types.adaptive)) return { thinking: 'adaptive' };
  return supports(types.enabled) ? { thinking: 'budget' } : {};
}

/**
 * @param {unknown} capability
 * @returns {boolean | undefined}
 */
function supports(capability) {
  return isRecord(capability) && typeof capability.supported === 'boolean' ? capability.supported : undefined;
}
