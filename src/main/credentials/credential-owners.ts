import { z } from 'zod/mini';
import { type KeptAt, openJsonFile } from '../documents/saving/json-file.ts';

/**
 * The extension that each key in the keychain was given to. An id alone is only a claim: another folder may hold
 * another extension with the same id. An origin is the folder of an extension, or `bundled` for those that come with
 * the app.
 */
export type CredentialOwners = Awaited<ReturnType<typeof createCredentialOwners>>;

export const bundledOrigin = 'bundled';

const schema = z.record(z.string(), z.string());

export async function createCredentialOwners({ path, onProblem }: KeptAt) {
  const file = await openJsonFile({ path, schema, empty: {}, what: 'The list of who was given which key', onProblem });
  /** undefined: no owner is recorded. */
  const ownerOf = (account: string): string | undefined => {
    const owners = file.get();
    return Object.hasOwn(owners, account) ? owners[account] : undefined;
  };
  return {
    ownerOf,
    /** A key without a recorded owner belongs to a bundled extension. */
    isOwner: (account: string, origin: string) => (ownerOf(account) ?? bundledOrigin) === origin,
    /** All recorded accounts with their owners. */
    all: (): readonly (readonly [account: string, origin: string])[] => Object.entries(file.get()),
    /** Resolves when it is on disk; await it before storing the key, so that a crash in between gives it to nobody. */
    claim: (account: string, origin: string) => file.update((owners) => ({ ...owners, [account]: origin })),
    /** Call when the key was deleted. */
    release: (account: string) => file.update(({ [account]: _, ...others }) => others),
  };
}
