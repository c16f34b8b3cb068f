import type { ExtensionContext } from '../../shared/contract/extension-api.ts';
import type { ExtensionMethods } from '../../shared/contract/exthost-api.ts';
import type { ToolOutput } from '../../shared/contract/tool.ts';
import { inWords } from './in-words.ts';
import { expectFunction, Registrations } from './registrations.ts';

type Run = Parameters<ExtensionContext['tools']['register']>[1];

export function createTools(declared: readonly string[]) {
  const tools = new Registrations<Run>('tool', 'tools', declared);
  const api: ExtensionContext['tools'] = {
    register(id, run) {
      expectFunction('tools.register', run);
      return tools.register(id, run);
    },
  };
  return {
    api,
    async run({ id, input }: ExtensionMethods['tool.run']['params'], signal: AbortSignal): Promise<ToolOutput> {
      const output: unknown = await tools.get(id)(input, signal);
      const { toolOutputSchema } = await import('../../shared/contract/tool.ts');
      const read = toolOutputSchema.safeParse(output);
      if (read.success) return read.data;
      throw new TypeError(
        `The tool "${id}" returned ${inWords(output)}. Return a text, or { text, isError: true } for a failure that the model should hear of`,
      );
    },
  };
}
