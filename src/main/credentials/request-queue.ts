import type { CredentialRequest } from '../../shared/contract/credential.ts';

/** A request for a key before it has an id and a place to be kept. */
export type CredentialQuestion = Omit<CredentialRequest, 'id' | 'keptIn'> & { readonly providerId: string };

interface Pending {
  readonly question: CredentialQuestion;
  readonly waiters: Set<(isGiven: boolean) => void>;
  /** Set when it is on screen. */
  request?: CredentialRequest;
  /** The value is being stored; the dialog is answered and cannot be answered again. */
  isSettling: boolean;
}

export interface RequestQueueEffects {
  destination(): Promise<CredentialRequest['keptIn']>;
  show(request: CredentialRequest): void;
  ended(requestId: string): void;
  newId(): string;
}

export interface RequestQueue {
  /**
   * Waits for the person. Joins the pending question about the same provider.
   * @param signal withdraws this caller; a question that nobody waits for any more is withdrawn
   * @returns false when cancelled or withdrawn
   */
  ask(question: CredentialQuestion, signal: AbortSignal): Promise<boolean>;
  /** Takes the request for answering, once. null: it has ended. */
  take(requestId: string): { question: CredentialQuestion; settle(isGiven: boolean): void } | null;
  /** Ends the questions of an extension, or of one provider of it, as not given. */
  withdraw(extensionId: string, providerId?: string): void;
}

/** One dialog at a time, first come first served, one question for each provider. */
export function createRequestQueue(effects: RequestQueueEffects): RequestQueue {
  const queue: Pending[] = [];

  async function showFirst(): Promise<void> {
    const [first] = queue;
    if (!first || first.request) return;
    const keptIn = await effects.destination();
    // It may have been withdrawn, or shown by another call, while the keychain was asked.
    if (queue[0] !== first || first.request) return;
    const { providerId: _, ...shown } = first.question;
    first.request = { ...shown, id: effects.newId(), keptIn };
    effects.show(first.request);
  }

  function end(pending: Pending, isGiven: boolean): void {
    const place = queue.indexOf(pending);
    if (place < 0) return;
    queue.splice(place, 1);
    if (pending.request) effects.ended(pending.request.id);
    for (const settle of pending.waiters) settle(isGiven);
    void showFirst();
  }

  return {
    ask(question, signal) {
      if (signal.aborted) return Promise.resolve(false);
      let pending = queue.find(
        (one) => one.question.extensionId === question.extensionId && one.question.providerId === question.providerId,
      );
      if (!pending) {
        pending = { question, waiters: new Set(), isSettling: false };
        queue.push(pending);
        void showFirst();
      }
      const { waiters } = pending;
      const joined = pending;
      return new Promise<boolean>((resolve) => {
        const onAbort = () => {
          settle(false);
          if (waiters.size === 0 && !joined.isSettling) end(joined, false);
        };
        const settle = (isGiven: boolean) => {
          signal.removeEventListener('abort', onAbort);
          waiters.delete(settle);
          resolve(isGiven);
        };
        waiters.add(settle);
        signal.addEventListener('abort', onAbort);
      });
    },
    take(requestId) {
      const [first] = queue;
      if (!first || first.request?.id !== requestId || first.isSettling) return null;
      first.isSettling = true;
      return { question: first.question, settle: (isGiven) => end(first, isGiven) };
    },
    withdraw(extensionId, providerId) {
      const gone = queue.filter(
        ({ question }) =>
          question.extensionId === extensionId && (providerId === undefined || question.providerId === providerId),
      );
      for (const pending of gone) end(pending, false);
    },
  };
}
