/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
import { createProvider, providerId } from './provider.js';

/** @param {ExtensionContext} context */
export function activate(context) {
  context.languageModels.registerProvider({ id: providerId, name: 'OpenAI' }, createProvider(context));
}
