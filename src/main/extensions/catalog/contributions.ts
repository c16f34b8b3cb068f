import type { ContributedCommand, ContributedSlashCommand } from '../../../shared/contract/command.ts';
import type { Manifest } from '../../../shared/contract/extensions/manifest.ts';
import type { Contributions } from '../../../shared/contract/methods/extension-methods.ts';
import type { ContributedTool } from '../../../shared/contract/tool.ts';

/**
 * Contributions of the enabled extensions to palette and composer, from their manifests: no code has to be loaded, so
 * they stay while an extension restarts.
 */
export function contributionsOf(
  manifests: readonly Manifest[],
): Pick<Contributions, 'commands' | 'slashCommands' | 'isAskedBeforeSwitch'> {
  const slashCommands = named(manifests.flatMap(slashCommandsOf));
  const nameOf = ({ extensionId, id }: ContributedCommand) =>
    slashCommands.find((one) => one.extensionId === extensionId && one.id === id)?.name;
  const commands = manifests.flatMap(commandsOf).map((command) => withSlashName(command, nameOf(command)));
  const isAskedBeforeSwitch = manifests.some(({ events }) => events.session_before_switch !== undefined);
  return { commands, slashCommands, isAskedBeforeSwitch };
}

const by = ({ id, name }: Manifest) => ({ extensionId: id, extensionName: name });

const commandsOf = (manifest: Manifest): ContributedCommand[] =>
  Object.entries(manifest.commands).map(([id, { title }]) => ({ ...by(manifest), id, title }));

/** One that can be typed in the composer too says by which name. */
function withSlashName(command: ContributedCommand, name: string | undefined): ContributedCommand {
  if (name === undefined) return command;
  const { id, title } = command;
  return { ...command, title: title === id ? `/${name}` : `${title} (/${name})` };
}

type Unnamed = Omit<ContributedSlashCommand, 'name'>;

const slashCommandsOf = (manifest: Manifest): Unnamed[] =>
  Object.entries(manifest.slash_commands).map(([id, about]) => ({ ...by(manifest), id, ...about }));

/** The first with an id has it as its name, in order of precedence; each further one gets a number, as in `id:2`. */
function named(found: readonly Unnamed[]): ContributedSlashCommand[] {
  const times = new Map<string, number>();
  return found.map((one) => {
    const time = (times.get(one.id) ?? 0) + 1;
    times.set(one.id, time);
    return { ...one, name: time === 1 ? one.id : `${one.id}:${time}` };
  });
}

/** @param originOf the extension's folder, or `bundled` */
export const toolsOf = (manifests: readonly Manifest[], originOf: (extensionId: string) => string): ContributedTool[] =>
  manifests.flatMap((manifest) =>
    Object.entries(manifest.tools).map(([id, { description, read_only, approval, needs, input_schema }]) => ({
      ...by(manifest),
      origin: originOf(manifest.id),
      id,
      description,
      inputSchema: JSON.stringify(input_schema),
      isReadOnly: read_only,
      asksByEffect: approval === 'each-effect',
      ...(needs === 'skills' && { needsSkills: true }),
    })),
  );
