/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api.ts' */
/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */

const model = {
  id: 'steady',
  name: 'Steady',
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
};

/** @param {CompletionRequest} request */
function wordCount(request) {
  const prompt = (request.messages.at(-1)?.content ?? []).map((part) => (part.type === 'text' ? part.value : ''));
  return Number(/\b(\d+) words\b/.exec(prompt.join(''))?.[1] ?? 100);
}

/** @param {number} milliseconds */
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

const provider = {
  models: () => [model],
  isAuthenticated: () => true,
  authenticate: () => {},
  resetCredentials: () => {},
  /**
   * @param {string} _modelId
   * @param {CompletionRequest} request
   * @param {AbortSignal} signal
   */
  async *stream(_modelId, request, signal) {
    yield { type: /** @type {const} */ ('started') };
    const count = wordCount(request);
    for (let word = 1; word <= count && !signal.aborted; word += 1) {
      await sleep(100);
      yield { type: /** @type {const} */ ('text'), value: `word-${word} ` };
    }
    yield { type: /** @type {const} */ ('stop'), value: /** @type {const} */ ('end-turn') };
  },
};

/** @param {ExtensionContext} context */
export function activate(context) {
  context.languageModels.registerProvider({ id: 'steady', name: 'Steady model' }, provider);
}
