import type { ExtensionContext } from '../../shared/contract/extension-api/extension-api.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../shared/rpc/peer.ts';
import { createHeldKey } from './held-key.ts';

export function createCredentials(
  main: Peer<MainMethods>,
  { env, state }: Pick<ExtensionContext, 'env' | 'state'>,
): ExtensionContext['credentials'] {
  const get = (providerId: string) => main.call('credential.get', { providerId });
  return {
    get,
    heldTo: (owner) => createHeldKey({ get, env, state: state.global }, owner),
    store: async (providerId, value) => void (await main.call('credential.store', { providerId, value })),
    delete: async (providerId) => void (await main.call('credential.delete', { providerId })),
    request: (providerId, { credentialType, label, placeholder = '', helpUrl }) =>
      main.call('credential.request', { providerId, credentialType, label, placeholder, helpUrl }),
  };
}
