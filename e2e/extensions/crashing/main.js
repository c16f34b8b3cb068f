/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */

import { plainModel, promptOf, sleep } from '../plain-model.js';

const model = plainModel('crashing', 'Crashing');

/** Milliseconds for the text to leave the process before it ends. */
const timeToDeliver = 300;

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
    yield { type: /** @type {const} */ ('started') };
    yield { type: /** @type {const} */ ('text'), value: 'Some text before the end. ' };
    const prompt = promptOf(request);
    if (/\b(crash|exit)\b/i.test(prompt)) await sleep(timeToDeliver);
    if (/\bcrash\b/i.test(prompt)) process.abort();
    if (/\bexit\b/i.test(prompt)) process.exit(3);
    yield { type: /** @type {const} */ ('stop'), value: /** @type {const} */ ('end-turn') };
  },
};

/** @param {ExtensionContext} context */
export function activate(context) {
  context.languageModels.registerProvider({ id: 'crashing', name: 'Crashing model' }, provider);
}
