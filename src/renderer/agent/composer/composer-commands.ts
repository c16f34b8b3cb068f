import type { AgentCommand } from '../../../shared/contract/agent-servers/agent-session.ts';
import type { ContributedSlashCommand } from '../../../shared/contract/command.ts';
import type { PromptTemplate } from '../../../shared/contract/prompt-template.ts';
import { type BuiltInCommand, builtInCommands } from './built-in-commands.ts';

/** Everything that "/" offers, under one kind of name. */
export interface ComposerCommand {
  /** Unique, and always accepted in place of the name. */
  readonly id: string;
  /** Typed after "/": the short name, or the id where another command has taken the name. */
  readonly name: string;
  readonly description: string;
  /** A hint for the argument; "" when none is expected. */
  readonly argument: string;
  /** Its origin, for display. */
  readonly source: string;
  readonly runs:
    | { readonly kind: 'built-in'; readonly command: BuiltInCommand }
    | { readonly kind: 'extension'; readonly command: ContributedSlashCommand }
    | { readonly kind: 'template'; readonly template: PromptTemplate }
    /** It is sent to the agent as a message. */
    | { readonly kind: 'agent'; readonly command: AgentCommand };
}

function sourceOf({ id, source, isSkill }: PromptTemplate): string {
  const kind = isSkill ? 'skill' : 'prompt';
  if (source === 'user') return `Your ${kind}`;
  const of = source === 'project' ? ' of this project' : isSkill ? '' : ` of ${id.split(':')[0]}`;
  return `${isSkill ? 'Skill' : 'Prompt'}${of}`;
}

/** Those of the agent that answers in the thread. */
export interface AgentCommands {
  readonly agentName: string;
  readonly commands: readonly AgentCommand[];
}

/**
 * Those of the thread's agent come first, then the app's own, which keep their names before any other; then those of
 * extensions, then prompts and skills.
 * @param ofAgent null: a model answers
 */
export function composerCommands(
  slashCommands: readonly ContributedSlashCommand[],
  templates: readonly PromptTemplate[],
  ofAgent: AgentCommands | null = null,
): readonly ComposerCommand[] {
  const all: ComposerCommand[] = [
    ...builtInCommands
      .filter(({ isForModels }) => ofAgent === null || !isForModels)
      .map((command): ComposerCommand => {
        const { name, description, argument } = command;
        return {
          id: `app:${name}`,
          name,
          description,
          argument,
          source: 'Outrigger',
          runs: { kind: 'built-in', command },
        };
      }),
    ...(ofAgent?.commands ?? []).map((command): ComposerCommand => {
      const { name, description, hint = '' } = command;
      const source = ofAgent?.agentName ?? '';
      return { id: `agent:${name}`, name, description, argument: hint, source, runs: { kind: 'agent', command } };
    }),
    ...slashCommands.map((command): ComposerCommand => {
      const { extensionId, extensionName, name, description, argument } = command;
      const id = `${extensionId}:${command.id}`;
      return { id, name, description, argument, source: extensionName, runs: { kind: 'extension', command } };
    }),
    ...templates.map((template): ComposerCommand => {
      const { id, name, description, argument } = template;
      return { id, name, description, argument, source: sourceOf(template), runs: { kind: 'template', template } };
    }),
  ];
  const taken = new Set<string>();
  const named = all.map((command) => {
    const name = taken.has(command.name) ? command.id : command.name;
    taken.add(name);
    return name === command.name ? command : { ...command, name };
  });
  const isAgents = ({ runs }: ComposerCommand) => runs.kind === 'agent';
  return [...named.filter(isAgents), ...named.filter((command) => !isAgents(command))];
}

/** A draft that begins with "/". */
export interface SlashDraft {
  /** The text after "/", up to the first space. */
  readonly name: string;
  readonly argument: string;
  /** Offset of the argument, with the blanks before it; of the end while there is none. */
  readonly argumentFrom: number;
  /** The name is still being typed. */
  readonly isNaming: boolean;
}

/** @returns null for a draft that is no command, such as a path: "/usr/bin" */
export function parseSlash(draft: string): SlashDraft | null {
  const match = /^\/([a-z0-9:._-]*)(?:(\s)([\s\S]*))?$/i.exec(draft);
  if (!match) return null;
  const [, name = '', space, argument = ''] = match;
  const argumentFrom = draft.length - argument.length;
  return { name, argument: argument.trim(), argumentFrom, isNaming: space === undefined };
}

/** Finds a command by its name, or by its id, which every command has. */
export function findCommand(commands: readonly ComposerCommand[], name: string): ComposerCommand | undefined {
  const wanted = name.toLowerCase();
  return (
    commands.find((command) => command.name.toLowerCase() === wanted) ??
    commands.find(({ id }) => id.toLowerCase() === wanted)
  );
}

/**
 * Matching commands: the one of that very name, then those whose name begins with the typed text, those whose id does, and
 * those that contain it.
 */
export function matchCommands(commands: readonly ComposerCommand[], typed: string): readonly ComposerCommand[] {
  const wanted = typed.toLowerCase();
  const rank = ({ id, name }: ComposerCommand): number => {
    const [own, whole] = [name.toLowerCase(), id.toLowerCase()];
    if (own === wanted) return 0;
    if (own.startsWith(wanted) || whole.slice(whole.indexOf(':') + 1).startsWith(wanted)) return 1;
    if (whole.startsWith(wanted)) return 2;
    return own.includes(wanted) ? 3 : 4;
  };
  return commands.filter((each) => rank(each) < 4).toSorted((one, other) => rank(one) - rank(other));
}
