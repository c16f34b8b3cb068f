import { createContext } from 'react';

/** Actions for the code of an answer, besides copying it. */
export interface CodeActions {
  /** Inserts it at the cursor of the active document. */
  insert(code: string): void;
  /** Previews the change to a file before applying it. @param path named by the code; absent: the person chooses */
  apply(code: string, path: string | undefined): void;
}

/** null: code can only be copied. */
export const CodeActionsContext = createContext<CodeActions | null>(null);
