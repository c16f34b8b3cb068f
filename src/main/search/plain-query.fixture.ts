import type { FolderQuery } from '../../shared/contract/documents/folder-search.ts';

/** A search in all files for words as they are. */
export const plainQuery = (text: string): FolderQuery => ({
  text,
  isRegexp: false,
  isCaseSensitive: false,
  isWholeWord: false,
  include: '',
  exclude: '',
  context: 0,
  replacement: null,
});
