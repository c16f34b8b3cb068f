/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */

import { plainModel, promptOf, sleep } from '../plain-model.js';

const model = plainModel('hanging', 'Hanging');

/** Polled, so that the endless loop runs in a poll, and blocks the whole process. */
const provider = {
  models: () => [model],
  isAuthenticated: () => true,
  authenticate: () => {},
  resetCredentials: () => {},
  /**
   * @param {string} _modelId
   * @param {CompletionRequest} request
   */
  streamCompletionStart(_modelId, request) {
    streamCount += 1;
    streams.set(`stream-${streamCount}`, { hangs: /\bhang\b/i.test(promptOf(request)), step: 0 });
    return `stream-${streamCount}`;
  },
  /** @param {string} id */
  async streamCompletionNext(id) {
    const stream = streams.get(id);
    if (!stream) return null;
    stream.step += 1;
    if (stream.step === 1) return { type: /** @type {const} */ ('started') };
    if (stream.step === 2) return { type: /** @type {const} */ ('text'), value: 'Some text before the loop. ' };
    if (stream.step > 3) return null;
    if (stream.hangs) {
      await sleep(timeToDeliver);
      for (;;) Math.random();
    }
    return { type: /** @type {const} */ ('stop'), value: /** @type {const} */ ('end-turn') };
  },
  /** @param {string} id */
  streamCompletionClose(id) {
    streams.delete(id);
  },
};

/** Milliseconds for the text to leave the process before it hangs. */
const timeToDeliver = 300;
/** @type {Map<string, { hangs: boolean, step: number }>} */
const streams = new Map();
let streamCount = 0;

/** @param {ExtensionContext} context */
export function activate(context) {
  context.languageModels.registerProvider({ id: 'hanging', name: 'Hanging model' }, provider);
}
