import type { QuestionAnswer } from '../../../../shared/contract/question.ts';
import { createKeyedLimit } from '../keyed-limit.ts';

/** Calls that wait for the same answer: two hundred handlers of a script may. */
const maxWaiting = 500;

/** Something that a person may let an extension do, once, or for good. */
export interface Asking {
  /** Who asks for what: the same key is asked about once. */
  readonly key: string;
  /** Whether the person has allowed it for good. */
  isKept(): boolean;
  /** `allow`, `always` or `deny`; null: they have put it off. */
  ask(): Promise<QuestionAnswer>;
  /** Stores that they always allow it. */
  keep(): Promise<void>;
}

/** What a person has answered: it holds until the app ends, and what they always allow until they take it back. */
export function createStandingAnswers() {
  const answers = new Map<string, boolean>();
  const oneAtATime = createKeyedLimit(1, maxWaiting);
  return {
    /** undefined: there is none. */
    of: (key: string): boolean | undefined => answers.get(key),
    /**
     * Asks unless it is answered.
     * @returns whether the person allows it
     */
    permits: ({ key, isKept, ask, keep }: Asking, signal: AbortSignal): Promise<boolean> =>
      oneAtATime.take(key, signal, async () => {
        // Answered meanwhile.
        if (isKept()) return true;
        const answered = answers.get(key);
        if (answered !== undefined) return answered;
        const answer = await ask();
        if (answer === 'always') await keep();
        else if (answer !== null) answers.set(key, answer === 'allow');
        return answer === 'allow' || answer === 'always';
      }),
  };
}
