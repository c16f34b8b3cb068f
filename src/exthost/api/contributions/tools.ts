import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import type { ExtensionMethods } from '../../../shared/contract/extensions/exthost-api.ts';
import type { MainMethods } from '../../../shared/contract/extensions/main-methods.ts';
import type { MainStreams } from '../../../shared/contract/extensions/main-streams.ts';
import type { ToolOutput } from '../../../shared/contract/tool.ts';
import type { Peer } from '../../../shared/rpc/peer.ts';
import { formatValue } from '../format-value.ts';
import type { Log } from '../log.ts';
import { createThread } from '../threads.ts';
import { toJson } from '../to-json.ts';
import { expectFunction, Registrations } from './registrations.ts';
import { createToolCall } from './tool-call.ts';

type Run = Parameters<ExtensionContext['tools']['register']>[1];

export function createTools(main: Peer<MainMethods, MainStreams>, log: Log, declared: readonly string[] | undefined) {
  const tools = new Registrations<Run>('tools', declared);
  const api: ExtensionContext['tools'] = {
    register(id, run) {
      expectFunction('tools.register', run);
      return tools.register(id, run);
    },
  };
  async function runOnce(
    run: Run,
    { input, callId, threadId }: ExtensionMethods['tool.run']['params'],
    signal: AbortSignal,
  ): Promise<unknown> {
    const { call, end } = createToolCall(main, log, callId, signal);
    try {
      return await run(input, signal, { ...call, thread: createThread(main, threadId) });
    } finally {
      end();
    }
  }

  return {
    api,
    async run(params: ExtensionMethods['tool.run']['params'], signal: AbortSignal): Promise<ToolOutput> {
      const { id } = params;
      const output: unknown = await runOnce(tools.get(id), params, signal);
      const { toolOutputSchema, longestDetails } = await import('../../../shared/contract/tool.ts');
      const read = toolOutputSchema.safeParse(output);
      if (read.success) {
        const details = typeof read.data === 'string' ? undefined : read.data.details;
        const json = details === undefined ? '' : toJson(details, `The details of the tool "${id}"`);
        if (json.length <= longestDetails) return read.data;
        throw new RangeError(`The details of the tool "${id}" are longer than 64 KB as JSON. Keep less`);
      }
      throw new TypeError(
        `The tool "${id}" returned ${formatValue(output)}. Return a text, or { text, isError: true } for a failure that the model should hear of`,
      );
    },
  };
}
