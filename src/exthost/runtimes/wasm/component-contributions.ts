import type { ArgumentOption } from '../../../shared/contract/command.ts';
import type { ExtensionOpen } from '../../../shared/contract/extensions/exthost-api.ts';
import type { ProviderInfo } from '../../../shared/contract/provider.ts';
import type { ActiveComponent } from './active-component.ts';
import { isRefusal } from './component-errors.ts';
import { componentProvider } from './component-provider.ts';
import { fromWit } from './wit-values.ts';
import { registerDocumentation } from './zed/docs/documentation-commands.ts';
import { isFitting } from './zed/fitting-options.ts';
import { completionInput, slashCommandInput } from './zed/slash-command-input.ts';

/** Registers what the manifest declares, and the providers that the component tells of. */
export async function contribute(
  component: ActiveComponent,
  { declares, docs }: Pick<ExtensionOpen, 'declares' | 'docs'>,
): Promise<void> {
  const { commands, slashCommands, tools, languageModels, log } = component.context;
  const exported: ActiveComponent['callExported'] = (...call) => component.callExported(...call);

  for (const id of declares?.commands ?? []) {
    commands.register(id, (signal) => exported('runCommand', [id], signal));
  }
  const documentation = new Map(Object.entries(docs ?? {}));
  if (documentation.size > 0) registerDocumentation(component, documentation);
  for (const id of declares?.slashCommands ?? []) {
    if (documentation.has(id)) continue;
    const command = (argument: string) => {
      return { name: id, description: '', tooltipText: '', requiresArgument: argument.trim() !== '' };
    };
    const run = async (argument: string, signal: AbortSignal) => {
      const { said, lent } = await slashCommandInput(component, argument);
      const output = await exported('runSlashCommand', [command(argument), said], signal, { lent });
      return { reply: (output as { text: string } | undefined)?.text as string };
    };
    const complete = async (argument: string, signal: AbortSignal): Promise<ArgumentOption[]> => {
      const { before, typed, last } = completionInput(component, argument);
      const found = await exported('completeSlashCommandArgument', [command(argument), typed], signal);
      const options = found as WitArgumentCompletion[];
      const fitting = component.apiVersion ? options.filter((option) => isFitting(last, option)) : options;
      return fitting.map(({ label, newText, runCommand }) => {
        return { label, newText: before + newText, runs: runCommand };
      });
    };
    slashCommands.register(id, run, component.has('completeSlashCommandArgument') ? { complete } : {});
  }
  for (const id of declares?.tools ?? []) {
    tools.register(id, async (input, signal) => {
      try {
        return (await exported('runTool', [id, JSON.stringify(input ?? null)], signal)) as string;
      } catch (thrown) {
        // What it refused to do is for the model, too; what broke is not.
        if (!isRefusal(thrown)) throw thrown;
        return { text: thrown.message, isError: true };
      }
    });
  }
  const infos = component.has('llmProviders') ? await providerInfos(component) : [];
  for (const info of infos) {
    languageModels.registerProvider(info, componentProvider(component, info.id));
  }
  const absent = declares?.providers?.filter((id) => !infos.some((info) => info.id === id)) ?? [];
  for (const id of absent) {
    log.warn(
      `The manifest declares the provider "${id}", which the component does not tell of by llm-providers: it cannot be used`,
    );
  }
}

/** As the glue has `slash-command-argument-completion`. */
interface WitArgumentCompletion {
  readonly label: string;
  readonly newText: string;
  readonly runCommand: boolean;
}

async function providerInfos(component: ActiveComponent): Promise<readonly ProviderInfo[]> {
  const told = await component.atTheStart('llm-providers', (signal) => component.call('llmProviders', [], signal));
  const infos = fromWit(told, 'llm-providers');
  const isText = (value: unknown) => typeof value === 'string';
  const isInfo = (info: unknown): info is ProviderInfo =>
    typeof info === 'object' && info !== null && 'id' in info && 'name' in info && isText(info.id) && isText(info.name);
  if (Array.isArray(infos) && infos.every(isInfo)) return infos;
  throw new TypeError('llm-providers has to return a list of provider-info');
}
