import type { ExtensionOpen } from '../../../shared/contract/extensions/exthost-api.ts';
import type { ProviderInfo } from '../../../shared/contract/provider.ts';
import type { ActiveComponent } from './active-component.ts';
import { isRefusal } from './component-errors.ts';
import { componentProvider } from './component-provider.ts';
import { fromWit } from './wit-values.ts';

/** Registers what the manifest declares and the component has exports for, and the providers that it tells of. */
export async function contribute(component: ActiveComponent, declares: ExtensionOpen['declares']): Promise<void> {
  const { commands, slashCommands, tools, languageModels } = component.context;
  const idsFor = (name: string, ids: readonly string[] | undefined) => (component.has(name) ? (ids ?? []) : []);

  for (const id of idsFor('runCommand', declares?.commands)) {
    commands.register(id, (signal) => component.call('runCommand', [id], signal));
  }
  for (const id of idsFor('runSlashCommand', declares?.slashCommands)) {
    slashCommands.register(id, async (argument, signal) => {
      const command = { name: id, description: '', tooltipText: '', requiresArgument: argument !== '' };
      const args = argument.split(/\s+/).filter((word) => word !== '');
      const output = await component.call('runSlashCommand', [command, args], signal);
      return { reply: (output as { text: string } | undefined)?.text as string };
    });
  }
  for (const id of idsFor('runTool', declares?.tools)) {
    tools.register(id, async (input, signal) => {
      try {
        return (await component.call('runTool', [id, JSON.stringify(input ?? null)], signal)) as string;
      } catch (thrown) {
        // What it refused to do is for the model, too; what broke is not.
        if (!isRefusal(thrown)) throw thrown;
        return { text: thrown.message, isError: true };
      }
    });
  }
  if (!component.has('llmProviders')) return;
  for (const info of providerInfos(await component.call('llmProviders', []))) {
    languageModels.registerProvider(info, componentProvider(component, info.id));
  }
}

function providerInfos(told: unknown): readonly ProviderInfo[] {
  const infos = fromWit(told, 'llm-providers');
  const isText = (value: unknown) => typeof value === 'string';
  const isInfo = (info: unknown): info is ProviderInfo =>
    typeof info === 'object' && info !== null && 'id' in info && 'name' in info && isText(info.id) && isText(info.name);
  if (Array.isArray(infos) && infos.every(isInfo)) return infos;
  throw new TypeError('llm-providers has to return a list of provider-info');
}
