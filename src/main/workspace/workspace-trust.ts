import { realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { parse, resolve } from 'node:path';
import { z } from 'zod/mini';
import { isInside } from '../documents/project-border.ts';
import { type KeptAt, openJsonFile } from '../documents/saving/json-file.ts';

/**
 * The folders whose own extensions may be offered. Trust holds for a folder by where it really is, and for all below it,
 * since what lies below was trusted with it. A home folder and the root of a disk stand for themselves only: what
 * arrives there later was not meant.
 */
export type WorkspaceTrust = Awaited<ReturnType<typeof createWorkspaceTrust>>;

export interface WorkspaceTrustOptions extends KeptAt {
  readonly home?: string;
}

const schema = z.looseObject({ folders: z.array(z.string()) });

export async function createWorkspaceTrust({ path, onProblem, home = homedir() }: WorkspaceTrustOptions) {
  const file = await openJsonFile({
    path,
    schema,
    empty: { folders: [] },
    what: 'The list of trusted folders',
    onProblem,
  });
  const realHome = await realpath(home).catch(() => home);

  const covers = (trusted: string, folder: string): boolean =>
    trusted === folder || (trusted !== realHome && trusted !== parse(trusted).root && isInside(trusted, folder));

  return {
    async isTrusted(folder: string) {
      const real = await realpath(folder).catch(() => null);
      return real !== null && file.get().folders.some((trusted) => covers(trusted, real));
    },
    /** @throws the system's error when the folder cannot be found */
    async trust(folder: string) {
      const real = await realpath(folder);
      await file.update((list) => ({ ...list, folders: [...new Set([...list.folders, real])] }));
    },
    /** Ends the trust in a folder. Trust that it has from a folder above ends for that one, so that it holds no longer. */
    async revoke(folder: string) {
      // A folder that is gone is still in the list, by the path that it had.
      const real = await realpath(folder).catch(() => resolve(folder));
      await file.update((list) => ({ ...list, folders: list.folders.filter((trusted) => !covers(trusted, real)) }));
    },
    list: (): readonly string[] => file.get().folders,
  };
}
