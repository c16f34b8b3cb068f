import { within } from '../../../shared/bounded.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import { quote } from '../../documents/file-failure.ts';
import { realPathOf } from '../../documents/project-border.ts';
import { codeOf } from '../../documents/saving/atomic-write.ts';
import { createAskedThread } from '../../platform/asked-thread.ts';
import type { LookAnswer, LookQuestion } from './folder-look.ts';

/** Milliseconds without a sign of life; a drive of a network may not answer for ever. */
const longestSilence = 30_000;
/** Megabytes, as a directory may have a million entries. */
const memory = 512;

/**
 * Looks at a folder in another thread, which waits for the disk in place of main, and starts with the first question.
 * @throws {FailureError} it did not answer, or has ended; the next question starts another
 */
export type AskLook = (question: LookQuestion) => Promise<LookAnswer>;

export function createFolderLooks(ask: AskLook): AskLook {
  return async (question) => {
    try {
      return await ask(question);
    } catch (error) {
      if (codeOf(error) === 'timeout') throw silent(question.root);
      const message = `What is in ${quote(question.root)} could not be looked at, so changes in it could not be undone.`;
      throw new FailureError({ code: 'file-failed', message, detail: (error as Error).message });
    }
  };
}

const silent = (folder: string): FailureError =>
  new FailureError({
    code: 'file-failed',
    message: `The folder ${quote(folder)} does not answer, so changes in it could not be undone.`,
  });

/** Where a folder is, links resolved. @throws {FailureError} it does not answer. @throws the system's error */
export const realFolder = (folder: string): Promise<string> =>
  within(realPathOf(folder), longestSilence, () => silent(folder));

/** One thread for all, which remembers folders. */
export const askLook = createFolderLooks(
  createAskedThread({
    name: 'look-thread',
    directory: import.meta.dirname,
    filename: import.meta.filename,
    longest: longestSilence,
    memory,
  }),
);
