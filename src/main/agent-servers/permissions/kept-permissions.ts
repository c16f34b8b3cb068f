import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/mini';
import {
  type AgentPermission,
  type ExactAsk,
  exactAskSchema,
} from '../../../shared/contract/agent-servers/agent-permission.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import { inSettings } from '../../../shared/contract/settings/page-titles.ts';
import { type KeptAt, openJsonFile } from '../../documents/saving/json-file.ts';

const permissionSchema = z.looseObject({
  id: z.string(),
  /** An agent reference. */
  agent: z.string(),
  agentName: z.string(),
  /** As in `AgentLaunch`: another program of the same reference was allowed nothing. Absent: it is not known, and nothing holds. */
  program: z.exactOptional(z.string()),
  folder: z.string(),
  ask: exactAskSchema,
});
type Kept = z.output<typeof permissionSchema>;
const fileSchema = z.looseObject({ permissions: z._default(z.array(permissionSchema), []) });

export const maxPermissions = 500;

/** What an agent is allowed in a folder. */
export interface PermissionPlace {
  /** An agent reference. */
  readonly agent: string;
  /** As in `AgentLaunch`. */
  readonly program: string;
  /** Absolute, links resolved. */
  readonly folder: string;
}

export interface KeptPermissionsDeps extends KeptAt {
  /** The program that an agent is by now, as in `AgentLaunch`; null: it is gone. */
  programOf(agent: string): string | null;
}

export type KeptPermissions = Awaited<ReturnType<typeof openKeptPermissions>>;

/** What a person has allowed agents in folders, kept beside the settings and never in the folder. */
export async function openKeptPermissions({ path, onProblem, programOf }: KeptPermissionsDeps) {
  const what = 'The list of what you allowed agents in folders';
  const file = await openJsonFile({ path, onProblem, schema: fileSchema, empty: { permissions: [] }, what });
  let written: Promise<void> = Promise.resolve();

  const has = ({ agent, program, folder }: PermissionPlace, ask: ExactAsk): boolean =>
    file
      .get()
      .permissions.some(
        (one) =>
          one.agent === agent && one.program === program && one.folder === folder && isDeepStrictEqual(one.ask, ask),
      );

  const isStill = (agent: string, program: string | undefined): boolean =>
    program !== undefined && program === programOf(agent);

  return {
    has,
    /** Whether an agent is there, and the program that was allowed something. */
    isStill,
    /** @throws {FailureError} when there are too many */
    keep(place: PermissionPlace, agentName: string, ask: ExactAsk): void {
      if (has(place, ask)) return;
      if (file.get().permissions.length >= maxPermissions) {
        const message = `You have allowed agents ${maxPermissions} things in folders. Remove some in ${inSettings('approvals')}, or allow it once.`;
        throw new FailureError({ code: 'invalid-request', message });
      }
      const kept: Kept = { id: randomUUID(), ...place, agentName, ask };
      written = file.update((present) => ({ ...present, permissions: [...present.permissions, kept] }));
    },
    /** All of them, the last one first. */
    list: (): AgentPermission[] =>
      file
        .get()
        .permissions.map(({ id, agent, agentName, program, folder, ask }): AgentPermission => {
          return { id, agentName, in: { type: 'folder', folder }, ask, holds: isStill(agent, program) };
        })
        .toReversed(),
    forget(id: string): void {
      written = file.update((present) => ({
        ...present,
        permissions: present.permissions.filter((one) => one.id !== id),
      }));
    },
    /** Resolves when all of it is on disk. */
    flush: () => written,
  };
}
