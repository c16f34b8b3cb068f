import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import type { ThreadSetup } from '../../../shared/contract/thread.ts';
import type { ProviderRegistry } from '../../providers/provider-registry.ts';
import { folderOf, type OpenThread } from './open-thread.ts';

/** Setup of a thread by the agent that it names. */
export type AgentSetup = Omit<ThreadSetup, 'agent'>;

export interface ThreadSetupsDeps {
  readonly registry: Pick<ProviderRegistry, 'named'>;
  /** The model or agent server that is chosen for new threads. */
  savedModel(): string | undefined;
  /** An agent by its name, as a thread of this folder has it; null: there is none. */
  findAgent(name: string, folder: string | null): Promise<AgentSetup | null>;
}

/** How a thread is answered. */
export interface AnswerSetup extends Pick<AgentSetup, 'tools'> {
  /** A model reference; undefined: none is chosen. */
  readonly model: string | undefined;
  /** The thread names it itself. */
  readonly isOwnModel: boolean;
  /** It is the one that is chosen for new threads. */
  readonly isDefault: boolean;
  /** "" if there are none besides the rules. */
  readonly instructions: string;
}

export type ThreadSetups = ReturnType<typeof createThreadSetups>;

export function createThreadSetups({ registry, savedModel, findAgent }: ThreadSetupsDeps) {
  return {
    /** Fails if its agent is gone. */
    async of(thread: Pick<OpenThread, 'view' | 'workspace'>): Promise<Result<AnswerSetup>> {
      const { setup, answerer } = thread.view;
      const { agent, ...own } = setup ?? {};
      const found = agent === undefined ? {} : await findAgent(agent, folderOf(thread));
      if (!found) return gone(agent);
      const { model, tools } = { ...found, ...own };
      const instructions = [found.instructions ?? '', own.instructions ?? '']
        .filter((text) => text !== '')
        .join('\n\n');
      return ok({
        model: registry.named(model, answerer?.model ?? savedModel()),
        isOwnModel: model !== undefined,
        isDefault: model === undefined && answerer === undefined,
        instructions,
        ...(tools && { tools }),
      });
    },
    /** @param agent null: none */
    async choose(thread: OpenThread, agent: string | null): Promise<Result<null>> {
      if (agent !== null && !(await findAgent(agent, folderOf(thread)))) return gone(agent);
      const { agent: _before, ...own } = thread.view.setup ?? {};
      thread.append([{ kind: 'setup', at: Date.now(), ...own, ...(agent !== null && { agent }) }]);
      return ok(null);
    },
  };
}

const gone = (agent: string | undefined) =>
  fail(
    'invalid-request',
    `The agent “${agent}” is not there any more. Choose another one, or none. Your text is kept.`,
  );
