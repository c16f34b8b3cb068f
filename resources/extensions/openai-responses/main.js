/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
import { createProvider } from './provider.js';

/** @param {ExtensionContext} context */
export async function activate(context) {
  const { languageModels } = context;
  const own = createProvider(context);
  languageModels.registerProvider({ id: own.id, name: 'OpenAI' }, own.provider);
  for (const endpoint of await languageModels.endpoints()) {
    const { id, provider } = createProvider(context, endpoint);
    languageModels.registerProvider({ id, name: endpoint.name }, provider);
  }
}
