/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
/** @import { CompletionRequest } from '../../../src/shared/contract/provider.ts' */

const model = {
  id: 'asking',
  name: 'Asking',
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

const question = {
  credentialType: /** @type {const} */ ('api-key'),
  label: 'API key of the asking extension',
  placeholder: 'any text',
};

/** @param {ExtensionContext} context */
export function activate({ credentials, languageModels }) {
  languageModels.registerProvider(
    { id: 'asking', name: 'Asking model' },
    {
      models: () => [model],
      isAuthenticated: () => true,
      authenticate: () => {},
      resetCredentials: () => credentials.delete('asking'),
      async *stream(_modelId, request) {
        yield { type: 'started' };
        yield { type: 'text', value: String(await credentials.request('asking', question)) };
        if (/\btwice\b/i.test(promptOf(request))) {
          yield { type: 'text', value: ` and ${await credentials.request('asking', question)}` };
        }
        yield { type: 'stop', value: 'end-turn' };
      },
    },
  );
}
