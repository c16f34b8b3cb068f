const firstPauseMs = 1_000;
const longestPauseMs = 60_000;
/** Milliseconds after which a cancel is forgotten. */
const memoryMs = 5 * 60_000;

export interface QuestionPauses {
  isPaused(extensionId: string): boolean;
  cancelled(extensionId: string): void;
  /** The person answered: the questions are welcome. */
  answered(extensionId: string): void;
}

/**
 * Keeps an extension that asks again and again from holding the person up. One cancel is an answer like others; from
 * the second in a row on, each is followed by a pause, twice as long as the one before.
 * @param now in milliseconds
 */
export function createQuestionPauses(now: () => number): QuestionPauses {
  const cancels = new Map<string, { inARow: number; lastAt: number; until: number }>();
  return {
    isPaused: (extensionId) => now() < (cancels.get(extensionId)?.until ?? 0),
    cancelled(extensionId) {
      const lastAt = now();
      const before = cancels.get(extensionId);
      const inARow = before && lastAt - before.lastAt < memoryMs ? before.inARow + 1 : 1;
      const pauseMs = inARow === 1 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (inARow - 2));
      cancels.set(extensionId, { inARow, lastAt, until: lastAt + pauseMs });
    },
    answered: (extensionId) => void cancels.delete(extensionId),
  };
}
