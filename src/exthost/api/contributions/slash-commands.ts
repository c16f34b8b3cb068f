import type { SlashCommandResult } from '../../../shared/contract/command.ts';
import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import type { ExtensionMethods } from '../../../shared/contract/extensions/exthost-api.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../../shared/rpc/peer.ts';
import { formatValue } from '../format-value.ts';
import { createThread } from '../threads.ts';
import { expectFunction, Registrations } from './registrations.ts';

type Run = Parameters<ExtensionContext['slashCommands']['register']>[1];

export function createSlashCommands(main: Peer<MainMethods>, declared: readonly string[] | undefined) {
  const commands = new Registrations<Run>('slashCommands', declared);
  const api: ExtensionContext['slashCommands'] = {
    register(id, run) {
      expectFunction('slashCommands.register', run);
      return commands.register(id, run);
    },
  };
  return {
    api,
    async run(
      { id, argument, threadId }: ExtensionMethods['slashCommand.run']['params'],
      signal: AbortSignal,
    ): Promise<SlashCommandResult> {
      const result: unknown = await commands.get(id)(argument, signal, { thread: createThread(main, threadId) });
      const { slashCommandResultSchema } = await import('../../../shared/contract/command.ts');
      const read = slashCommandResultSchema.safeParse(result);
      if (read.success) return read.data;
      throw new TypeError(
        `The slash command "${id}" returned ${formatValue(result)}. Return { prompt: text } to send a text to the model, or { reply: text } to show one; at most 1,000,000 characters, and no empty prompt`,
      );
    },
  };
}
