import {
  type AppCommand,
  commandTable,
  isEditorCommand,
  isTreeCommand,
  type Need,
} from '../../../shared/contract/app-commands.ts';
import { readyAgents } from '../../agent/agent-servers/kept-sessions/session-picker-store.ts';
import { useAgentServers } from '../../base/agent-servers-store.ts';
import { useContributions } from '../../base/contributions-store.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { activePath, frontPane, useDocuments } from '../../editor/documents/documents-store.ts';
import { canRevert } from '../../editor/documents/revert.ts';
import { hasLastEdit, hasPlace } from '../../editor/navigation/follow-places.ts';
import { hasPanes } from '../../editor/panes/pane-acts.ts';
import { isMarkdown } from '../../editor/preview/markdown.ts';
import { hasClosedTab } from '../../editor/tabs/closed-tabs.ts';
import { useSearch } from '../../search/search-store.ts';
import { canUndoAct } from '../../tree/done-acts.ts';
import { pairToCompare } from '../../tree/pair-to-compare.ts';
import { commandTargets, onlyTarget, useTreeFocus } from '../../tree/tree-focus.ts';

const isThere: Readonly<Record<Need, () => boolean>> = {
  file: () => activePath() !== null,
  unsaved: () => canRevert(activePath()),
  pair: () => pairToCompare() !== null,
  entry: () => commandTargets().length > 0,
  'only-entry': () => onlyTarget() !== null,
  clipboard: () => useTreeFocus.getState().clipboard !== null,
  act: canUndoAct,
  result: () => useSearch.getState().files.length > 0,
  'place-before': () => hasPlace(-1),
  'place-after': () => hasPlace(1),
  edit: hasLastEdit,
  preview: () => {
    const { preview, active } = frontPane(useDocuments.getState());
    return preview !== null && preview === active;
  },
  panes: hasPanes,
  closed: hasClosedTab,
  markdown: () => isMarkdown(activePath()),
  'agent-servers': () => readyAgents(useAgentServers.getState().agentServers).length > 0,
  agents: () => useContributions.getState().agents.length > 0,
};

/** Whether a command has something to act on. */
export function isPossible(command: AppCommand): boolean {
  if (isTreeCommand(command) && useWorkspace.getState().workspace === null) return false;
  const need = isEditorCommand(command) ? 'file' : commandTable[command].needs;
  return need === undefined || isThere[need]();
}
