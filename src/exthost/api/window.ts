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
  type Questions = 'window.confirm' | 'window.pick' | 'window.prompt';
  /** @returns null when it was cancelled or withdrawn */
  const ask = async <M extends Questions>(
    method: M,
    asked: MainMethods[M]['params'],
    signal: AbortSignal | undefined,
  ): Promise<MainMethods[M]['result'] | null> => {
    if (signal?.aborted) return null;
    try {
      return await main.call(method, asked, { signal });
    } catch (thrown) {
      if (signal?.aborted) return null;
      throw thrown;
    }
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
    async confirm({ title, text = '', signal, timeoutMs }) {
      return (await ask('window.confirm', { title, text, timeoutMs }, signal)) ?? false;
    },
    async pick(items, { title, placeholder = '', signal, timeoutMs }) {
      // Copied, as the extension may change its array while the person picks.
      const offered = [...items];
      const choices = offered.map(({ label, description }) => ({ label, description }));
      const picked = await ask('window.pick', { title, placeholder, items: choices, timeoutMs }, signal);
      return picked === null ? undefined : offered[picked];
    },
    async prompt({ title, placeholder = '', value = '', isMultiline = false, signal, timeoutMs }) {
      const asked = { title, placeholder, value, isMultiline, timeoutMs };
      return (await ask('window.prompt', asked, signal)) ?? undefined;
    },
    async showText({ title, text, isMarkdown = false }) {
      await main.call('window.showText', { title, text, isMarkdown });
    },
  };
}
