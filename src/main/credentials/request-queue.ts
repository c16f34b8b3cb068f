import type { CredentialRequest } from '../../shared/contract/credential.ts';
import { PendingQuestions } from '../questions/pending-questions.ts';

/** A request for a key before it has an id and a place to be kept. */
export type CredentialQuestion = Omit<CredentialRequest, 'id' | 'keptIn'>;

interface Pending {
  readonly question: CredentialQuestion;
  /** Set when it is on screen. */
  request?: CredentialRequest;
  /** What was typed is tried or stored; no other answer is taken meanwhile. */
  isTaken: boolean;
  /** What was typed is being stored, so that nothing but the outcome ends it. */
  isSealed: boolean;
  /** The dialog is gone; the outcome may be on its way still. */
  isHidden?: boolean;
  /** Called when it ends while it is taken. */
  onEnded?: (() => void) | undefined;
}

export interface RequestQueueEffects {
  destination(): Promise<CredentialRequest['keptIn']>;
  show(request: CredentialRequest): void;
  ended(requestId: string): void;
  newId(): string;
}

/** An answer was typed, and what becomes of it is not known yet. */
export interface TakenRequest {
  readonly question: CredentialQuestion;
  /** Whoever waits goes on with what was typed; the request stays on screen. */
  give(onEnded: () => void): void;
  /** It was no good: the request waits for another answer. */
  reopen(): void;
  /** What was typed is being stored: from here on nothing but `settle` ends it. */
  seal(): void;
  /** Ends the request. */
  settle(isGiven: boolean): void;
}

export type RequestQueue = ReturnType<typeof createRequestQueue>;

/** One dialog at a time, first come first served, one question for each provider. */
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
    // It may have been withdrawn, or shown by another call, while the keychain was asked.
    if (queue.all[0] !== first || first.request) return;
    first.request = { ...first.question, id: effects.newId(), keptIn };
    effects.show(first.request);
  }

  /** Takes the dialog away, once. */
  function hide(pending: Pending): void {
    if (!pending.request || pending.isHidden) return;
    pending.isHidden = true;
    effects.ended(pending.request.id);
  }

  const shown = (requestId: string) => queue.find(({ request }) => request?.id === requestId);

  return {
    /**
     * Waits for the person. Joins the pending question about the same provider.
     * @param signal withdraws this caller; a question that nobody waits for any more is withdrawn
     * @returns false when cancelled or withdrawn
     */
    async ask(question: CredentialQuestion, signal: AbortSignal) {
      const isSame = ({ question: { extensionId, providerId } }: Pending) =>
        extensionId === question.extensionId && providerId === question.providerId;
      const pending = queue.find(isSame) ?? { question, isTaken: false, isSealed: false };
      return (await queue.ask(pending, signal)) ?? false;
    },
    /** Takes the request that is on screen for answering. `taken`: an earlier answer is tried; null: it has ended. */
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
     * The person cancelled the request, also while an answer is tried. null: it has ended.
     * `isSealed`: too late for that; only the dialog goes.
     */
    cancel(requestId: string) {
      const first = shown(requestId);
      if (!first) return null;
      const { question, isSealed } = first;
      if (isSealed) hide(first);
      else queue.end(first, false);
      return { question, isSealed };
    },
    /** Ends the questions of an extension, or of one provider of it, as not given. */
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
