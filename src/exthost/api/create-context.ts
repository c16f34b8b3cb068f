import type { Disposable, ExtensionContext, LanguageModelProvider } from '../../shared/contract/extension-api.ts';
import type { ExtensionOpen, MainMethods } from '../../shared/contract/exthost-api.ts';
import type { ProviderInfo } from '../../shared/contract/provider.ts';
import type { Peer } from '../../shared/rpc/peer.ts';

export interface RegisteredProvider {
  readonly info: ProviderInfo;
  readonly provider: LanguageModelProvider;
}

/**
 * Builds the API object of one extension. Everything in it speaks through that extension's own port.
 * @param providers filled by the extension's registrations
 */
export function createContext(
  { extensionId, providerIds }: Pick<ExtensionOpen, 'extensionId' | 'providerIds'>,
  main: Peer<MainMethods>,
  providers: Map<string, RegisteredProvider>,
): ExtensionContext {
  const write = (level: 'debug' | 'info' | 'warn' | 'error') => (text: string) =>
    main.notify('log.write', { level, text: String(text) });
  return {
    extensionId,
    languageModels: {
      registerProvider(info, provider) {
        if (providerIds.includes(info.id)) return register(providers, info, provider);
        throw new Error(
          `The manifest declares no provider "${info.id}". Add [language_model_providers.${info.id}] to it`,
        );
      },
      modelsChanged: async (providerId) => void (await main.call('provider.modelsChanged', { providerId })),
    },
    credentials: {
      get: (providerId) => main.call('credential.get', { providerId }),
      store: async (providerId, value) => void (await main.call('credential.store', { providerId, value })),
      delete: async (providerId) => void (await main.call('credential.delete', { providerId })),
      request: (providerId, { credentialType, label, placeholder = '' }) =>
        main.call('credential.request', { providerId, credentialType, label, placeholder }),
    },
    env: { get: (name) => main.call('env.get', { name }) },
    settings: { get: (key) => main.call('setting.get', { key }) },
    log: { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') },
  };
}

function register(
  providers: Map<string, RegisteredProvider>,
  info: ProviderInfo,
  provider: LanguageModelProvider,
): Disposable {
  if (providers.has(info.id)) throw new Error(`The provider "${info.id}" is registered already`);
  const registered = { info: { ...info }, provider };
  providers.set(info.id, registered);
  return {
    dispose() {
      if (providers.get(info.id) === registered) providers.delete(info.id);
    },
  };
}
