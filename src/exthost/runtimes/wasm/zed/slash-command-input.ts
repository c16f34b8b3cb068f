import { isBefore } from '../../../../shared/extensions/api-version.ts';
import type { ActiveComponent } from '../active-component.ts';
import type { LentResource } from '../component-messages.ts';
import { openWorktree } from './open-worktree.ts';

/** What `run-slash-command` gets besides the command. */
export interface SlashCommandInput {
  /** A list of words; one text, or none, before version 0.2 of Zed's interface. */
  readonly said: readonly string[] | string | undefined;
  /** In Zed's interface alone. */
  readonly lent: LentResource | undefined;
}

/** @throws when no folder is open, and the component's version cannot do without one */
export async function slashCommandInput(
  { context, apiVersion }: Pick<ActiveComponent, 'context' | 'apiVersion'>,
  argument: string,
): Promise<SlashCommandInput> {
  const words = argument.split(/\s+/).filter((word) => word !== '');
  if (!apiVersion) return { said: words, lent: undefined };
  const lent = await openWorktree(context);
  if (!lent && isBefore(apiVersion, [0, 1, 0])) {
    throw new Error('This command needs a folder. Open one, then try again.');
  }
  return { said: isBefore(apiVersion, [0, 2, 0]) ? argument.trim() || undefined : words, lent };
}

/** What `complete-slash-command-argument` gets besides the command. */
export interface CompletionInput {
  /** The part of the argument that stays before the new text. */
  readonly before: string;
  /** The words so far, of which the last is empty after a blank; one text before version 0.2 of Zed's interface. */
  readonly typed: readonly string[] | string;
  /** The part that the new text replaces. */
  readonly last: string;
}

export function completionInput(
  { apiVersion }: Pick<ActiveComponent, 'apiVersion'>,
  argument: string,
): CompletionInput {
  const text = argument.trimStart();
  const words = text.split(/\s+/);
  const typed = apiVersion && isBefore(apiVersion, [0, 2, 0]) ? text : words;
  const last = typed === text ? text : (words.at(-1) ?? '');
  return { before: argument.slice(0, argument.length - last.length), typed, last };
}
