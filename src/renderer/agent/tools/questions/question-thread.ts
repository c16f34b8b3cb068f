import { createContext } from 'react';

/** The thread that a question is of, where that is not the shown one. */
export const QuestionThread = createContext<string | null>(null);
