/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
import { createKeyless } from './keyless.js';
import { createProvider } from './provider.js';
import { endpointOf, listedEndpoints, ownEndpoint } from './sources.js';

/** @param {ExtensionContext} context */
export async function activate(context) {
  const keyless = await createKeyless(context);
  const icon = 'icon.svg';
  context.languageModels.registerProvider(
    { id: ownEndpoint.id, name: 'OpenAI-compatible', icon },
    createProvider(context, ownEndpoint, keyless),
  );
  for (const row of await listedEndpoints(context)) {
    const source = endpointOf(row);
    try {
      context.languageModels.registerProvider(
        { id: source.id, name: row.name ?? source.id, icon },
        createProvider(context, source, keyless),
      );
    } catch (thrown) {
      // Just added: the manifest lacks it until the app reloads the extension.
      context.log.debug(String(thrown));
    }
  }
}
