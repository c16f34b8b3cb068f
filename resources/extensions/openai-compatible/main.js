/** @import { ExtensionContext } from '../../../src/shared/contract/extension-api/extension-api.ts' */
import { createKeyless } from './keyless.js';
import { createProvider } from './provider.js';
import { endpointOf, listedEndpoints, ownEndpoint, scriptedEndpoint } from './sources.js';

/** @param {ExtensionContext} context */
export async function activate(context) {
  const keyless = await createKeyless(context);
  const icon = 'icon.svg';
  context.languageModels.registerProvider(
    { id: ownEndpoint.id, name: 'OpenAI-compatible', icon },
    createProvider(context, ownEndpoint, keyless),
  );
  const listed = (await listedEndpoints(context)).map((row) => ({ source: endpointOf(row), name: row.name }));
  const scripted = (await context.languageModels.endpoints()).map((endpoint) => ({
    source: scriptedEndpoint(endpoint),
    name: endpoint.name,
  }));
  for (const { source, name } of [...listed, ...scripted]) {
    try {
      context.languageModels.registerProvider(
        { id: source.id, name: name ?? source.id, icon },
        createProvider(context, source, keyless),
      );
    } catch (thrown) {
      // Just added: the manifest lacks it until the app reloads the extension.
      context.log.debug(String(thrown));
    }
  }
}
