import type { AddressSource } from '../../../shared/contract/address.ts';
import { bootState } from '../../base/boot.ts';
import { dismissOverlays, showTree } from '../../base/layout/layout-store.ts';
import { notify } from '../../base/notices/notices-store.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { api, onMainEvents } from '../../bridge.ts';
import { openAddress } from '../../dialogs/open-address.ts';
import { openDocument } from '../../editor/documents/open-document.ts';
import { followFront } from '../../tree/follow-front.ts';
import { revealDirectory } from '../../tree/tree-store.ts';
import { whenFilesCome } from '../images/files-may-come.ts';
import type { LinkEnvironment } from '../markdown/link-environment.ts';
import { askTogether } from '../markdown/paths/ask-together.ts';
import { agent } from '../threads/agent.ts';

const boot = await bootState;
const platform = boot.platform === 'win32' ? 'win32' : 'posix';
const inspect = askTogether((paths) => api.documents.inspect(paths), 'missing');
const findSymbol = askTogether(async (names) => {
  const found = await api.mentions.declared(names);
  const pathOf = ({ path }: { readonly path: string }) => (platform === 'win32' ? path.replaceAll('/', '\\') : path);
  return found.ok
    ? found.value.map((place) => place && { ...place, kind: 'symbol' as const, path: pathOf(place) })
    : [];
}, null);

export const useProjectRoot = (): string | undefined => useWorkspace((state) => state.workspace?.path);

/** Opens links in the app. @param ofExtension the extension whose text they are in; absent: the thread */
export const appLinks = (root: string | undefined, ofExtension?: string): LinkEnvironment => ({
  platform,
  root,
  openFile(path, { line, column, endLine, heading }) {
    // In a narrow window the panel would cover the link's target.
    dismissOverlays();
    // Also when the file was active already and its row is out of sight.
    void openDocument(path, { line, column, endLine })
      .then((opened) => (opened !== null && heading !== undefined ? goToHeading(opened, heading) : undefined))
      .then(followFront);
  },
  openAddress(url, label) {
    const source: AddressSource =
      ofExtension === undefined ? { type: 'thread', label } : { type: 'extension', extensionId: ofExtension, label };
    void openAddress(url, source).then((problem) => {
      if (problem !== null) notify({ severity: 'error', text: problem });
    });
  },
  inspect,
  findSymbol,
  onFilesChange,
  openThread: (threadId) => void agent.openThread(threadId),
  ...(root !== undefined && {
    showDirectory(path) {
      showTree(true);
      revealDirectory(/^([/\\]|[A-Za-z]:)/.test(path) ? path : `${root}/${path}`);
    },
  }),
});

async function goToHeading(path: string, heading: string): Promise<void> {
  const { revealHeading } = await import('../../editor/preview/reveal-heading.ts');
  revealHeading(path, heading);
}

function onFilesChange(listener: () => void): () => void {
  const unlisten = onMainEvents(whenFilesCome(listener));
  // Another program may have created files in folders that are not watched.
  window.addEventListener('focus', listener);
  return () => {
    unlisten();
    window.removeEventListener('focus', listener);
  };
}
