import { type Failure, fail, ok, type Result, toFailure } from '../../shared/contract/errors.ts';
import type { Manifest } from '../../shared/contract/extensions/manifest.ts';
import type { CredentialQuestion, RequestQueue, TakenRequest } from './request-queue.ts';

/**
 * A sign-in of one provider. While it goes on a key that is typed is a candidate in memory: the extension tries it, and
 * only what it accepts is kept. What was there before stays until then.
 */
export interface KeyTrial {
  readonly manifest: Manifest;
  readonly providerId: string;
  /** Variables of which the person wanted to decide later. */
  readonly putOff: Set<string>;
  /** Why the key that is kept could not be read, if the extension asked for it. */
  unreadable: Failure | null;
  /** undefined: none is being tried. */
  candidate(): string | undefined;
  /** Puts the dialog before the person, in the words of the manifest, or waits for another answer to the one that is up. */
  ask(signal: AbortSignal): Promise<boolean>;
  /** An answer was typed. Settles when it was accepted and kept, or refused. */
  take(taken: TakenRequest, secret: string): Promise<Result<null>>;
  /**
   * The extension asks for a key that the person gave before it did, which is its answer; the next time it asks anew.
   */
  isGivenAlready(): boolean;
  /**
   * The extension asks for a key while one is tried. What is being authenticated asks anew when that one was no good; but
   * a stream may ask too, and nobody can tell which it was. So the outcome is awaited for a moment; then the dialog takes
   * another answer, and the key is kept all the same if it is accepted yet.
   */
  askedAgain(): void;
  /** The extension stores a key itself, such as a token for the one that was typed: that is tried in its place. */
  hold(secret: string): void;
  /** The extension deleted what it tries; it goes on, and will say why. */
  drop(): void;
  /** The person gives up. */
  cancel(): void;
  /** The extension is content: the candidate is kept, and the dialog goes. A failure: nothing was stored. */
  accept(): Promise<Result<null>>;
  /** @returns whether a key was tried, so that the dialog stays up for another one */
  refuse(failure: Failure): boolean;
  /** Ends it: the candidate is dropped, and the dialog goes. Too late for that while it is being stored. */
  close(failure: Failure): void;
}

export interface KeyTrialsDeps {
  readonly requests: RequestQueue;
  /** What the dialog says when it is not the extension that asks. */
  question(manifest: Manifest, providerId: string): CredentialQuestion;
  keep(manifest: Manifest, providerId: string, secret: string): Promise<void>;
  /** A sign-in of the extension is over. */
  onClosed(extensionId: string): void;
  /** How long the outcome is awaited when the extension asks again, in ms. */
  readonly askedAgainMs: number;
}

export type KeyTrials = ReturnType<typeof createKeyTrials>;

/** An answer whose dialog is up. */
interface Typed {
  readonly taken: TakenRequest;
  readonly answer: (result: Result<null>) => void;
  /** It was answered for the time being: the dialog takes another one. */
  isReopened: boolean;
}

const ended = (): Result<never> => fail('cancelled', 'This request has ended. Nothing was stored.');

export function createKeyTrials({ requests, question, keep, onClosed, askedAgainMs }: KeyTrialsDeps) {
  const open = new Set<KeyTrial>();
  const those = (extensionId: string, providerId: string): KeyTrial[] =>
    [...open].filter((trial) => trial.manifest.id === extensionId && trial.providerId === providerId);

  /** @param onCancelled the person gave up */
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
      // Once: another sign-in of the same provider may be under way.
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
          // Whoever ends the request under it, as when the extension is gone, ends the trial of this key.
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
    /** The sign-ins of an extension that go on, the latest first. */
    of: (extensionId: string): readonly KeyTrial[] =>
      [...open].filter(({ manifest }) => manifest.id === extensionId).toReversed(),
  };
}
