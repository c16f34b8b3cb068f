import { type KeyboardEvent, useId, useState } from 'react';
import type { ContributedSlashCommand } from '../../shared/contract/command.ts';
import { findSlashCommand, matchSlashCommands, parseSlash } from './slash-commands.ts';

export interface SlashCompletion {
  /** What can be taken now; empty while the list is closed. */
  readonly options: readonly ContributedSlashCommand[];
  readonly active: ContributedSlashCommand | undefined;
  readonly listId: string;
  idOf(command: ContributedSlashCommand): string;
  take(command: ContributedSlashCommand): void;
  /** Until the text changes. */
  close(): void;
  /** @returns whether the key was for the list */
  onKeyDown(event: KeyboardEvent): boolean;
}

/** The list of slash commands that opens while the name of one is typed. */
export function useSlashCompletion(
  commands: readonly ContributedSlashCommand[],
  draft: string,
  setDraft: (draft: string) => void,
): SlashCompletion {
  const listId = useId();
  const slash = parseSlash(draft);
  /** The draft for which it was closed; typing on opens it again. */
  const [closedFor, setClosedFor] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  if (closedFor !== null && closedFor !== draft) setClosedFor(null);
  const isOpen = slash?.isNaming === true && closedFor !== draft;
  const options = isOpen ? matchSlashCommands(commands, slash.name) : [];
  const keyOf = ({ extensionId, id }: ContributedSlashCommand): string => `${extensionId}:${id}`;
  const active = options.find((command) => keyOf(command) === wanted) ?? options[0];

  const take = (command: ContributedSlashCommand) => {
    setWanted(null);
    setDraft(`/${command.name} `);
  };
  const close = () => setClosedFor(draft);
  return {
    options,
    active,
    listId,
    idOf: (command) => `${listId}-${keyOf(command)}`,
    take,
    close,
    onKeyDown(event) {
      if (!slash || !active) return false;
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const isPlain = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
      if (!isPlain) return false;
      if (step !== undefined) {
        const next = options[(options.indexOf(active) + step + options.length) % options.length];
        if (next) setWanted(keyOf(next));
      } else if (event.key === 'Escape') close();
      // A name that is typed out already is run by Enter.
      else if (event.key === 'Enter' && findSlashCommand(commands, slash.name) === active) return false;
      else if (event.key === 'Enter' || event.key === 'Tab') take(active);
      else return false;
      event.preventDefault();
      return true;
    },
  };
}
