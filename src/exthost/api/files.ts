import type { ExtensionFiles } from '../../shared/contract/extension-api/extension-files.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../shared/rpc/peer.ts';

/** Main checks every path, as only main knows the folder. */
export const createFiles = (main: Peer<MainMethods>): ExtensionFiles => ({
  folder: () => main.call('files.folder', null),
  async download(url, path, { format = 'none', signal } = {}) {
    await main.call('files.download', { url, path, format }, { signal });
  },
  async makeExecutable(path) {
    await main.call('files.makeExecutable', { path });
  },
  readFile: (path) => main.call('files.readFile', { path }),
  async writeFile(path, content) {
    await main.call('files.writeFile', { path, content });
  },
});
