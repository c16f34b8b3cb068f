/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */

const model = {
  id: 'crashing',
  name: 'Crashing',
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
const promptOf = (request) =>
  (request.messages.at(-1)?.content ?? []).map((part) => (part.type === 'text' ? part.value : '')).join('');

/** @param {number} milliseconds */
const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

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
