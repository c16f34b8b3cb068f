import type { ArgumentOption } from '../../../../../shared/contract/command.ts';
import { wait } from '../../../../wait.ts';
import type { ActiveComponent } from '../../active-component.ts';
import { isPackageName, readArgument } from './documentation-argument.ts';
import { DocumentationIndex } from './documentation-index.ts';
import { documentationPrompt } from './documentation-prompt.ts';
import { PackageSuggestions } from './package-suggestions.ts';

/** Then packages that are indexed are offered alone: main waits two seconds for all. */
const suggestMs = 1500;

/** Registers slash commands that give documentation. @param providers of it, by the ids of the commands */
export function registerDocumentation(component: ActiveComponent, providers: ReadonlyMap<string, string>): void {
  const { slashCommands, extensionId } = component.context;
  const index = new DocumentationIndex(component);
  const suggestions = new PackageSuggestions(component);

  async function packages(provider: string, typed: string, signal: AbortSignal): Promise<ArgumentOption[]> {
    const suggested = Promise.race([suggestions.of(provider), wait(suggestMs, signal).then(() => [])]);
    const indexed = await index.kept.packages(provider);
    const isIndexed = new Set(indexed);
    const all = [...indexed, ...(await suggested).filter((name) => !isIndexed.has(name))];
    return matching(all, typed).map((name) => {
      return isIndexed.has(name)
        ? { label: name, newText: `${name} `, description: 'Indexed' }
        : { label: name, newText: name, description: 'Is indexed when the command runs' };
    });
  }

  for (const [id, provider] of providers) {
    slashCommands.register(
      id,
      async (argument, signal) => {
        const { name, entry } = readArgument(argument.trim());
        if (name === '') throw new Error(`Name a package: /${id} <package> [entry]`);
        if (!isPackageName(name)) throw new Error(`"${name.slice(0, 50)}" is no name of a package`);
        const of = { provider, name };
        return { prompt: documentationPrompt(of, await index.entries(of, signal), entry, extensionId) };
      },
      {
        async complete(argument, signal) {
          const { name, separator, entry } = readArgument(argument);
          if (separator === '') return packages(provider, name, signal);
          const entries = await index.kept.read({ provider, name });
          return matching([...(entries?.keys() ?? [])], entry).map((key) => {
            const newText = key.startsWith(`${name}::`) ? key : `${name}${separator.trim() || ' '}${key}`;
            return { label: key.slice(0, 500), newText, runs: true };
          });
        },
      },
    );
  }
}

/** Those that begin with what is typed come first. */
function matching(names: readonly string[], typed: string): string[] {
  const sought = typed.trim().toLowerCase();
  const found = names.map((name) => [name, name.toLowerCase().indexOf(sought)] as const).filter(([, at]) => at >= 0);
  return [0, 1].flatMap((rank) => found.filter(([, at]) => Math.min(at, 1) === rank).map(([name]) => name));
}
