import type { ToolWhere } from '../../../../shared/contract/tool.ts';
import { isBelow } from '../../../base/paths.ts';
import { useWorkspace } from '../../../base/workspace/workspace-store.ts';

export interface TrustChoice {
  readonly isTrusted: boolean;
  /** It is in the open folder, which the person may trust now. */
  readonly isOpen: boolean;
}

/** Whether the place of a question is trusted: for the open folder its present trust, else that at the time of asking. */
export function useTrust(where: ToolWhere | undefined): TrustChoice {
  const { folder = null, isTrusted = true } = where ?? {};
  const open = useWorkspace(({ workspace }) => workspace);
  const isOpen = open !== null && folder !== null && (folder === open.realPath || isBelow(open.realPath, folder));
  return { isOpen, isTrusted: isOpen ? open.isTrusted : isTrusted };
}
