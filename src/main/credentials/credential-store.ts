import { type Failure, ok, type Result } from '../../shared/contract/errors.ts';
import type { Keychain } from './keychain.ts';

export type KeptIn = 'keychain' | 'session';

/** Keys in the system's keychain, or in memory until the app quits where that cannot be. Nothing is written in clear. */
export interface CredentialStore {
  /** Where a key that is stored now would go. */
  destination(): Promise<KeptIn>;
  get(account: string): Promise<Result<{ secret: string; keptIn: KeptIn } | null>>;
  /** Never fails: a keychain that refuses leaves the key in memory and the reason in `refusal`. */
  set(account: string, secret: string): Promise<{ keptIn: KeptIn; refusal?: Failure }>;
  /** Removes the key wherever it is. */
  delete(account: string): Promise<Result<null>>;
}

export function createCredentialStore(keychain: Keychain): CredentialStore {
  /** Wins over the keychain: a key is here only because the keychain could not take it. */
  const session = new Map<string, string>();

  return {
    destination: async () => ((await keychain.isAvailable()) ? 'keychain' : 'session'),
    async get(account) {
      const kept = session.get(account);
      if (kept !== undefined) return ok({ secret: kept, keptIn: 'session' });
      if (!(await keychain.isAvailable())) return ok(null);
      const read = await keychain.get(account);
      if (!read.ok) return read;
      return ok(read.value === null ? null : { secret: read.value, keptIn: 'keychain' });
    },
    async set(account, secret) {
      if (!(await keychain.isAvailable())) {
        session.set(account, secret);
        return { keptIn: 'session' };
      }
      const stored = await keychain.set(account, secret);
      if (stored.ok) {
        session.delete(account);
        return { keptIn: 'keychain' };
      }
      session.set(account, secret);
      return { keptIn: 'session', refusal: stored.failure };
    },
    async delete(account) {
      session.delete(account);
      return (await keychain.isAvailable()) ? keychain.delete(account) : ok(null);
    },
  };
}
