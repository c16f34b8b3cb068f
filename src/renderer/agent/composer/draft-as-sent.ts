import type { DraftedPrompt } from '../../../shared/contract/methods/agent-methods.ts';
import type { PathPlatform } from '../../../shared/links/link-target.ts';
import { withPages } from '../mentions/page-mentions.ts';
import { type ComposerCommand, findCommand, parseSlash } from './composer-commands.ts';

/** The draft as it would be sent. A command takes no images, and its message is unknown before it has run. */
export function draftAsSent(
  draft: DraftedPrompt,
  commands: readonly ComposerCommand[],
  platform: PathPlatform,
): DraftedPrompt {
  const slash = draft.replaces === undefined ? parseSlash(draft.text) : null;
  const runs = slash && findCommand(commands, slash.name)?.runs;
  if (!slash || !runs) return { ...draft, text: withPages(draft.text, platform) };
  return runs.kind === 'template' ? { text: slash.argument, templateId: runs.template.id } : { text: '' };
}
