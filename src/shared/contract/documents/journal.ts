import type { RestoredJournal } from './backup.ts';
import type { Encoding } from './encoding.ts';

/** The last key of a journal's document. */
export const pathOf = ({ beginning, entries }: Pick<RestoredJournal, 'beginning' | 'entries'>): string =>
  entries.reduce((path, entry) => (entry.type === 'moved' ? entry.path : path), beginning.path);

/** The last encoding of a journal's document, which is that of the file it is based on. */
export const encodingOf = ({ beginning, entries }: Pick<RestoredJournal, 'beginning' | 'entries'>): Encoding =>
  entries.reduce((encoding, entry) => (entry.type === 'based' ? entry.encoding : encoding), beginning.encoding);
