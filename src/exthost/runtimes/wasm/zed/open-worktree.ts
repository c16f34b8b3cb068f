import type { ExtensionContext } from '../../../../shared/contract/extension-api/extension-api.ts';
import type { LentResource } from '../component-messages.ts';

/** The id of the open folder in Zed's interface: the app has one folder at a time. */
const openWorktreeId = 1;

/** The open folder as Zed's world has it; undefined: there is none. */
export async function openWorktree({
  workspace,
}: Pick<ExtensionContext, 'workspace'>): Promise<LentResource | undefined> {
  const folder = await workspace.folder();
  return folder ? { type: 'worktree', id: openWorktreeId, rootPath: folder.path } : undefined;
}
