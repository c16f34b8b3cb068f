/** @import { ModelInfo } from '../../../src/shared/contract/provider.ts' */
/** @import { Json } from './json.js' */
import { isCount, recordOf, recordsOf, textOf } from './json.js';

/** Default context in tokens. */
const usualContext = 8_192;

/**
 * @typedef {object} Model
 * @property {ModelInfo} info
 * @property {boolean} thinks
 * @property {number | undefined} contextLength tokens to load the model with; undefined: Ollama's own setting
 */

/**
 * @param {unknown} answer of /api/tags
 * @returns {{ name: string, digest: string }[] | null} null if it is no list
 */
export function tagsIn(answer) {
  const { models } = recordOf(answer);
  if (!Array.isArray(models)) return null;
  return recordsOf(models).flatMap((entry) => {
    const name = textOf(entry.name) || textOf(entry.model);
    return name === '' ? [] : [{ name, digest: textOf(entry.digest) }];
  });
}

/**
 * @param {string} name
 * @param {Json} shown the response of /api/show; {} without one
 * @param {number} wantedContext tokens; 0: Ollama's own setting
 * @returns {Model | null} null if it does not chat
 */
export function modelOf(name, shown, wantedContext) {
  const able = abilitiesOf(shown);
  if (!able.has('completion')) return null;
  const most = contextIn(shown.model_info);
  const contextLength = contextFor(shown, most, wantedContext);
  return {
    thinks: able.has('thinking'),
    contextLength,
    info: {
      id: name,
      name: name.replace(/:latest$/, ''),
      maxTokenCount: contextLength ?? most ?? usualContext,
      capabilities: {
        supportsImages: able.has('vision'),
        supportsTools: able.has('tools'),
        supportsToolChoiceAuto: able.has('tools'),
        supportsToolChoiceAny: false,
        supportsToolChoiceNone: able.has('tools'),
        supportsThinking: able.has('thinking'),
        toolInputFormat: 'json-schema',
      },
      isDefault: false,
      isDefaultFast: false,
    },
  };
}

/**
 * Older versions do not list capabilities, which are then derived from template and components.
 * @param {Json} shown
 * @returns {Set<unknown>}
 */
function abilitiesOf(shown) {
  if (Array.isArray(shown.capabilities)) return new Set(shown.capabilities);
  const { family, families } = recordOf(shown.details);
  const kinds = [family, ...(Array.isArray(families) ? families : [])].map(String);
  if (kinds.some((kind) => kind.includes('bert'))) return new Set(['embedding']);
  return new Set([
    'completion',
    ...(textOf(shown.template).includes('.Tools') ? ['tools'] : []),
    ...(shown.projector_info || kinds.some((kind) => /clip|mllama/.test(kind)) ? ['vision'] : []),
  ]);
}

/** @param {unknown} info whose keys begin with the architecture, such as "llama.context_length" */
function contextIn(info) {
  const found = Object.entries(recordOf(info)).find(([key]) => key.endsWith('.context_length'))?.[1];
  return isCount(found) && found > 0 ? found : undefined;
}

/**
 * The model's own parameters take precedence. Ollama's default is small, and it does not report when it is full.
 * @param {Json} shown
 * @param {number | undefined} most
 * @param {number} wanted
 */
function contextFor(shown, most, wanted) {
  const named = Number(/^num_ctx\s+(\d+)/m.exec(textOf(shown.parameters))?.[1]);
  if (named > 0) return named;
  // A remote model has its full context.
  if (textOf(shown.remote_host) !== '' || textOf(shown.remote_model) !== '') return undefined;
  return wanted > 0 ? Math.min(wanted, most ?? wanted) : undefined;
}
