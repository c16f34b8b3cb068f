/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */

import { plainModel, promptOf, sleep } from '../plain-model.js';

const model = plainModel('steady', 'Steady');

/** @param {CompletionRequest} request */
const wordCount = (request) => Number(/\b(\d+) words\b/.exec(promptOf(request))?.[1] ?? 100);

/**
 * For "Say 60 words, 5 at a time": after each five it waits until the command "go-on" is run.
 * @param {CompletionRequest} request
 */
const wordsAtATime = (request) => Number(/\b(\d+) at a time\b/.exec(promptOf(request))?.[1] ?? wordCount(request));

/** Callbacks of "go-on" that continue unfinished answers. */
/** @type {Set<() => void>} */
const unfinished = new Set();

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
    const atATime = wordsAtATime(request);
    let most = atATime;
    let wake = () => {};
    const continueAnswer = () => {
      most += atATime;
      wake();
    };
    unfinished.add(continueAnswer);
    signal.addEventListener('abort', () => wake());
    try {
      for (let word = 1; word <= count && !signal.aborted; word += 1) {
        await sleep(100);
        while (word > most && !signal.aborted) await new Promise((resolve) => (wake = () => resolve(undefined)));
        if (!signal.aborted) yield { type: /** @type {const} */ ('text'), value: `word-${word} ` };
      }
    } finally {
      unfinished.delete(continueAnswer);
    }
    yield { type: /** @type {const} */ ('stop'), value: /** @type {const} */ ('end-turn') };
  },
};

/** @param {ExtensionContext} context */
export function activate(context) {
  context.languageModels.registerProvider({ id: 'steady', name: 'Steady model' }, provider);
  context.commands.register('go-on', () => {
    for (const continueAnswer of unfinished) continueAnswer();
  });
}
