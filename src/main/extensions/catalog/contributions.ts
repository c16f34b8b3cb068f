import type { ContributedCommand, ContributedSlashCommand } from '../../../shared/contract/command.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { Contributions } from '../../../shared/contract/methods/extension-methods.ts';
import type { ContributedTool } from '../../../shared/contract/tool.ts';

/**
 * What the manifests of the enabled extensions add to palette and composer. Nothing has to be loaded for it, so it
 * stays while an extension restarts.
 */
export function contributionsOf(manifests: readonly Manifest[]): Omit<Contributions, 'templates'> {
  return { commands: manifests.flatMap(commandsOf), slashCommands: named(manifests.flatMap(slashCommandsOf)) };
}

const by = ({ id, name }: Manifest) => ({ extensionId: id, extensionName: name });

const commandsOf = (manifest: Manifest): ContributedCommand[] =>
  Object.entries(manifest.commands).map(([id, { title }]) => ({ ...by(manifest), id, title }));

type Unnamed = Omit<ContributedSlashCommand, 'name'>;

const slashCommandsOf = (manifest: Manifest): Unnamed[] =>
  Object.entries(manifest.slash_commands).map(([id, about]) => ({ ...by(manifest), id, ...about }));

/** Of two with one id each is typed with its extension before it. */
function named(found: readonly Unnamed[]): ContributedSlashCommand[] {
  const count = (id: string) => found.filter((other) => other.id === id).length;
  return found.map((one) => ({ ...one, name: count(one.id) > 1 ? `${one.extensionId}:${one.id}` : one.id }));
}

/** @param originOf where an extension is: its folder, or `bundled` */
export const toolsOf = (manifests: readonly Manifest[], originOf: (extensionId: string) => string): ContributedTool[] =>
  manifests.flatMap((manifest) =>
    Object.entries(manifest.tools).map(([id, { description, read_only, approval, input_schema }]) => ({
      ...by(manifest),
      origin: originOf(manifest.id),
      id,
      description,
      inputSchema: JSON.stringify(input_schema),
      isReadOnly: read_only,
      asksByEffect: approval === 'each-effect',
    })),
  );
