import type { ArgumentOption, SlashCommandResult } from '../../../shared/contract/command.ts';
import type { Disposable } from '../../../shared/contract/extension-api/disposable.ts';
import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import type { ToolOutput } from '../../../shared/contract/tool.ts';
import type { ScriptCall } from './calls/script-call.ts';
import { onEvent, type ScriptEvent } from './events/script-events.ts';
import type { LuaScript } from './lua-script.ts';
import type { ScriptEndpoint } from './script-endpoint.ts';
import { providerOf, type ScriptProvider } from './script-provider.ts';

/** As `zi.lua` has checked them. Functions are what the prelude knows them by. */
export interface ScriptTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: { readonly type: 'object' };
  readonly read_only: boolean;
  readonly execute: string;
}

/** Result of a tool, as `run.lua` gives it. */
interface ToolResult {
  readonly text: string;
  readonly is_error?: boolean;
  readonly details?: unknown;
}

export interface ScriptCommand {
  readonly name: string;
  readonly description: string;
  readonly argument_hint: string;
  readonly handler: string;
  readonly complete?: string;
}

/** What can be registered more than once only to replace what was. */
export interface ScriptContributions {
  tool: ScriptTool;
  command: ScriptCommand;
  provider: ScriptProvider | ScriptEndpoint;
  event: ScriptEvent;
}

export type ScriptContributionKind = keyof ScriptContributions;

/** How each kind is carried out by its script. @returns what ends that */
export const carryOut: {
  readonly [K in ScriptContributionKind]: (
    script: LuaScript,
    context: ExtensionContext,
    given: ScriptContributions[K],
  ) => Disposable[];
} = {
  tool: (script, { tools }, { name, execute }) => [
    tools.register(name, async (input, signal, { exec, report, thread, spawn }) => {
      const result = await script.call('tool', execute, [input], { signal, exec, report, thread, spawn });
      const { text, is_error: isError = false, details } = result as ToolResult;
      return (isError || details !== undefined ? { text, isError, details } : text) satisfies ToolOutput;
    }),
  ],
  command(script, context, { name, handler, complete }) {
    const run = async (argument: string, signal: AbortSignal, at: Pick<ScriptCall, 'thread'> = {}) =>
      (await script.call('command', handler, [argument], { ...at, signal })) as SlashCommandResult;
    return [
      context.slashCommands.register(name, run, {
        ...(complete && {
          complete: async (argument, signal) =>
            (await script.call('completion', complete, [argument], { signal })) as ArgumentOption[],
        }),
      }),
      context.commands.register(name, async (signal) => show(name, await run('', signal), context)),
    ];
  },
  // An endpoint is the affair of the extension that speaks its dialect.
  provider: (script, { languageModels }, provider) =>
    'endpoint' in provider
      ? []
      : [languageModels.registerProvider({ id: provider.id, name: provider.name }, providerOf(script, provider))],
  // Nobody but the script itself tells it that it ends.
  event: (script, context, { event, handler }) =>
    event === 'session_shutdown' ? [] : [onEvent(script, context, event, handler)],
};

/** The result of a command that was run from the palette. */
function show(name: string, result: SlashCommandResult, { window, log }: ExtensionContext): void {
  const failed = (thrown: unknown) => log.error(`The reply of "${name}" could not be shown: ${thrown}`);
  if ('reply' in result && result.reply !== '') window.showMessage('info', result.reply.slice(0, 4000)).catch(failed);
  if ('prompt' in result) {
    const text = `“${name}” is a prompt for a model: type /${name} in the agent panel`;
    window.showMessage('info', text).catch(failed);
  }
}
