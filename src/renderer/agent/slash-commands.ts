import type { ContributedSlashCommand } from '../../shared/contract/command.ts';

/** What a draft that begins with "/" asks for. */
export interface SlashDraft {
  /** What stands after "/", up to the first space. */
  readonly name: string;
  readonly argument: string;
  /** The name is still being typed. */
  readonly isNaming: boolean;
}

/** @returns null for a draft that is no command, such as a path: "/usr/bin" */
export function parseSlash(draft: string): SlashDraft | null {
  const match = /^\/([a-z0-9:-]*)(?:(\s)([\s\S]*))?$/i.exec(draft);
  if (!match) return null;
  const [, name = '', space, argument = ''] = match;
  return { name, argument: argument.trim(), isNaming: space === undefined };
}

/** By the name that is offered, or by `extension:id`, which every command has. */
export function findSlashCommand(
  commands: readonly ContributedSlashCommand[],
  name: string,
): ContributedSlashCommand | undefined {
  const wanted = name.toLowerCase();
  return (
    commands.find((command) => command.name === wanted) ??
    commands.find(({ extensionId, id }) => `${extensionId}:${id}` === wanted)
  );
}

/** The commands that may be meant: those whose name begins with what is typed, then those that have it elsewhere. */
export function matchSlashCommands(
  commands: readonly ContributedSlashCommand[],
  typed: string,
): readonly ContributedSlashCommand[] {
  const wanted = typed.toLowerCase();
  const begins = commands.filter(({ id, name }) => name.startsWith(wanted) || id.startsWith(wanted));
  const others = commands.filter((command) => !begins.includes(command) && command.name.includes(wanted));
  return [...begins, ...others];
}
