import pLimit from 'p-limit';
import { FailureError, fail, ok, type Result, resultOf } from '../../shared/contract/errors.ts';
import { usualDeadlines } from '../deadlines.ts';
import type { SecretStore } from './secret-store.ts';

/** The service name of every entry of ours in the system's keychain. */
export const keychainService = 'Outrigger';

export interface Keychain extends SecretStore {
  /** Whether the system's keychain answers, by a real look-up. One that did not is asked again after a while. */
  isAvailable(): Promise<boolean>;
  /**
   * Whether it takes entries at the moment, by writing one and removing it; the person may be asked to unlock it. A
   * locked keychain that stays locked gives out nothing and removes nothing, and says in neither case that this is why.
   */
  isOpen(): Promise<boolean>;
  /**
   * Whether a call is in the native module at this moment. A process with such a call does not exit by itself, because
   * the thread is waited for: whoever quits the app ends the process by a signal then.
   */
  isBusy(): boolean;
  /** Takes no more calls. Resolves when those made so far have left the native module, which may be never. */
  close(): Promise<void>;
}

export interface KeychainOptions {
  /** How long the first look-up may take, in ms. It looks for an entry that is never there, so nothing is unlocked. */
  probeDeadlineMs?: number;
  /** How long any other call may take, in ms: a prompt for the keyring's password may be up. */
  deadlineMs?: number;
  /** How long a keychain that did not answer is left alone, in ms. */
  retryMs?: number;
}

const loadKeytar = async () => (await import('keytar')).default;
type Keytar = Awaited<ReturnType<typeof loadKeytar>>;

const noAnswer = 'The system keychain is not responding. It may be waiting for its password.';

/**
 * The system's keychain by keytar, which is loaded on first use: start-up does not pay for it, and a native module
 * that is missing is a failure of the call. Calls run one after the other, because each one that hangs holds a thread
 * of the pool that files need too; while one hangs, the others fail at once.
 */
export function createKeychain({
  probeDeadlineMs = usualDeadlines.keychain.probeMs,
  deadlineMs = 120_000,
  retryMs = 5_000,
}: KeychainOptions = {}): Keychain {
  const oneAtATime = pLimit(1);
  let running = 0;
  /** Calls that were given up on and have not left the native module. */
  let hanging = 0;
  let isClosed = false;

  async function inTurn<T>(work: (keytar: Keytar) => Promise<T>, limitMs: number): Promise<Result<T>> {
    if (isClosed) return fail('cancelled', 'The app is closing.');
    if (hanging > 0) return fail('timeout', noAnswer);
    let isRunning = false;
    let isExpired = false;
    const run = oneAtATime(async () => {
      // What was given up on must not happen later: the caller has already done something else instead.
      if (isExpired) throw new Error('given up');
      running += 1;
      isRunning = true;
      try {
        return await work(await loadKeytar());
      } finally {
        running -= 1;
        isRunning = false;
        if (isExpired) hanging -= 1;
      }
    });
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isExpired = true;
        if (isRunning) hanging += 1;
        reject(
          new FailureError({
            code: 'timeout',
            message: `The system keychain did not answer within ${Math.ceil(limitMs / 1000)} s.`,
          }),
        );
      }, limitMs);
    });
    return resultOf(() => Promise.race([run, expired])).finally(() => clearTimeout(timer));
  }

  /** undefined: nothing is known, or not any more. */
  let answers: boolean | undefined;
  let refusedAt = 0;
  let probing: Promise<boolean> | undefined;

  async function probe(): Promise<boolean> {
    answers = false;
    await inTurn(async (keytar) => {
      await keytar.getPassword(keychainService, 'availability');
      // A late answer counts too.
      answers = true;
    }, probeDeadlineMs);
    refusedAt = performance.now();
    return answers;
  }

  /** A call of the app: what it failed with may be that the keychain is gone. */
  async function ask<T>(work: (keytar: Keytar) => Promise<T>): Promise<Result<T>> {
    const result = await inTurn(work, deadlineMs);
    if (!result.ok && answers) answers = undefined;
    return result;
  }

  return {
    isBusy: () => running > 0,
    async close() {
      isClosed = true;
      await oneAtATime(() => {});
    },
    async isAvailable() {
      if (probing) return probing;
      if (answers === true) return true;
      if (answers === false && performance.now() - refusedAt < retryMs) return false;
      probing = probe().finally(() => {
        probing = undefined;
      });
      return probing;
    },
    async isOpen() {
      const result = await ask(async (keytar) => {
        await keytar.setPassword(keychainService, 'unlocked', 'yes');
        await keytar.deletePassword(keychainService, 'unlocked');
      });
      return result.ok;
    },
    async get(account) {
      const result = await ask((keytar) => keytar.getPassword(keychainService, account));
      if (result.ok) return result;
      return fail('credential-missing', `The system keychain could not be read. ${unchanged(result.failure.code)}`, {
        detail: result.failure.message,
      });
    },
    async set(account, secret) {
      const result = await ask((keytar) => keytar.setPassword(keychainService, account, secret));
      if (result.ok) return ok(null);
      return fail('credential-store', 'The system keychain did not accept the key.', {
        detail: result.failure.message,
      });
    },
    async delete(account) {
      const result = await ask((keytar) => keytar.deletePassword(keychainService, account));
      if (result.ok) return result;
      return fail('credential-remove', 'The key could not be removed from the system keychain. It is still there.', {
        detail: result.failure.message,
      });
    },
  };
}

/** The library in between does not find a keyring again that ended and was started anew. */
const unchanged = (code: string): string =>
  code === 'timeout'
    ? 'It is not responding and may be waiting for its password. The keys in it are unchanged.'
    : 'The keys in it are unchanged. If the keyring was restarted, restart the app to use it.';
