import pLimit from 'p-limit';
import { FailureError, fail, ok, type Result, resultOf } from '../../shared/contract/errors.ts';
import { usualDeadlines } from '../deadlines.ts';
import type { SecretStore } from './secret-store.ts';

/** Service name of all entries of the app in the system's keychain. */
const keychainService = 'Outrigger';

export interface Keychain extends SecretStore {
  /** Whether the system's keychain answers, by a real look-up. A negative result is kept for a while. */
  isAvailable(): Promise<boolean>;
  /**
   * Whether it is unlocked, by writing and removing an entry; the person may be asked to unlock it. A locked keychain
   * returns no entry and removes none, without an error that says so.
   */
  isOpen(): Promise<boolean>;
  /**
   * Whether a call is inside the native module. A process with such a call does not exit by itself, because exit waits
   * for the thread: to quit, the app must then be ended by a signal.
   */
  isBusy(): boolean;
  /** Refuses further calls. Resolves when the present ones have left the native module, which may be never. */
  close(): Promise<void>;
}

export interface KeychainOptions {
  /** Timeout of the first look-up in ms. It looks up an entry that never exists, so nothing is unlocked. */
  probeDeadlineMs?: number;
  /** Timeout of any other call in ms, during which a prompt for the password may be open. */
  deadlineMs?: number;
  /** Milliseconds before a keychain that did not answer is tried again. */
  retryMs?: number;
}

const loadKeytar = async () => (await import('keytar')).default;
type Keytar = Awaited<ReturnType<typeof loadKeytar>>;

const noAnswer = 'The system keychain is not responding. It may be waiting for its password.';

/**
 * The system's keychain through keytar, loaded on first use, so that it does not slow down the start and a missing
 * native module fails the call only. Calls run one at a time, because a hanging one occupies a thread of the pool that
 * file access needs too; while one hangs, others fail at once.
 */
export function createKeychain({
  probeDeadlineMs = usualDeadlines.keychain.probeMs,
  deadlineMs = 120_000,
  retryMs = 5_000,
}: KeychainOptions = {}): Keychain {
  const oneAtATime = pLimit(1);
  let running = 0;
  /** Calls that timed out and are still inside the native module. */
  let hanging = 0;
  let isClosed = false;

  async function inTurn<T>(work: (keytar: Keytar) => Promise<T>, limitMs: number): Promise<Result<T>> {
    if (isClosed) return fail('cancelled', 'The app is closing.');
    if (hanging > 0) return fail('timeout', noAnswer);
    let isRunning = false;
    let isExpired = false;
    const run = oneAtATime(async () => {
      // A call that timed out must not run later: its caller has already taken another course.
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

  /** undefined: unknown, or no longer known. */
  let answers: boolean | undefined;
  let refusedAt = 0;
  let probing: Promise<boolean> | undefined;

  async function probe(): Promise<boolean> {
    answers = false;
    await inTurn(async (keytar) => {
      await keytar.getPassword(keychainService, 'availability');
      // A late answer is taken too.
      answers = true;
    }, probeDeadlineMs);
    refusedAt = performance.now();
    return answers;
  }

  /** Runs a call; after a failure the availability is unknown again. */
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

/** libsecret does not find a keyring again that was restarted. */
const unchanged = (code: string): string =>
  code === 'timeout'
    ? 'It is not responding and may be waiting for its password. The keys in it are unchanged.'
    : 'The keys in it are unchanged. If the keyring was restarted, restart the app to use it.';
