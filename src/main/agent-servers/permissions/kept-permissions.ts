import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod/mini';
import {
  type AgentPermission,
  type ExactAsk,
  exactAskSchema,
} from '../../../shared/contract/agent-servers/agent-permission.ts';
import { parseAgentRef } from '../../../shared/contract/agent-servers/agent-ref.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import { type KeptAt, openJsonFile } from '../../documents/saving/json-file.ts';

const permissionSchema = z.looseObject({
  id: z.string(),
  /** An agent reference. */
  agent: z.string(),
  agentName: z.string(),
  /** Of the extension that brings the agent: another of the same id in another folder was allowed nothing. */
  origin: z.exactOptional(z.string()),
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
  /** Absolute, links resolved. */
  readonly folder: string;
}

export interface KeptPermissionsDeps extends KeptAt {
  /** The folder of an enabled extension, or `bundled`. */
  originOf(extensionId: string): string;
}

export type KeptPermissions = Awaited<ReturnType<typeof openKeptPermissions>>;

/** What a person has allowed agents in folders, kept beside the settings and never in the folder. */
export async function openKeptPermissions({ path, onProblem, originOf }: KeptPermissionsDeps) {
  const what = 'The list of what you allowed agents in folders';
  const file = await openJsonFile({ path, onProblem, schema: fileSchema, empty: { permissions: [] }, what });
  let written: Promise<void> = Promise.resolve();

  function originOfAgent(agent: string): string | undefined {
    const source = parseAgentRef(agent)?.source;
    return source === undefined || source === 'settings' || source === 'registry' ? undefined : originOf(source);
  }

  const has = ({ agent, folder }: PermissionPlace, ask: ExactAsk): boolean =>
    file
      .get()
      .permissions.some(
        (one) =>
          one.agent === agent &&
          one.folder === folder &&
          one.origin === originOfAgent(agent) &&
          isDeepStrictEqual(one.ask, ask),
      );

  return {
    has,
    /** @throws {FailureError} when there are too many */
    keep(place: PermissionPlace, agentName: string, ask: ExactAsk): void {
      if (has(place, ask)) return;
      if (file.get().permissions.length >= maxPermissions) {
        const message = `You have allowed agents ${maxPermissions} things in folders. Remove some in Settings, Approvals, or allow it once.`;
        throw new FailureError({ code: 'invalid-request', message });
      }
      const origin = originOfAgent(place.agent);
      const kept: Kept = { id: randomUUID(), ...place, agentName, ask, ...(origin !== undefined && { origin }) };
      written = file.update((present) => ({ ...present, permissions: [...present.permissions, kept] }));
    },
    /** All of them, the last one first. */
    list: (): AgentPermission[] =>
      file
        .get()
        .permissions.map(({ id, agentName, folder, ask }) => ({ id, agentName, folder, ask }))
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
