import { agent } from '../threads/agent.ts';
import { focusComposer } from './focus.ts';

let put: ((words: string) => void) | null = null;

/** @param insertion puts words where the cursor is; null: the composer is gone */
export const setInsertion = (insertion: ((words: string) => void) | null): void => {
  put = insertion;
};

/** Puts words into the message where its cursor is, and gives it the keyboard. */
export function insertIntoComposer(words: string): void {
  const { draft } = agent.thread();
  if (put) put(words);
  else agent.setDraft(draft === '' ? `${words} ` : `${draft.trimEnd()} ${words} `);
  focusComposer();
}
