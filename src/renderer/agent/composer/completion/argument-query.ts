import {
  type ArgumentOption,
  type ContributedSlashCommand,
  maxCompletedArgument,
} from '../../../../shared/contract/command.ts';
import { type ComposerCommand, findCommand, type SlashDraft } from '../composer-commands.ts';

/** An argument that is being typed at the end of a draft, of a command that may complete it. */
export interface ArgumentQuery {
  readonly command: ContributedSlashCommand;
  /** Offset of the argument. */
  readonly from: number;
  readonly argument: string;
}

export function argumentQueryAt(
  { name, isNaming, argumentFrom: from }: SlashDraft,
  text: string,
  cursor: number,
  commands: readonly ComposerCommand[],
): ArgumentQuery | null {
  const runs = isNaming || cursor !== text.length ? undefined : findCommand(commands, name)?.runs;
  if (runs?.kind !== 'extension' || runs.command.argument === '') return null;
  const argument = text.slice(from);
  return argument.length > maxCompletedArgument ? null : { command: runs.command, from, argument };
}

/** What takes the place of the argument when an option is taken. */
export const textOf = ({ label, newText = label }: ArgumentOption): string => newText.replace(/\r\n?/g, '\n');
