export interface PendingQuestionsOptions<Q> {
  onAsked?(question: Q): void;
  /** It was answered or withdrawn, and is no longer pending. */
  onEnded?(question: Q): void;
  /** Whether it stays when nobody waits for it any more. */
  isKept?(question: Q): boolean;
}

/** Questions that wait for an answer, in the order in which they were asked. Each ends once, answered or withdrawn. */
export class PendingQuestions<Q extends object, A> {
  readonly #waiters = new Map<Q, Set<(answer: A | null) => void>>();
  readonly #options: PendingQuestionsOptions<Q>;

  constructor(options: PendingQuestionsOptions<Q> = {}) {
    this.#options = options;
  }

  get all(): readonly Q[] {
    return [...this.#waiters.keys()];
  }

  find(isWanted: (question: Q) => boolean): Q | undefined {
    return this.all.find(isWanted);
  }

  has(question: Q): boolean {
    return this.#waiters.has(question);
  }

  /**
   * Asks it, or joins those who wait for it already.
   * @param signal withdraws this caller; a question that nobody waits for is withdrawn
   * @returns null when it was withdrawn
   */
  ask(question: Q, signal?: AbortSignal): Promise<A | null> {
    if (signal?.aborted) return Promise.resolve(null);
    return new Promise((resolve) => {
      const isNew = !this.has(question);
      const waiters = this.#waiters.get(question) ?? new Set();
      const settle = (answer: A | null) => {
        signal?.removeEventListener('abort', leave);
        waiters.delete(settle);
        resolve(answer);
      };
      const leave = () => {
        settle(null);
        if (waiters.size === 0 && !this.#options.isKept?.(question)) this.end(question, null);
      };
      signal?.addEventListener('abort', leave);
      this.#waiters.set(question, waiters.add(settle));
      if (isNew) this.#options.onAsked?.(question);
    });
  }

  /** Whoever waits for it goes on, and it stays pending. */
  release(question: Q, answer: A | null): void {
    for (const settle of this.#waiters.get(question) ?? []) settle(answer);
  }

  /** @param answer null withdraws it */
  end(question: Q | undefined, answer: A | null): void {
    if (!question || !this.has(question)) return;
    this.release(question, answer);
    this.#waiters.delete(question);
    this.#options.onEnded?.(question);
  }

  /** The latest first, so that none comes before the person only to be taken away. */
  withdraw(isGone: (question: Q) => boolean): void {
    for (const question of this.all.filter(isGone).reverse()) this.end(question, null);
  }
}
