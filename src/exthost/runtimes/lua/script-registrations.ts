import type { SlashCommandResult } from '../../../shared/contract/command.ts';
import type { ExtensionContext } from '../../../shared/contract/extension-api/extension-api.ts';
import type { Registering } from '../../../shared/contract/extensions/manifest.ts';
import type { ToolOutput } from '../../../shared/contract/tool.ts';
import { singleLine } from '../../../shared/harmless-text.ts';
import type { LuaScript, ScriptListener } from './lua-script.ts';
import type { ScriptCall } from './script-call.ts';
import { manifestModel, providerOf, type ScriptProvider } from './script-provider.ts';
import { toolSchema } from './tool-schema.ts';

/** As `zi.lua` has checked them. Functions are numbers. */
interface ScriptTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: { readonly type: 'object' };
  readonly read_only: boolean;
  readonly execute: number;
}

interface ScriptCommand {
  readonly name: string;
  readonly description: string;
  readonly argument_hint: string;
  readonly handler: number;
}

interface ScriptEvent {
  readonly name: string;
  readonly handler: number;
}

/** Events that reach scripts. */
const sent = ['session_shutdown'];

/** What a script registers while it loads. It is passed on when that has succeeded. */
export class ScriptRegistrations implements ScriptListener {
  readonly #tools = new Map<string, ScriptTool>();
  readonly #commands = new Map<string, ScriptCommand>();
  readonly #providers = new Map<string, ScriptProvider>();
  readonly #events: ScriptEvent[] = [];

  registered(kind: string, given: unknown): void {
    if (kind === 'tool') addOnce(this.#tools, kind, (given as ScriptTool).name, given as ScriptTool);
    else if (kind === 'command') addOnce(this.#commands, kind, (given as ScriptCommand).name, given as ScriptCommand);
    else if (kind === 'provider') addOnce(this.#providers, kind, (given as ScriptProvider).id, given as ScriptProvider);
    else this.#events.push(given as ScriptEvent);
  }

  unregistered(providerId: string): void {
    if (!this.#providers.delete(providerId)) throw new Error(`there is no provider "${providerId}"`);
  }

  /** @returns the numbers of the functions for an event, in order */
  handlersOf(event: string): number[] {
    return this.#events.filter(({ name }) => name === event).map(({ handler }) => handler);
  }

  apply(script: LuaScript, context: ExtensionContext): Registering {
    for (const { name, execute } of this.#tools.values()) {
      context.tools.register(name, async (input, signal, { report, thread }) => {
        const result = await script.call('tool', execute, [input], { signal, report, thread });
        const { text, is_error: isError } = result as { text: string; is_error?: boolean };
        return (isError ? { text, isError } : text) satisfies ToolOutput;
      });
    }
    for (const { name, handler } of this.#commands.values()) {
      const run = async (argument: string, signal: AbortSignal, at: Pick<ScriptCall, 'thread'> = {}) =>
        (await script.call('command', handler, [argument], { ...at, signal })) as SlashCommandResult;
      context.slashCommands.register(name, run);
      context.commands.register(name, async (signal) => this.#show(name, await run('', signal), context));
    }
    for (const provider of this.#providers.values()) {
      const { id, name } = provider;
      context.languageModels.registerProvider({ id, name }, providerOf(script, provider));
    }
    this.#tellUnsent(context);
    return this.#registering();
  }

  /** The result of a command that was run from the palette. */
  #show(name: string, result: SlashCommandResult, { window, log }: ExtensionContext): void {
    const failed = (thrown: unknown) => log.error(`The reply of "${name}" could not be shown: ${thrown}`);
    if ('reply' in result && result.reply !== '') window.showMessage('info', result.reply.slice(0, 4000)).catch(failed);
    if ('prompt' in result) {
      const text = `“${name}” is a prompt for a model: type /${name} in the agent panel`;
      window.showMessage('info', text).catch(failed);
    }
  }

  #tellUnsent({ log }: ExtensionContext): void {
    const unsent = new Set(this.#events.map(({ name }) => name).filter((name) => !sent.includes(name)));
    if (unsent.size === 0) return;
    log.warn(`zi.on: this version of the app does not send it yet: ${[...unsent].join(', ')}`);
  }

  #registering(): Registering {
    const tools = [...this.#tools.values()].map(({ name, description, parameters, read_only }) => {
      const input_schema = toolSchema(parameters) as typeof parameters;
      return [name, { description, input_schema, read_only }] as const;
    });
    const commands = [...this.#commands.values()];
    const providers = [...this.#providers.values()];
    return {
      tools: Object.fromEntries(tools),
      commands: Object.fromEntries(
        commands.map(({ name, description }) => [name, { title: label(description, name) }]),
      ),
      slash_commands: Object.fromEntries(
        commands.map(({ name, description, argument_hint }) => [
          name,
          { description: label(description, name), argument: label(argument_hint, '').slice(0, 80) },
        ]),
      ),
      language_model_providers: Object.fromEntries(
        providers.map(({ id, name, models }) => [
          id,
          {
            name: label(name, id),
            models: models.map((one) => manifestModel({ ...one, name: label(one.name ?? one.id, one.id) })),
          },
        ]),
      ),
    };
  }
}

function addOnce<T>(known: Map<string, T>, kind: string, name: string, given: T): void {
  if (known.has(name)) throw new Error(`the ${kind} "${name}" is registered already`);
  known.set(name, given);
}

/** A text as the manifest has labels: one line, without hidden marks, at most 200 characters. */
const label = (text: string, other: string): string => singleLine(text).replace(/\s+/g, ' ').slice(0, 200) || other;
