import { FailureError, fail, ok, type Result, toFailure } from '../../shared/contract/errors.ts';
import type { SecretStore } from './secret-store.ts';

/** The service name of every entry of ours in the system's keychain. */
export const keychainService = 'Outrigger';

export interface Keychain extends SecretStore {
  /** Whether the system's keychain answers. Asked once by a real look-up; a late answer still counts. */
  isAvailable(): Promise<boolean>;
  /**
   * Whether a call is in the native module at this moment. A process with such a call does not exit by itself, because
   * the thread is waited for: whoever quits the app ends the process by a signal then.
   */
  isBusy(): boolean;
  /** Resolves when the calls made so far have left the native module, which may be never. */
  idle(): Promise<void>;
}

export interface KeychainOptions {
  /** How long the first look-up may take, in ms. It looks for an entry that is never there, so nothing is unlocked. */
  probeDeadlineMs?: number;
  /** How long any other call may take, in ms: a prompt for the keyring's password may be up. */
  deadlineMs?: number;
}

const loadKeytar = async () => (await import('keytar')).default;
type Keytar = Awaited<ReturnType<typeof loadKeytar>>;

/**
 * The system's keychain by keytar, which is loaded on first use: start-up does not pay for it, and a native module
 * that is missing is a failure of the call. Calls run one after the other, because each one that hangs holds a thread
 * of the pool that files need too.
 */
export function createKeychain({ probeDeadlineMs = 10_000, deadlineMs = 120_000 }: KeychainOptions = {}): Keychain {
  let last: Promise<unknown> = Promise.resolve();
  let running = 0;

  async function inTurn<T>(work: (keytar: Keytar) => Promise<T>, limitMs: number): Promise<Result<T>> {
    let isExpired = false;
    const run = last.then(async () => {
      // What was given up on must not happen later: the caller has already done something else instead.
      if (isExpired) throw new Error('given up');
      running += 1;
      try {
        return await work(await loadKeytar());
      } finally {
        running -= 1;
      }
    });
    last = run.catch(() => {});
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isExpired = true;
        reject(
          new FailureError({
            code: 'timeout',
            message: `The system keychain did not answer within ${Math.ceil(limitMs / 1000)} s.`,
          }),
        );
      }, limitMs);
    });
    try {
      return ok(await Promise.race([run, expired]));
    } catch (thrown) {
      return { ok: false, failure: toFailure(thrown) };
    } finally {
      clearTimeout(timer);
    }
  }

  let available: Promise<boolean> | undefined;
  let hasAnswered = false;
  function probe(): Promise<boolean> {
    return inTurn(async (keytar) => {
      await keytar.getPassword(keychainService, 'availability');
      hasAnswered = true;
    }, probeDeadlineMs).then((result) => result.ok);
  }

  return {
    isBusy: () => running > 0,
    idle: () => last.then(() => undefined),
    async isAvailable() {
      available ??= probe();
      return (await available) || hasAnswered;
    },
    async get(account) {
      const result = await inTurn((keytar) => keytar.getPassword(keychainService, account), deadlineMs);
      if (result.ok) return result;
      return fail('credential-missing', 'The system keychain could not be read. The keys in it are unchanged.', {
        detail: result.failure.message,
      });
    },
    async set(account, secret) {
      const result = await inTurn((keytar) => keytar.setPassword(keychainService, account, secret), deadlineMs);
      if (result.ok) return ok(null);
      return fail('credential-store', 'The system keychain did not take the key.', { detail: result.failure.message });
    },
    async delete(account) {
      const result = await inTurn((keytar) => keytar.deletePassword(keychainService, account), deadlineMs);
      if (result.ok) return ok(null);
      return fail('credential-remove', 'The key could not be removed from the system keychain. It is still there.', {
        detail: result.failure.message,
      });
    },
  };
}
