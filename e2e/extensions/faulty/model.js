/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */

const model = {
  id: 'faulty',
  name: 'Faulty',
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

let isBig = false;

/**
 * Makes main ask for the models again, and answers with 200 MB of them.
 * @param {ExtensionContext} context
 */
export function offerBigModel({ languageModels }) {
  isBig = true;
  return languageModels.modelsChanged('faulty');
}

/**
 * Answers with as many words as the prompt asks for, by default a hundred; if asked to stall, it hangs after the
 * third.
 */
export const provider = {
  models() {
    const name = isBig ? 'x'.repeat(200 * 1024 * 1024) : model.name;
    isBig = false;
    return [{ ...model, name }];
  },
  isAuthenticated: () => true,
  authenticate: () => {},
  resetCredentials: () => {},
  /**
   * @param {string} _modelId
   * @param {CompletionRequest} request
   */
  async *stream(_modelId, request) {
    const prompt = promptOf(request);
    const count = Number(/\b(\d+) words\b/.exec(prompt)?.[1] ?? 100);
    yield { type: /** @type {const} */ ('started') };
    for (let word = 1; word <= count; word += 1) {
      await sleep(100);
      yield { type: /** @type {const} */ ('text'), value: `word-${word} ` };
      if (word === 3 && /\bstall\b/.test(prompt)) await new Promise(() => {});
    }
    yield { type: /** @type {const} */ ('stop'), value: /** @type {const} */ ('end-turn') };
  },
};
