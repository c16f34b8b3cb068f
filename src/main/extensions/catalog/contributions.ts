import type { ContributedCommand, ContributedSlashCommand } from '../../../shared/contract/command.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { Contributions } from '../../../shared/contract/methods/extension-methods.ts';
import type { ContributedTool } from '../../../shared/contract/tool.ts';

/**
 * Contributions of the enabled extensions to palette and composer, from their manifests: no code has to be loaded, so
 * they stay while an extension restarts.
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

/** Slash commands with the same id get their extension's id as a prefix. */
function named(found: readonly Unnamed[]): ContributedSlashCommand[] {
  const count = (id: string) => found.filter((other) => other.id === id).length;
  return found.map((one) => ({ ...one, name: count(one.id) > 1 ? `${one.extensionId}:${one.id}` : one.id }));
}

/** @param originOf the extension's folder, or `bundled` */
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
