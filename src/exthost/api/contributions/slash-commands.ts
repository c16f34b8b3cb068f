import type { ArgumentOptions, SlashCommandResult } from '../../../shared/contract/command.ts';
import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import type { ExtensionMethods } from '../../../shared/contract/extensions/exthost-api.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { Peer } from '../../../shared/rpc/peer.ts';
import { formatValue } from '../format-value.ts';
import { createThread } from '../threads.ts';
import { expectFunction, Registrations } from './registrations.ts';

type Register = ExtensionContext['slashCommands']['register'];

interface SlashCommand extends NonNullable<Parameters<Register>[2]> {
  readonly run: Parameters<Register>[1];
}

export function createSlashCommands(main: Peer<MainMethods>, declared: readonly string[] | undefined) {
  const commands = new Registrations<SlashCommand>('slashCommands', declared);
  const api: ExtensionContext['slashCommands'] = {
    register(id, run, { complete } = {}) {
      expectFunction('slashCommands.register', run);
      if (complete !== undefined && typeof complete !== 'function') {
        throw new TypeError('slashCommands.register takes { complete }, a function that offers arguments');
      }
      return commands.register(id, { run, complete });
    },
  };
  return {
    api,
    async run(
      { id, argument, threadId }: ExtensionMethods['slashCommand.run']['params'],
      signal: AbortSignal,
    ): Promise<SlashCommandResult> {
      const result: unknown = await commands.get(id).run(argument, signal, { thread: createThread(main, threadId) });
      const { slashCommandResultSchema } = await import('../../../shared/contract/command.ts');
      const read = slashCommandResultSchema.safeParse(result);
      if (read.success) return read.data;
      throw new TypeError(
        `The slash command "${id}" returned ${formatValue(result)}. Return { prompt: text } to send a text to the model, or { reply: text } to show one; at most 1,000,000 characters, and no empty prompt`,
      );
    },
    async complete(
      { id, argument }: ExtensionMethods['slashCommand.complete']['params'],
      signal: AbortSignal,
    ): Promise<ArgumentOptions> {
      const { complete } = commands.get(id);
      if (!complete) return null;
      const found: unknown = await complete(argument, signal);
      const { argumentOptionsSchema, maxArgumentOptions } = await import('../../../shared/contract/command.ts');
      const first = Array.isArray(found) ? found.slice(0, maxArgumentOptions) : undefined;
      const read = argumentOptionsSchema.safeParse(first);
      if (read.success) return read.data;
      throw new TypeError(
        `complete of the slash command "${id}" returned ${formatValue(found)}. Return a list of { label, newText, description, runs }, of which the label must be there; labels and descriptions have at most 500 characters, a newText 2000`,
      );
    },
  };
}
