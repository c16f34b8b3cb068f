/** @import { CompletionRequest } from '../../src/shared/contract/provider.ts' */

/** What extensions that run in a process have in common: those of other kinds reach nothing outside of their folder. */

/**
 * A model without optional capabilities.
 * @param {string} id
 * @param {string} name
 */
export const plainModel = (id, name) => ({
  id,
  name,
  maxTokenCount: 8192,
  capabilities: {
    supportsImages: false,
    supportsTools: false,
    supportsToolChoiceAuto: false,
    supportsToolChoiceAny: false,
    supportsToolChoiceNone: false,
    supportsThinking: false,
    toolInputFormat: /** @type {const} */ ('json-schema'),
  },
  isDefault: true,
  isDefaultFast: true,
});

/** @param {CompletionRequest} request */
export const promptOf = (request) =>
  (request.messages.at(-1)?.content ?? []).map((part) => (part.type === 'text' ? part.value : '')).join('');

/** @param {number} milliseconds */
export const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
