import type { CredentialRequest } from '../../shared/contract/credential.ts';
import { PendingQuestions } from '../questions/pending-questions.ts';

/** A request for a key before it has an id and a storage location. */
export type CredentialQuestion = Omit<CredentialRequest, 'id' | 'keptIn'>;

interface Pending {
  readonly question: CredentialQuestion;
  /** Set once it is shown. */
  request?: CredentialRequest;
  /** An answer is being tried or stored; no other one is accepted. */
  isTaken: boolean;
  /** The answer is being stored, so that only the outcome ends the request. */
  isSealed: boolean;
  /** The dialog is closed; the outcome may be pending. */
  isHidden?: boolean;
  /** Called when the request ends while an answer is tried. */
  onEnded?: (() => void) | undefined;
}

export interface RequestQueueEffects {
  destination(): Promise<CredentialRequest['keptIn']>;
  show(request: CredentialRequest): void;
  ended(requestId: string): void;
  newId(): string;
}

/** A request with a typed answer whose outcome is open. */
export interface TakenRequest {
  readonly question: CredentialQuestion;
  /** Resumes the callers with the answer; the request stays open. */
  give(onEnded: () => void): void;
  /** The answer was refused: the request waits for another one. */
  reopen(): void;
  /** The answer is being stored: only `settle` ends the request now. */
  seal(): void;
  settle(isGiven: boolean): void;
}

export type RequestQueue = ReturnType<typeof createRequestQueue>;

/** Shows one dialog at a time, first come first served, with one question per provider. */
export function createRequestQueue(effects: RequestQueueEffects) {
  const queue = new PendingQuestions<Pending, boolean>({
    onAsked: () => void showFirst(),
    onEnded(pending) {
      hide(pending);
      pending.onEnded?.();
      void showFirst();
    },
    isKept: ({ isTaken }) => isTaken,
  });

  async function showFirst(): Promise<void> {
    const [first] = queue.all;
    if (!first || first.request) return;
    const keptIn = await effects.destination();
    // It may have been withdrawn or shown while the keychain was queried.
    if (queue.all[0] !== first || first.request) return;
    first.request = { ...first.question, id: effects.newId(), keptIn };
    effects.show(first.request);
  }

  /** Closes the dialog, once. */
  function hide(pending: Pending): void {
    if (!pending.request || pending.isHidden) return;
    pending.isHidden = true;
    effects.ended(pending.request.id);
  }

  const shown = (requestId: string) => queue.find(({ request }) => request?.id === requestId);

  return {
    /**
     * Waits for the person. Joins a pending question about the same provider.
     * @param signal withdraws this caller; a question without callers is withdrawn
     * @returns false when cancelled or withdrawn
     */
    async ask(question: CredentialQuestion, signal: AbortSignal) {
      const isSame = ({ question: { extensionId, providerId } }: Pending) =>
        extensionId === question.extensionId && providerId === question.providerId;
      const pending = queue.find(isSame) ?? { question, isTaken: false, isSealed: false };
      return (await queue.ask(pending, signal)) ?? false;
    },
    /** Claims the shown request for an answer. `taken`: an earlier answer is being tried; null: the request is over. */
    take(requestId: string): TakenRequest | 'taken' | null {
      const first = shown(requestId);
      if (!first) return null;
      if (first.isTaken) return 'taken';
      first.isTaken = true;
      return {
        question: first.question,
        give(onEnded) {
          first.onEnded = onEnded;
          queue.release(first, true);
        },
        reopen() {
          first.isTaken = false;
          first.onEnded = undefined;
        },
        seal() {
          first.isTaken = true;
          first.isSealed = true;
        },
        settle(isGiven) {
          first.onEnded = undefined;
          queue.end(first, isGiven);
        },
      };
    },
    /**
     * Cancels the request for the person, also while an answer is tried. null: it has ended.
     * `isSealed`: too late for that; only the dialog is closed.
     */
    cancel(requestId: string) {
      const first = shown(requestId);
      if (!first) return null;
      const { question, isSealed } = first;
      if (isSealed) hide(first);
      else queue.end(first, false);
      return { question, isSealed };
    },
    /** Ends the questions of an extension, or of one of its providers, without an answer. */
    withdraw(extensionId: string, providerId?: string) {
      queue.withdraw(
        ({ question, isSealed }) =>
          !isSealed &&
          question.extensionId === extensionId &&
          (providerId === undefined || question.providerId === providerId),
      );
    },
  };
}
