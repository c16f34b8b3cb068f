import type { Workspace } from '../../../shared/contract/documents/document.ts';
import type { Result } from '../../../shared/contract/errors.ts';
import { api } from '../../bridge.ts';
import { notify } from '../notices/notices-store.ts';
import { settle } from '../settle.ts';
import { useWorkspace } from './workspace-store.ts';

/** Opens the folder that is chosen in the system's dialog. */
export const openFolder = async (): Promise<void> => take(await settle(api.workspace.pickFolder()));

/** Opens a folder that was dropped or is in the list of recent ones. */
export const openFolderAt = async (path: string): Promise<void> => take(await settle(api.workspace.open(path)));

/** Opens the person's copy of the project that comes with the app. */
export const openSampleProject = async (): Promise<void> => take(await settle(api.workspace.openSample()));

function take(result: Result<Workspace | null>): void {
  if (!result.ok) notify({ severity: 'error', text: result.failure.message });
  else if (result.value) useWorkspace.setState({ workspace: result.value });
}
