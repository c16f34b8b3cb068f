import { z } from 'zod/mini';
import { type KeptAt, openJsonFile } from '../documents/saving/json-file.ts';

/**
 * For which extension a key in the keychain was given: an id says who claims to be, and another folder may hold another
 * extension of the same id. An origin is the folder of an extension, or `bundled` for those that come with the app.
 */
export type CredentialOwners = Awaited<ReturnType<typeof createCredentialOwners>>;

export const bundledOrigin = 'bundled';

const schema = z.record(z.string(), z.string());

export async function createCredentialOwners({ path, onProblem }: KeptAt) {
  const file = await openJsonFile({ path, schema, empty: {}, what: 'The list of who was given which key', onProblem });
  /** undefined: nothing is known. */
  const ownerOf = (account: string): string | undefined => {
    const owners = file.get();
    return Object.hasOwn(owners, account) ? owners[account] : undefined;
  };
  return {
    ownerOf,
    /** A key of which nothing is known was given to a bundled extension. */
    isOwner: (account: string, origin: string) => (ownerOf(account) ?? bundledOrigin) === origin,
    /** Every account of which something is known, with its owner. */
    all: (): readonly (readonly [account: string, origin: string])[] => Object.entries(file.get()),
    /** Resolves when it is on disk: before the key is, so that a crash in between gives it to nobody. */
    claim: (account: string, origin: string) => file.update((owners) => ({ ...owners, [account]: origin })),
    /** The key is gone. */
    release: (account: string) => file.update(({ [account]: _, ...others }) => others),
  };
}
