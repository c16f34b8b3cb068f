import { type Failure, fail, ok, type Result } from '../../shared/contract/errors.ts';
import type { Manifest } from '../../shared/contract/manifest.ts';
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
  /** The extension asks anew while a key is tried, so that one was no good. */
  askedAgain(): void;
  /** The extension deleted what it tries; it goes on, and will say why. */
  drop(): void;
  /** The person gives up. */
  cancel(): void;
  /** The extension is content: the candidate is kept, and the dialog goes. */
  accept(): Promise<void>;
  /** @returns whether a key was tried, so that the dialog stays up for another one */
  refuse(failure: Failure): boolean;
  /** Ends it: the candidate is dropped, and the dialog goes. */
  close(failure: Failure): void;
}

export interface KeyTrialsDeps {
  readonly requests: RequestQueue;
  /** What the dialog says when it is not the extension that asks. */
  question(manifest: Manifest, providerId: string): CredentialQuestion;
  keep(manifest: Manifest, providerId: string, secret: string): Promise<void>;
  /** A sign-in of the extension is over. */
  onClosed(extensionId: string): void;
}

export interface KeyTrials {
  /** @param onCancelled the person gave up */
  open(manifest: Manifest, providerId: string, onCancelled: () => void): KeyTrial;
  find(extensionId: string, providerId: string): KeyTrial | undefined;
  /** The sign-ins of an extension that go on, the latest first. */
  of(extensionId: string): readonly KeyTrial[];
}

interface Tried {
  /** null: the extension deleted it, or stored another in its place. */
  secret: string | null;
  readonly taken: TakenRequest;
  readonly answer: (result: Result<null>) => void;
}

const ended = (): Result<never> => fail('cancelled', 'This request has ended. Nothing was stored.');

export function createKeyTrials({ requests, question, keep, onClosed }: KeyTrialsDeps): KeyTrials {
  const open = new Set<KeyTrial>();

  function createTrial(manifest: Manifest, providerId: string, onCancelled: () => void): KeyTrial {
    let tried: Tried | null = null;

    /** The dialog waits for another answer. */
    function refuse(failure: Failure): boolean {
      if (!tried) return false;
      const { taken, answer } = tried;
      tried = null;
      taken.reopen();
      answer({ ok: false, failure });
      return true;
    }

    function end(isGiven: boolean, result: Result<null>): void {
      // Once: another sign-in of the same provider may be under way.
      if (!open.delete(trial)) return;
      const last = tried;
      tried = null;
      last?.taken.settle(isGiven);
      last?.answer(result);
      requests.withdraw(manifest.id, providerId);
      onClosed(manifest.id);
    }

    const trial: KeyTrial = {
      manifest,
      providerId,
      putOff: new Set(),
      unreadable: null,
      candidate: () => tried?.secret ?? undefined,
      ask: (signal) => requests.ask(question(manifest, providerId), signal),
      take: (taken, secret) =>
        new Promise((resolve) => {
          tried = { secret, taken, answer: resolve };
          // Whoever ends the request under it, as when the extension is gone, ends the trial of this key.
          taken.give(() => {
            tried = null;
            resolve(ended());
          });
        }),
      askedAgain() {
        const name = manifest.language_model_providers[providerId]?.name ?? providerId;
        refuse({
          code: 'provider-auth',
          message: `${name} did not accept this key. Check it, or enter another one.`,
          extensionId: manifest.id,
        });
      },
      drop() {
        if (tried) tried.secret = null;
      },
      cancel: onCancelled,
      async accept() {
        try {
          if (tried && tried.secret !== null) await keep(manifest, providerId, tried.secret);
        } catch (thrown) {
          end(false, ended());
          throw thrown;
        }
        end(true, ok(null));
      },
      refuse,
      close: (failure) => end(false, { ok: false, failure }),
    };
    open.add(trial);
    return trial;
  }

  return {
    open: createTrial,
    find: (extensionId, providerId) =>
      [...open].find((trial) => trial.manifest.id === extensionId && trial.providerId === providerId),
    of: (extensionId) => [...open].filter(({ manifest }) => manifest.id === extensionId).toReversed(),
  };
}
