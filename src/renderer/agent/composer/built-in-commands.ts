import type { AgentChoice } from '../../../shared/contract/agent-choice.ts';
import { rank } from '../../base/picker/score.ts';
import type { LocalReply, LocalReplyLine } from '../threads/agent-state.ts';

/** Effects of the app's own commands. */
export interface CommandEffects {
  readonly version: string;
  /** Empties the field. */
  clear(): void;
  /** @param draft initial text of its field */
  newThread(draft: string): void;
  exportThread(): void;
  showModels(): void;
  models(): readonly { readonly ref: string; readonly name: string }[];
  chooseModel(ref: string): void;
  showAgents(): void;
  agents(): readonly Pick<AgentChoice, 'name' | 'label'>[];
  /** The name of the agent server that answers; null: a model does. */
  answeringAgent(): string | null;
  /** null: none. */
  chooseAgent(name: string | null): void;
  compact(instructions: string): void;
  reply(reply: LocalReply): void;
  /** All commands that "/" offers, and all keys. */
  help(): readonly LocalReplyLine[];
}

export interface BuiltInCommand {
  readonly name: string;
  readonly description: string;
  readonly argument: string;
  /** It can run while an answer is being written. */
  readonly isAnytime: boolean;
  /** It does nothing where an agent answers, which may have such a command of its own. */
  readonly isForModels?: boolean;
  run(effects: CommandEffects, argument: string): void;
}

/** The app's own commands. Their replies are shown in the panel and sent to no model. */
export const builtInCommands: readonly BuiltInCommand[] = [
  {
    name: 'new',
    description: 'Start a new thread',
    argument: '[message]',
    isAnytime: true,
    run(effects, draft) {
      effects.clear();
      effects.newThread(draft);
    },
  },
  {
    name: 'model',
    description: 'Choose a model by name, or list them all',
    argument: '[name]',
    isAnytime: true,
    run: chooseModel,
  },
  {
    name: 'agent',
    description: 'Choose an agent by name, or list them all',
    argument: '[name]',
    isAnytime: true,
    run: chooseAgent,
  },
  {
    name: 'compact',
    description: 'Summarize the thread to make room for more',
    argument: '[what to keep]',
    isAnytime: false,
    isForModels: true,
    // The typed text stays until it is done.
    run: (effects, instructions) => effects.compact(instructions),
  },
  {
    name: 'export',
    description: 'Export the thread as Markdown',
    argument: '',
    isAnytime: true,
    run(effects) {
      effects.clear();
      effects.exportThread();
    },
  },
  {
    name: 'version',
    description: 'Show the version of the app',
    argument: '',
    isAnytime: true,
    run(effects) {
      effects.clear();
      effects.reply({ title: 'Version', lines: [{ text: `Outrigger ${effects.version}` }] });
    },
  },
  {
    name: 'help',
    description: 'List all commands and keys',
    argument: '',
    isAnytime: true,
    run(effects) {
      effects.clear();
      effects.reply({ title: 'Commands and keys', lines: effects.help() });
    },
  },
];

/** Runs it, unless it takes no argument and is followed by one: then the draft stays as it is. */
export function runBuiltIn({ name, argument: taken, run }: BuiltInCommand, effects: CommandEffects, argument: string) {
  if (taken !== '' || argument === '') return run(effects, argument);
  const text = `/${name} takes no text after it. What you wrote is kept.`;
  effects.reply({ title: `/${name} did not run`, lines: [{ text }] });
}

function chooseModel(effects: CommandEffects, name: string): void {
  if (name === '') {
    effects.clear();
    return effects.showModels();
  }
  const [best] = rank(effects.models(), (model) => model.name, name, 1);
  if (!best) {
    const text = `No model matches “${name}”. /model lists them all.`;
    return effects.reply({ title: 'No such model', lines: [{ text }] });
  }
  effects.clear();
  effects.chooseModel(best.item.ref);
}

function chooseAgent(effects: CommandEffects, name: string): void {
  const agents = effects.agents();
  const answering = effects.answeringAgent();
  if (answering !== null && name.toLowerCase() !== 'none') {
    const text = `${answering} answers here, which is an agent itself: files of agents are for models. /model chooses one.`;
    return effects.reply({ title: '/agent did not run', lines: [{ text }] });
  }
  if (name === '' && agents.length > 0) {
    effects.clear();
    return effects.showAgents();
  }
  const [best] = rank(agents, ({ label, name: own }) => `${label} ${own}`, name, 1);
  const chosen = name.toLowerCase() === 'none' ? null : best?.item.name;
  if (chosen === undefined) {
    const text =
      agents.length === 0
        ? 'There are no agents here. A file agents/reviewer.agent.md in the app’s own folder, or in .outrigger of a folder that you trust, is one.'
        : `No agent matches “${name}”. /agent lists them all.`;
    return effects.reply({ title: 'No such agent', lines: [{ text }] });
  }
  effects.clear();
  effects.chooseAgent(chosen);
}
