import type { ExtensionSystem } from '../../shared/contract/extension-api/extension-system.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../shared/rpc/peer.ts';

export const createSystem = (main: Peer<MainMethods>): ExtensionSystem => ({
  platform: () => main.call('system.platform', null),
  which: (name) => main.call('system.which', { name }),
  environment: () => main.call('system.environment', null),
});
