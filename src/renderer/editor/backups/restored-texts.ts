import type { Text } from '@codemirror/state';
import type { LeftTab, Restored, RestoredJournal, RestoredTab } from '../../../shared/contract/documents/backup.ts';
import { isUntitled, untitledDocument } from '../../../shared/contract/documents/document-key.ts';
import { fail, ok, type Result } from '../../../shared/contract/errors.ts';
import { api } from '../../bridge.ts';
import { linesOf, type ReadDocument } from '../documents/document-text.ts';
import { hereAlready, receive, receiveText } from '../documents/file-texts.ts';

/** A document to restore, as main gives it: its texts may have yet to be received. */
export type Restorable = Restored['documents'][number];

/** A document to restore, its texts here. */
export interface ReadRestored extends RestoredTab {
  readonly document: Result<ReadDocument>;
  readonly journal?: ReadJournal | undefined;
}

export interface ReadJournal extends Omit<RestoredJournal, 'text'> {
  readonly text: Text | null;
}

/** Absent: there were no unsaved edits. */
export const journalIdOf = (document: Restorable): string | undefined =>
  'lateId' in document ? document.journalId : document.journal?.id;

/** What the tab of a document keeps until its text is there. */
export function leftOf(document: Restorable): LeftTab {
  const [id, { place }] = [journalIdOf(document), document];
  const encoding = 'lateId' in document ? document.encoding : undefined;
  return { ...(id !== undefined && { id }), ...(place && { place }), ...(encoding && { encoding }) };
}

/** null: some of its text has yet to be received. */
export function readAlready(restorable: Restorable): ReadRestored | null {
  if ('lateId' in restorable) return null;
  const { document, journal, ...tab } = restorable;
  const [read, text] = [hereAlready(document), journal?.text ?? null];
  if (!read || (text !== null && typeof text !== 'string')) return null;
  return { ...tab, document: read, journal: journal && { ...journal, text: text === null ? null : linesOf(text) } };
}

/** Receives the texts of a document. @throws when main does not have them any more */
export async function receiveRestored(restorable: Restorable): Promise<Result<ReadRestored>> {
  const restored = 'lateId' in restorable ? await api.backups.restoreLate(restorable.lateId) : restorable;
  if (!restored) return fail('file-failed', 'Its text went to another window. Restart the app to get it back.');
  const { document, journal, ...tab } = restored;
  const text = journal?.text == null ? null : await receiveText(journal.text, 'lf');
  // Its key may be another than in main.
  const { path } = restorable;
  return ok({
    ...tab,
    path,
    document: await receive(isUntitled(path) ? ok(untitledDocument(path)) : document),
    journal: journal && { ...journal, text },
  });
}
