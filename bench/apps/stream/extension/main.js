/** @import { ExtensionContext } from '../../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { ModelInfo } from '../../../../src/shared/contract/provider.ts' */

/** A model whose words are the times at which they were said. A prompt is `200 a second, 1000 in all`, or `0 …`: at once. */

/** @type {ModelInfo['capabilities']} */
const capabilities = {
  supportsImages: false,
  supportsTools: false,
  supportsToolChoiceAuto: false,
  supportsToolChoiceAny: false,
  supportsToolChoiceNone: false,
  supportsThinking: false,
  toolInputFormat: 'json-schema',
};
/** @type {ModelInfo} */
const model = { id: 'words', name: 'Words', maxTokenCount: 8192, capabilities, isDefault: true, isDefaultFast: true };

/** @param {ExtensionContext} context */
export function activate(context) {
  context.languageModels.registerProvider(
    { id: 'bench', name: 'Bench' },
    {
      models: () => [model],
      isAuthenticated: () => true,
      authenticate: () => {},
      resetCredentials: () => {},
      async *stream(_modelId, { messages }) {
        const prompt = JSON.stringify(messages.at(-1)?.content);
        const [rate = 0, count = 0] = (prompt.match(/\d+/g) ?? []).map(Number);
        yield { type: 'started' };
        for await (const word of words(rate, count)) yield { type: 'text', value: word };
        yield { type: 'stop', value: 'end-turn' };
      },
    },
  );
}

/**
 * The same as in ../words.ts, which the floor says: an extension has nothing from outside its folder.
 * @param {number} rate
 * @param {number} count
 */
async function* words(rate, count) {
  const start = performance.now();
  for (let said = 0; said < count; said += 1) {
    const rest = rate > 0 ? start + (said * 1000) / rate - performance.now() : 0;
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    const at = performance.timeOrigin + performance.now();
    yield said % 20 === 19 ? `${at.toFixed(2)}\n\n` : `${at.toFixed(2)} `;
  }
}
