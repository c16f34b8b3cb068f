import type { ExtensionWindow } from '../../shared/contract/extension-api/extension-window.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../shared/rpc/peer.ts';
import { type Log, logFailure } from './log.ts';
import { createProgress } from './progress.ts';

/** @param expectCommand throws unless the manifest declares the command */
export function createWindow(main: Peer<MainMethods>, log: Log, expectCommand: (id: string) => void): ExtensionWindow {
  /** Owner of the item shown under an id: disposing an older one must not remove it. */
  const statusOwners = new Map<string, object>();
  const showStatus = (id: string, item: MainMethods['window.status']['params']['item']) => {
    main.call('window.status', { id, item }).catch((thrown) => logFailure(log, `window.setStatus("${id}")`, thrown));
  };
  return {
    async showMessage(severity, text, ...actions) {
      const chosen = await main.call('window.message', { severity, text, actions: [...actions] });
      return chosen === null ? undefined : actions[chosen];
    },
    setStatus(id, { text, tooltip = '', command }) {
      if (command !== undefined) expectCommand(command);
      const owner = {};
      statusOwners.set(id, owner);
      showStatus(id, { text, tooltip, command });
      return {
        dispose() {
          if (statusOwners.get(id) !== owner) return;
          statusOwners.delete(id);
          showStatus(id, null);
        },
      };
    },
    withProgress: createProgress(main, log),
    async pick(items, { title, placeholder = '' }) {
      // Copied, as the extension may change its array while the person picks.
      const offered = [...items];
      const picked = await main.call('window.pick', {
        title,
        placeholder,
        items: offered.map(({ label, description }) => ({ label, description })),
      });
      return picked === null ? undefined : offered[picked];
    },
    async prompt({ title, placeholder = '', value = '' }) {
      return (await main.call('window.prompt', { title, placeholder, value })) ?? undefined;
    },
  };
}
