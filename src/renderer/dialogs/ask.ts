import { create } from 'zustand';

export interface AskAction {
  readonly id: string;
  readonly label: string;
  /** `primary` answers Enter; `danger` loses data. */
  readonly kind?: 'primary' | 'danger' | undefined;
}

export interface AppQuestion {
  readonly title: string;
  /** The consequences, and what is kept; line breaks are preserved. */
  readonly text: string;
  readonly actions: readonly AskAction[];
}

export interface OpenQuestion extends AppQuestion {
  readonly number: number;
  answer(actionId: string | null): void;
}

/** Questions that wait; the first one is shown. */
export const useQuestions = create<{ readonly questions: readonly OpenQuestion[] }>(() => ({ questions: [] }));

let lastNumber = 0;

/**
 * Asks a question in a dialog, after those that were asked before.
 * @returns the id of the chosen action; null when the dialog was left with Esc
 */
export function ask(question: AppQuestion): Promise<string | null> {
  return new Promise((resolve) => {
    const number = ++lastNumber;
    const answer = (actionId: string | null) => {
      useQuestions.setState(({ questions }) => ({ questions: questions.filter((other) => other.number !== number) }));
      resolve(actionId);
    };
    useQuestions.setState(({ questions }) => ({ questions: [...questions, { ...question, number, answer }] }));
  });
}
