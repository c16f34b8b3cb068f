import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import type { ExtensionMethods } from '../../../shared/contract/extensions/exthost-api.ts';
import { expectFunction, Registrations } from './registrations.ts';

type Run = Parameters<ExtensionContext['commands']['register']>[1];

export function createCommands(declared: readonly string[] | undefined) {
  const commands = new Registrations<Run>('commands', declared);
  const api: ExtensionContext['commands'] = {
    register(id, run) {
      expectFunction('commands.register', run);
      return commands.register(id, run);
    },
  };
  return {
    api,
    expectDeclared: (id: string) => commands.expectDeclared(id),
    /** Drops the command's result, which need not be cloneable. */
    async run({ id }: ExtensionMethods['command.run']['params'], signal: AbortSignal): Promise<null> {
      await commands.get(id)(signal);
      return null;
    },
  };
}
