import type { ExtensionContext } from '../../shared/contract/extension-api/extension-api.ts';
import type { MainMethods } from '../../shared/contract/exthost-api.ts';
import type { Peer } from '../../shared/rpc/peer.ts';

export const createCredentials = (main: Peer<MainMethods>): ExtensionContext['credentials'] => ({
  get: (providerId) => main.call('credential.get', { providerId }),
  store: async (providerId, value) => void (await main.call('credential.store', { providerId, value })),
  delete: async (providerId) => void (await main.call('credential.delete', { providerId })),
  request: (providerId, { credentialType, label, placeholder = '', helpUrl }) =>
    main.call('credential.request', { providerId, credentialType, label, placeholder, helpUrl }),
});
