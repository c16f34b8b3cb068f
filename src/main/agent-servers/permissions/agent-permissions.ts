import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type {
  AgentPermission,
  ExactAsk,
  PermissionReach,
} from '../../../shared/contract/agent-servers/agent-permission.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import { folderAt } from '../../tools/place-of-path.ts';
import type { KeptPermissions } from './kept-permissions.ts';

export interface AgentPermissionsDeps {
  /** Those of folders. */
  readonly kept: Pick<KeptPermissions, 'has' | 'keep' | 'list' | 'forget' | 'isStill'>;
  /** Whether the person trusts a folder. */
  isTrusted(folder: string): Promise<boolean>;
}

/** Who asks, and where. */
export interface AskingAgent {
  /** An agent reference. */
  readonly agent: string;
  /** As in `AgentLaunch`. */
  readonly program: string;
  readonly name: string;
  readonly threadId: string;
  /** Of the thread, absolute; null: it has none. */
  readonly folder: string | null;
}

interface InThread extends Pick<AskingAgent, 'agent' | 'program' | 'name' | 'threadId' | 'folder'> {
  readonly id: string;
  readonly ask: ExactAsk;
}

export type AgentPermissions = ReturnType<typeof createAgentPermissions>;

/**
 * What a person has allowed agents more than once: exactly what they saw, for that agent alone, as long as it is the same program. As with commands of models,
 * none of it holds in a folder that is not trusted.
 */
export function createAgentPermissions({ kept, isTrusted }: AgentPermissionsDeps) {
  /** Until the app ends, in the order in which they were given. */
  let ofThreads: readonly InThread[] = [];

  const inThread = ({ threadId, agent, program }: AskingAgent, ask: ExactAsk): boolean =>
    ofThreads.some(
      (one) =>
        one.threadId === threadId && one.agent === agent && one.program === program && isDeepStrictEqual(one.ask, ask),
    );

  async function placeOf({ folder }: AskingAgent): Promise<{ realRoot: string | null; mayKeep: boolean }> {
    const { realRoot } = await folderAt(folder);
    return { realRoot, mayKeep: realRoot === null || (await isTrusted(realRoot)) };
  }

  return {
    /** @returns where the person has allowed it; null: they are to be asked */
    async allowedIn(asking: AskingAgent, ask: ExactAsk): Promise<PermissionReach | null> {
      const { realRoot, mayKeep } = await placeOf(asking);
      if (!mayKeep) return null;
      if (inThread(asking, ask)) return 'thread';
      return realRoot !== null && kept.has({ ...whoOf(asking), folder: realRoot }, ask) ? 'folder' : null;
    },
    /**
     * @returns what allows it from now on, at once: whoever waited for it sees first whether it is still wanted. It throws when
     * there are too many
     * @throws {FailureError} where nothing is allowed more than once
     */
    async allow(asking: AskingAgent, ask: ExactAsk, reach: PermissionReach): Promise<() => void> {
      const { realRoot, mayKeep } = await placeOf(asking);
      if (!mayKeep) throw refused('You do not trust this folder: here it can be allowed once only.');
      const { name, threadId, folder } = asking;
      if (reach === 'folder') {
        if (realRoot === null) throw refused('This thread has no folder. Allow it in the thread.');
        return () => kept.keep({ ...whoOf(asking), folder: realRoot }, name, ask);
      }
      return () => {
        if (inThread(asking, ask)) return;
        ofThreads = [...ofThreads, { id: randomUUID(), threadId, folder, name, ...whoOf(asking), ask }];
      };
    },
    /** The thread is gone, and what was allowed in it. */
    forgetThread(threadId: string): void {
      ofThreads = ofThreads.filter((one) => one.threadId !== threadId);
    },
    /** Those of threads, then those of folders, each the last one first. */
    list: (): AgentPermission[] => [
      ...ofThreads
        .map(({ id, name, threadId, folder, agent, program, ask }): AgentPermission => {
          const place = { type: 'thread', threadId, folder } as const;
          return { id, agentName: name, in: place, ask, holds: kept.isStill(agent, program) };
        })
        .toReversed(),
      ...kept.list(),
    ],
    /** What is exactly so is asked again. */
    forget(id: string): void {
      if (!ofThreads.some((one) => one.id === id)) return kept.forget(id);
      ofThreads = ofThreads.filter((one) => one.id !== id);
    },
  };
}

const whoOf = ({ agent, program }: AskingAgent) => ({ agent, program });

const refused = (message: string): FailureError => new FailureError({ code: 'invalid-request', message });
