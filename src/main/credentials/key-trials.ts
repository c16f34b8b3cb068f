import { type Failure, fail, ok, type Result, toFailure } from '../../shared/contract/errors.ts';
import type { Manifest } from '../../shared/contract/extensions/manifest.ts';
import type { CredentialQuestion, RequestQueue, TakenRequest } from './request-queue.ts';

/**
 * A sign-in of one provider. During it a typed key is a candidate in memory: the extension tries it, and only a key
 * that it accepts is stored. The key stored before stays until then.
 */
export interface KeyTrial {
  readonly manifest: Manifest;
  readonly providerId: string;
  /** Variables that the person chose to decide on later. */
  readonly putOff: Set<string>;
  /** Why the stored key could not be read, if the extension asked for it. */
  unreadable: Failure | null;
  /** undefined: no key is being tried. */
  candidate(): string | undefined;
  /** Shows the key dialog with the manifest's texts, or waits for another answer in the dialog that is open. */
  ask(signal: AbortSignal): Promise<boolean>;
  /** Takes a typed answer. Settles when it was accepted and stored, or refused. */
  take(taken: TakenRequest, secret: string): Promise<Result<null>>;
  /**
   * Whether the key asked for was given before, which answers the request; the next request asks again.
   */
  isGivenAlready(): boolean;
  /**
   * The extension asks for a key while one is tried. From `authenticate` this means that the key was refused; but it
   * may come from a stream, which cannot be told apart. So the outcome is awaited for a moment; then the dialog takes
   * another answer, and the key is still stored if it is accepted later.
   */
  askedAgain(): void;
  /** The extension stores a key itself, such as a token obtained with the typed one: it becomes the candidate. */
  hold(secret: string): void;
  /** The extension deleted the candidate; the trial continues until it reports why. */
  drop(): void;
  /** The person cancels. */
  cancel(): void;
  /** The sign-in succeeded: stores the candidate and closes the dialog. On failure nothing was stored. */
  accept(): Promise<Result<null>>;
  /** @returns whether a key was tried, so that the dialog stays open for another one */
  refuse(failure: Failure): boolean;
  /** Drops the candidate and closes the dialog, unless the candidate is already being stored. */
  close(failure: Failure): void;
}

export interface KeyTrialsDeps {
  readonly requests: RequestQueue;
  /** Content of the dialog when the app itself asks. */
  question(manifest: Manifest, providerId: string): CredentialQuestion;
  keep(manifest: Manifest, providerId: string, secret: string): Promise<void>;
  /** Called when a sign-in of the extension has ended. */
  onClosed(extensionId: string): void;
  /** Timeout of the outcome when the extension asks again, in ms. */
  readonly askedAgainMs: number;
}

export type KeyTrials = ReturnType<typeof createKeyTrials>;

/** An answer whose dialog is still open. */
interface Typed {
  readonly taken: TakenRequest;
  readonly answer: (result: Result<null>) => void;
  /** It was refused provisionally: the dialog takes another answer. */
  isReopened: boolean;
}

const ended = (): Result<never> => fail('cancelled', 'This request has ended. Nothing was stored.');

export function createKeyTrials({ requests, question, keep, onClosed, askedAgainMs }: KeyTrialsDeps) {
  const open = new Set<KeyTrial>();
  const those = (extensionId: string, providerId: string): KeyTrial[] =>
    [...open].filter((trial) => trial.manifest.id === extensionId && trial.providerId === providerId);

  /** @param onCancelled called when the person cancels */
  function createTrial(manifest: Manifest, providerId: string, onCancelled: () => void): KeyTrial {
    const name = manifest.language_model_providers[providerId]?.name ?? providerId;
    let candidate: string | null = null;
    let typed: Typed | null = null;
    let isKeeping = false;
    let isGivenFirst = false;
    let patience: NodeJS.Timeout | undefined;

    const no = (sentence: string): Failure => ({
      code: 'provider-auth',
      message: `${name} ${sentence}`,
      extensionId: manifest.id,
    });

    function reopen(failure: Failure): void {
      clearTimeout(patience);
      patience = undefined;
      if (!typed || typed.isReopened) return;
      typed.isReopened = true;
      typed.taken.reopen();
      typed.answer({ ok: false, failure });
    }

    function end(isGiven: boolean, result: Result<null>): void {
      // Once only: another sign-in of the same provider may be in progress.
      if (!open.delete(trial)) return;
      clearTimeout(patience);
      const last = typed;
      typed = null;
      candidate = null;
      last?.taken.settle(isGiven);
      last?.answer(result);
      if (those(manifest.id, providerId).length === 0) requests.withdraw(manifest.id, providerId);
      onClosed(manifest.id);
    }

    const trial: KeyTrial = {
      manifest,
      providerId,
      putOff: new Set(),
      unreadable: null,
      candidate: () => candidate ?? undefined,
      async ask(signal) {
        isGivenFirst = await requests.ask(question(manifest, providerId), signal);
        return isGivenFirst;
      },
      take: (taken, secret) =>
        new Promise((resolve) => {
          candidate = secret;
          typed = { taken, answer: resolve, isReopened: false };
          // If the request ends otherwise, as when the extension is gone, the trial of this key ends too.
          taken.give(() => {
            typed = null;
            candidate = null;
            resolve(ended());
          });
        }),
      isGivenAlready() {
        const isGiven = isGivenFirst && candidate !== null;
        isGivenFirst = false;
        return isGiven;
      },
      askedAgain() {
        if (isKeeping || !typed || typed.isReopened) return;
        const refused = () => reopen(no('did not accept this key. Check it, or enter another one.'));
        if (candidate === null) refused();
        else patience ??= setTimeout(refused, askedAgainMs);
      },
      hold(secret) {
        candidate = secret;
      },
      drop() {
        candidate = null;
      },
      cancel: onCancelled,
      async accept() {
        if (!open.has(trial)) return ended();
        let result: Result<null> = ok(null);
        isKeeping = true;
        clearTimeout(patience);
        typed?.taken.seal();
        if (candidate !== null) {
          try {
            await keep(manifest, providerId, candidate);
          } catch (thrown) {
            result = { ok: false, failure: toFailure(thrown) };
          }
        } else if (typed) {
          result = { ok: false, failure: no('did not keep this key. Nothing was stored.') };
        }
        end(result.ok, result);
        return result;
      },
      refuse(failure) {
        const wasTried = typed !== null;
        isGivenFirst = false;
        reopen(failure);
        typed = null;
        candidate = null;
        return wasTried;
      },
      close(failure) {
        if (!isKeeping) end(false, { ok: false, failure });
      },
    };
    open.add(trial);
    return trial;
  }

  return {
    open: createTrial,
    find: (extensionId: string, providerId: string) => those(extensionId, providerId).at(-1),
    /** The sign-ins of an extension in progress, latest first. */
    of: (extensionId: string): readonly KeyTrial[] =>
      [...open].filter(({ manifest }) => manifest.id === extensionId).toReversed(),
  };
}
