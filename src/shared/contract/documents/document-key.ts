import type { Revision, WholeDocument } from './document.ts';

/**
 * Key of an open document: the absolute path of its file or, while it has none, `untitled:/` and a name. No absolute
 * path begins like that, and main accepts no such key as a path, so that the two cannot be confused.
 */

const scheme = 'untitled:/';

/** Whether the document has no file yet. */
export const isUntitled = (key: string): boolean => key.startsWith(scheme);

/** The key of an untitled document, such as that of "Untitled-1". */
const untitledKey = (number: number): string => `${scheme}Untitled-${number}`;

/** @returns the key with the smallest free number */
export function freeUntitledKey(taken: ReadonlySet<string>): string {
  let number = 1;
  while (taken.has(untitledKey(number))) number += 1;
  return untitledKey(number);
}

/** No file has this revision. */
const untitledRevision: Revision = 'untitled';

/** The base of an untitled document in the form of a file: empty, so that any text counts as unsaved. */
export const untitledDocument = (key: string): WholeDocument => ({
  path: key,
  text: '',
  revision: untitledRevision,
  lineEnding: 'lf',
  encoding: 'utf8',
  hasBom: false,
  isReadOnly: false,
  isLossy: false,
});
