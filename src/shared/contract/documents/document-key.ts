import type { OpenedDocument, Revision } from './document.ts';

/**
 * An open document is known by its key: the absolute path of its file or, as long as it has none, `untitled:/` and its
 * name. An absolute path never begins so, and main takes no such key for a path, so that neither is ever the other.
 */

const scheme = 'untitled:/';

/** Whether the document of a key has no file yet. */
export const isUntitled = (key: string): boolean => key.startsWith(scheme);

/** The key of the untitled document of a number, such as "Untitled-1". */
const untitledKey = (number: number): string => `${scheme}Untitled-${number}`;

/** @returns the key of the smallest number that is not taken */
export function freeUntitledKey(taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(untitledKey(number))) number += 1;
  return untitledKey(number);
}

/** No bytes have it. */
const untitledRevision: Revision = 'untitled';

/** What an untitled document is based on, as if it were a file: nothing at all, so that any text in it is unsaved. */
export const untitledDocument = (key: string): OpenedDocument => ({
  path: key,
  text: '',
  revision: untitledRevision,
  lineEnding: 'lf',
  encoding: 'utf8',
  hasBom: false,
  isReadOnly: false,
  isLossy: false,
});
