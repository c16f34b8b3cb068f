import pLimit from 'p-limit';
import { type Failure, fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { CredentialOwners } from './credential-owners.ts';
import type { Keychain } from './keychain.ts';
import { parseCredentialAccount } from './secret-store.ts';

export type KeptIn = 'keychain' | 'session';

/** Identifies a key: its account, and the origin of the extension that it was given to. */
export interface KeyPlace {
  readonly account: string;
  readonly origin: string;
}

/**
 * Keys in the system's keychain, or in memory until the app quits if that fails. No key is stored unencrypted, and each
 * is only given to the extension that it belongs to. A key that cannot be read is never treated as missing.
 */
export type CredentialStore = ReturnType<typeof createCredentialStore>;

const locked =
  'The system keychain did not release the key: it is locked, or access was refused. The key in it is unchanged.';
const absent = 'This computer’s keyring is not available right now. The key in it is unchanged.';

export function createCredentialStore(keychain: Keychain, owners: CredentialOwners) {
  /** Takes precedence: a key is here only because the keychain could not store it. */
  const session = new Map<string, string>();
  /** Reason why the keychain cannot be read; stored, because reading each key would show its prompt each time. */
  let keptBack: Failure | null = null;
  const inTurn = pLimit(1);
  /** It has answered during this run. */
  let hasAnswered = false;
  async function isAvailable(): Promise<boolean> {
    const answers = await keychain.isAvailable();
    hasAnswered ||= answers;
    return answers;
  }
  const slot = ({ account, origin }: KeyPlace): string => JSON.stringify([account, origin]);

  async function fromKeychain({ account }: KeyPlace): ReturnType<CredentialStore['get']> {
    const isRecorded = owners.ownerOf(account) !== undefined;
    if (isRecorded && keptBack) return { ok: false, failure: keptBack };
    if (!(await isAvailable())) return isRecorded ? fail('credential-missing', absent) : ok(null);
    let read = await keychain.get(account);
    if (read.ok && read.value === null && isRecorded) {
      if (!(await keychain.isOpen())) return keepBack(locked);
      // It may have been unlocked by the prompt.
      read = await keychain.get(account);
      // The key was removed in the keychain by other means.
      if (read.ok && read.value === null) await owners.release(account);
    }
    if (!read.ok) return keychain.isBusy() ? keepBack(read.failure.message) : read;
    return ok(read.value === null ? null : { secret: read.value, keptIn: 'keychain' });
  }

  function keepBack(message: string): Result<never> {
    keptBack = { code: 'credential-missing', message };
    return { ok: false, failure: keptBack };
  }

  async function remove({ account }: KeyPlace): Promise<Result<null>> {
    const isRecorded = owners.ownerOf(account) !== undefined;
    if (!(await isAvailable())) return isRecorded ? fail('credential-remove', absent) : ok(null);
    let removed = await keychain.delete(account);
    if (removed.ok && !removed.value && isRecorded) {
      if (!(await keychain.isOpen())) return fail('credential-remove', `${locked} It was not removed.`);
      removed = await keychain.delete(account);
    }
    if (!removed.ok) return removed;
    keptBack = null;
    if (isRecorded) await owners.release(account);
    return ok(null);
  }

  const store = {
    /** Where a key would be stored now. */
    destination: async () => ((await isAvailable()) ? 'keychain' : 'session'),
    async get(place: KeyPlace): Promise<Result<{ secret: string; keptIn: KeptIn } | null>> {
      const kept = session.get(slot(place));
      if (kept !== undefined) return ok({ secret: kept, keptIn: 'session' });
      if (!owners.isOwner(place.account, place.origin)) return ok(null);
      // One at a time: a result such as a locked keychain applies to the next read.
      return inTurn(fromKeychain, place);
    },
    /** Whether a key exists, as far as known without the keychain. */
    isKept: (place: KeyPlace) => session.has(slot(place)) || owners.ownerOf(place.account) === place.origin,
    /** Never fails: if the keychain refuses, the key is in memory and the reason in `refusal`. */
    async set(place: KeyPlace, secret: string): Promise<{ keptIn: KeptIn; refusal?: Failure }> {
      const { account, origin } = place;
      if (!(await isAvailable())) {
        session.set(slot(place), secret);
        // Without any keychain the dialog has already said so.
        return hasAnswered
          ? { keptIn: 'session', refusal: { code: 'credential-store', message: absent } }
          : { keptIn: 'session' };
      }
      const before = owners.ownerOf(account);
      await owners.claim(account, origin);
      const stored = await keychain.set(account, secret);
      if (stored.ok) {
        keptBack = null;
        session.delete(slot(place));
        return { keptIn: 'keychain' };
      }
      session.set(slot(place), secret);
      // The keychain still holds the old key of its owner, unless a hanging call stores the new one later.
      if (!keychain.isBusy()) await (before === undefined ? owners.release(account) : owners.claim(account, before));
      else if (before !== undefined && before !== origin) await owners.claim(account, `${before} (unclear)`);
      return { keptIn: 'session', refusal: stored.failure };
    },
    /** Removes the key from memory and keychain. On failure it is still there. */
    async delete(place: KeyPlace) {
      session.delete(slot(place));
      return owners.isOwner(place.account, place.origin) ? remove(place) : ok(null);
    },
    /** Call after a person's action: a locked keychain may show its prompt once more. */
    askAgain() {
      keptBack = null;
    },
    recorded: (): readonly KeyPlace[] => owners.all().map(([account, origin]) => ({ account, origin })),
    /** Deletes the keys of an uninstalled extension. A key that the keychain does not remove then belongs to nobody. */
    async forget(extensionId: string, origin: string) {
      const isOf = ({ account, origin: other }: KeyPlace) =>
        other === origin && parseCredentialAccount(account)?.extensionId === extensionId;
      for (const key of session.keys()) {
        const [account, other] = JSON.parse(key) as [string, string];
        if (isOf({ account, origin: other })) session.delete(key);
      }
      for (const place of store.recorded().filter(isOf)) {
        const removed = await remove(place);
        if (!removed.ok) await owners.claim(place.account, `${origin} (uninstalled)`);
      }
    },
  };
  return store;
}
