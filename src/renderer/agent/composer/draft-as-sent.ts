import type { DraftedPrompt } from '../../../shared/contract/methods/agent-methods.ts';
import type { PathPlatform } from '../../../shared/links/link-target.ts';
import { messageText, parseShell } from '../../../shared/typed-shell.ts';
import { withPages } from '../mentions/page-mentions.ts';
import { type ComposerCommand, findCommand, parseSlash } from './composer-commands.ts';

/** The draft as it would be sent. A command takes no images, and its message is unknown before it has run; one for the shell has none. */
export function draftAsSent(
  draft: DraftedPrompt,
  commands: readonly ComposerCommand[],
  platform: PathPlatform,
): DraftedPrompt {
  if (draft.replaces === undefined && parseShell(draft.text)) return { text: '' };
  const slash = draft.replaces === undefined ? parseSlash(draft.text) : null;
  const runs = slash && findCommand(commands, slash.name)?.runs;
  if (!slash || !runs) return { ...draft, text: withPages(messageText(draft.text), platform) };
  return runs.kind === 'template' ? { text: slash.argument, templateId: runs.template.id } : { text: '' };
}
