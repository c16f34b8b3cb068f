import { type ArgumentOption, type ArgumentOptions, argumentOptionsSchema } from '../../../shared/contract/command.ts';
import { toFailure } from '../../../shared/contract/errors.ts';
import { singleLine } from '../../../shared/harmless-text.ts';
import type { ExtensionRegistry } from './extension-registry.ts';

/**
 * Asks extensions for arguments of slash commands while a person types one. Each question stops the one before it, which
 * nobody waits for any more.
 * @param limitMs for the extension to answer, once it is loaded
 */
export function createArgumentCompletion(registry: Pick<ExtensionRegistry, 'require'>, limitMs: number) {
  let latest = new AbortController();
  /** @returns what the command offers, nothing if that fails; null: it completes no arguments */
  return async (extensionId: string, id: string, argument: string): Promise<ArgumentOptions> => {
    latest.abort();
    latest = new AbortController();
    const { signal } = latest;
    try {
      const extension = registry.require(extensionId);
      const command = extension.manifest.slash_commands[id];
      if (!command || command.argument === '') return null;
      const call = { signal, deadlineMs: limitMs };
      const answer = await extension.call('slashCommand.complete', { id, argument }, call).catch((thrown: unknown) => {
        const { code, message } = toFailure(thrown);
        if (code === 'timeout') extension.noteFault(`The arguments of /${id} were not there in time: ${message}`);
        throw thrown;
      });
      const options = argumentOptionsSchema.safeParse(answer);
      if (options.success) return options.data?.map(harmless) ?? null;
      extension.noteFault(`The arguments of /${id} are not in the form for them: ${options.error.issues[0]?.message}`);
    } catch {
      // The log has it already, and whoever types goes on.
    }
    return [];
  };
}

/** What stands below a label is for the eye alone. */
const harmless = ({ description, ...option }: ArgumentOption): ArgumentOption => ({
  ...option,
  ...(description !== undefined && { description: singleLine(description) }),
});
