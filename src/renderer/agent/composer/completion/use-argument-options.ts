import { useEffect, useState } from 'react';
import type { ArgumentOption, ContributedSlashCommand } from '../../../../shared/contract/command.ts';
import { api } from '../../../bridge.ts';
import { type ArgumentQuery, textOf } from './argument-query.ts';

/** Milliseconds without a key before an extension is asked: two frames. */
const pause = 32;

/** Commands that complete none. They are other objects when extensions may have changed. */
const withoutCompletion = new WeakSet<ContributedSlashCommand>();

interface Found {
  readonly command: ContributedSlashCommand | null;
  readonly argument: string;
  readonly options: readonly ArgumentOption[];
}

const none: Found = { command: null, argument: '', options: [] };

/** What the command's extension offers for the argument. Until it has answered, those of before that still fit. */
export function useArgumentOptions(query: ArgumentQuery | null): readonly ArgumentOption[] {
  const [found, setFound] = useState<Found>(none);
  const { command = null, argument = '' } = query ?? {};

  useEffect(() => {
    if (command === null || withoutCompletion.has(command)) return setFound(none);
    let isWanted = true;
    const timer = setTimeout(async () => {
      const { extensionId, id } = command;
      const options = await api.extensions.completeArgument(extensionId, id, argument).catch(() => none.options);
      if (options === null) withoutCompletion.add(command);
      if (isWanted) setFound({ command, argument, options: options ?? none.options });
    }, pause);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [command, argument]);

  if (command === null || found.command !== command) return none.options;
  if (found.argument === argument) return found.options;
  const typed = argument.toLowerCase();
  return found.options.filter((option) => textOf(option).toLowerCase().startsWith(typed));
}
