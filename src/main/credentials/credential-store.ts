import pLimit from 'p-limit';
import { type Failure, fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { CredentialOwners } from './credential-owners.ts';
import type { Keychain } from './keychain.ts';
import { parseCredentialAccount } from './secret-store.ts';

export type KeptIn = 'keychain' | 'session';

/** A key: the account that it is kept under, and the extension that it was given to. */
export interface KeyPlace {
  readonly account: string;
  readonly origin: string;
}

/**
 * Keys in the system's keychain, or in memory until the app quits where that cannot be. Nothing is written in clear, and
 * each key is given out to the extension only that it was given to. What cannot be read is never taken for missing.
 */
export type CredentialStore = ReturnType<typeof createCredentialStore>;

const locked =
  'The system keychain did not release the key: it is locked, or access was refused. The key in it is unchanged.';
const absent = 'This computer’s keyring is not available right now. The key in it is unchanged.';

export function createCredentialStore(keychain: Keychain, owners: CredentialOwners) {
  /** Wins over the keychain: a key is here only because the keychain could not take it. */
  const session = new Map<string, string>();
  /** Why the keychain keeps its keys back; asking for each one would put its prompt up each time. */
  let keptBack: Failure | null = null;
  const inTurn = pLimit(1);
  /** It did answer in this run. */
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
      // It may have been unlocked just now.
      read = await keychain.get(account);
      // Somebody removed it there.
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
    /** Where a key that is stored now would go. */
    destination: async () => ((await isAvailable()) ? 'keychain' : 'session'),
    async get(place: KeyPlace): Promise<Result<{ secret: string; keptIn: KeptIn } | null>> {
      const kept = session.get(slot(place));
      if (kept !== undefined) return ok({ secret: kept, keptIn: 'session' });
      if (!owners.isOwner(place.account, place.origin)) return ok(null);
      // One after the other: what the first one finds out, as that it is locked, holds for the next.
      return inTurn(fromKeychain, place);
    },
    /** Whether there is a key, as far as is known without asking the keychain. */
    isKept: (place: KeyPlace) => session.has(slot(place)) || owners.ownerOf(place.account) === place.origin,
    /** Never fails: a keychain that refuses leaves the key in memory and the reason in `refusal`. */
    async set(place: KeyPlace, secret: string): Promise<{ keptIn: KeptIn; refusal?: Failure }> {
      const { account, origin } = place;
      if (!(await isAvailable())) {
        session.set(slot(place), secret);
        // Where there never was one, the dialog said so.
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
      // What is in the keychain is still the old one, and its owner's. Unless a call that hangs stores the new one yet.
      if (!keychain.isBusy()) await (before === undefined ? owners.release(account) : owners.claim(account, before));
      else if (before !== undefined && before !== origin) await owners.claim(account, `${before} (unclear)`);
      return { keptIn: 'session', refusal: stored.failure };
    },
    /** Removes the key wherever it is. A failure: it is still there. */
    async delete(place: KeyPlace) {
      session.delete(slot(place));
      return owners.isOwner(place.account, place.origin) ? remove(place) : ok(null);
    },
    /** A person acts: a keychain that stayed locked may ask for its password once more. */
    askAgain() {
      keptBack = null;
    },
    /** The keys in the keychain, as far as is known. */
    recorded: (): readonly KeyPlace[] => owners.all().map(([account, origin]) => ({ account, origin })),
    /** An extension is uninstalled. What the keychain does not remove belongs to nobody from here on. */
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
