import type { ExtensionContext, LanguageModelProvider } from '../../../shared/contract/extension-api/extension-api.ts';
import type { ExtensionHttp } from '../../../shared/contract/extension-api/extension-http.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { ProviderInfo } from '../../../shared/contract/provider.ts';
import type { Peer } from '../../../shared/rpc/peer.ts';
import { Registrations } from '../contributions/registrations.ts';
import { withHeaders } from '../http/with-headers.ts';

interface RegisteredProvider {
  readonly info: ProviderInfo;
  readonly provider: LanguageModelProvider;
}

export function createLanguageModels(
  main: Peer<MainMethods>,
  http: ExtensionHttp,
  declared: readonly string[] | undefined,
) {
  const providers = new Registrations<RegisteredProvider>('providers', declared);
  const api: ExtensionContext['languageModels'] = {
    // Copied, so that later changes by the extension have no effect.
    registerProvider: (info, provider) => providers.register(info.id, { info: { ...info }, provider }),
    list: () => main.call('model.list', null),
    complete: (question, { signal } = {}) => main.call('model.complete', question, { signal }),
    async endpoints() {
      const infos = await main.call('endpoint.list', null);
      return infos.map((info) => ({
        ...info,
        async open() {
          const opened = await main.call('endpoint.open', { providerId: info.providerId });
          return opened && { ...opened, http: withHeaders(http, opened.headers) };
        },
      }));
    },
    modelsChanged: async (providerId) => void (await main.call('provider.modelsChanged', { providerId })),
  };
  return {
    api,
    provider: (id: string): LanguageModelProvider => providers.get(id).provider,
    infos: (): ProviderInfo[] => providers.values().map(({ info }) => info),
  };
}
