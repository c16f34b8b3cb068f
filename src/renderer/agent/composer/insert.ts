import { agent } from '../threads/agent.ts';
import { focusComposer } from './focus.ts';

let put: ((words: string) => void) | null = null;

/** @param insertion inserts words at the cursor; null: the composer is unmounted */
export const setInsertion = (insertion: ((words: string) => void) | null): void => {
  put = insertion;
};

/** Inserts words at the cursor of the message, and focuses it. */
export function insertIntoComposer(words: string): void {
  const { draft } = agent.thread();
  if (put) put(words);
  else agent.setDraft(draft === '' ? `${words} ` : `${draft.trimEnd()} ${words} `);
  focusComposer();
}
