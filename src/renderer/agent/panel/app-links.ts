import { toFailure } from '../../../shared/contract/errors.ts';
import { bootState } from '../../app/boot.ts';
import { formatFailure } from '../../app/format-failure.ts';
import { dismissOverlays, showTree } from '../../app/layout/layout-store.ts';
import { notify } from '../../app/notices/notices-store.ts';
import { revealDirectory } from '../../app/tree/tree-store.ts';
import { useWorkspace } from '../../app/workspace-store.ts';
import { api, onMainEvents } from '../../bridge.ts';
import { openDocument } from '../../editor/documents/open-document.ts';
import { whenFilesCome } from '../images/files-may-come.ts';
import type { LinkEnvironment } from '../markdown/link-environment.ts';
import { inspectTogether } from '../markdown/paths/inspect-together.ts';
import { agent } from '../threads/agent.ts';

const boot = await bootState;
const platform = boot.platform === 'win32' ? 'win32' : 'posix';
const inspect = inspectTogether((paths) => api.documents.inspect(paths));

export const useProjectRoot = (): string | undefined => useWorkspace((state) => state.workspace?.path);

/** What links in answers do in the app. */
export const appLinks = (root: string | undefined): LinkEnvironment => ({
  platform,
  root,
  openFile(path, { line, column, endLine }) {
    // In a narrow window the panel covers the place that the link leads to.
    dismissOverlays();
    void openDocument(path, { line, column, endLine });
  },
  openAddress: (url) => void openAddress(url),
  inspect,
  onFilesChange,
  openThread: (threadId) => void agent.openThread(threadId),
  ...(root !== undefined && {
    showDirectory(path) {
      showTree(true);
      revealDirectory(/^([/\\]|[A-Za-z]:)/.test(path) ? path : `${root}/${path}`);
    },
  }),
});

function onFilesChange(listener: () => void): () => void {
  const unlisten = onMainEvents(whenFilesCome(listener));
  // Meanwhile another program may have written where nothing is watched.
  window.addEventListener('focus', listener);
  return () => {
    unlisten();
    window.removeEventListener('focus', listener);
  };
}

async function openAddress(url: string): Promise<void> {
  try {
    const result = await api.app.openAddress(url);
    if (result.ok) return;
    notify({ severity: 'error', text: formatFailure(result.failure) });
  } catch (thrown) {
    notify({ severity: 'error', text: `The address was not opened. ${toFailure(thrown).message}` });
  }
}
