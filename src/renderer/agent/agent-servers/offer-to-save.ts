import { isAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import { isUntitled } from '../../../shared/contract/documents/document-key.ts';
import { agentName } from '../../base/agent-servers-store.ts';
import { isBelow, visibleBaseName } from '../../base/paths.ts';
import { useWorkspace } from '../../base/workspace/workspace-store.ts';
import { ask } from '../../dialogs/ask.ts';
import { dirtyPaths } from '../../editor/documents/documents-store.ts';
import { saveDocument } from '../../editor/documents/saving/save-document.ts';

/**
 * An agent reads files itself, as they are on disk: unsaved ones of its folder are offered to be saved before it gets a prompt.
 * @param model reference of the model or agent that is to answer
 * @returns false: the prompt is not to be sent, since the person cancelled, or a file could not be saved, which was told
 */
export async function offerToSave(model: string): Promise<boolean> {
  if (!isAgentRef(model)) return true;
  const root = useWorkspace.getState().workspace?.path;
  const unsaved = dirtyPaths().filter((path) => !isUntitled(path) && (root === undefined || isBelow(root, path)));
  if (unsaved.length === 0) return true;
  const name = agentName(model);
  const answer = await ask({
    title:
      unsaved.length === 1 ? `Save ${visibleBaseName(unsaved[0] ?? '')} first?` : `Save ${unsaved.length} files first?`,
    text: `${unsaved.map(visibleBaseName).join(', ')}: not saved. ${name} may read files from the disk, where your last edits are missing. They are kept in the editor in any case.`,
    actions: [
      { id: 'cancel', label: 'Cancel' },
      { id: 'send', label: 'Send as it is on disk' },
      { id: 'save', label: unsaved.length === 1 ? 'Save and send' : 'Save all and send', kind: 'primary' },
    ],
  });
  if (answer !== 'save') return answer === 'send';
  for (const path of unsaved) if (!(await saveDocument(path))) return false;
  return true;
}
