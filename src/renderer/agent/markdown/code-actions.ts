import { createContext } from 'react';

/** What can be done with the code of an answer, beside copying it. */
export interface CodeActions {
  /** Puts it at the cursor of the document in front. */
  insert(code: string): void;
  /** Shows what it would change in a file, and changes it when the person agrees. @param path that the code names; absent: they choose */
  apply(code: string, path: string | undefined): void;
}

/** null: code can only be copied. */
export const CodeActionsContext = createContext<CodeActions | null>(null);
