/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */

import { plainModel, promptOf } from '../plain-model.js';

const model = plainModel('asking', 'Asking');

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
