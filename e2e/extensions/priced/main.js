/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { CompletionRequest, ModelInfo } from '../../../src/shared/contract/provider.ts' */
import { stepsFor } from '../../../resources/extensions/test-provider/answers.js';

/** @type {ModelInfo} */
const model = {
  id: 'priced',
  name: 'Priced',
  maxTokenCount: 32768,
  capabilities: {
    supportsImages: false,
    supportsTools: true,
    supportsToolChoiceAuto: true,
    supportsToolChoiceAny: false,
    supportsToolChoiceNone: false,
    supportsThinking: false,
    toolInputFormat: 'json-schema',
  },
  isDefault: true,
  isDefaultFast: false,
  prices: { currency: 'USD', input: 1, output: 4 },
};

const provider = {
  models: () => [model],
  isAuthenticated: () => true,
  authenticate: () => {},
  resetCredentials: () => {},
  /**
   * @param {string} _modelId
   * @param {CompletionRequest} request
   */
  async *stream(_modelId, request) {
    for (const { event, error } of stepsFor(request)) {
      if (error) throw error;
      if (event) yield event;
    }
  },
};

/** @param {ExtensionContext} context */
export function activate(context) {
  context.languageModels.registerProvider({ id: 'priced', name: 'Priced model' }, provider);
}
