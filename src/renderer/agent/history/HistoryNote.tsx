import type { Failure } from '../../../shared/contract/errors.ts';
import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import { formatFailure } from '../../app/format-failure.ts';
import styles from './ThreadHistory.module.css';

export interface HistoryNoteProps {
  readonly threads: readonly ThreadSummary[] | null;
  readonly query: string;
  readonly isEmpty: boolean;
  readonly isSearching: boolean;
  readonly failure: Failure | null;
  /** How many are listed. */
  readonly count: number;
}

/** What stands in the place of a list without rows, and what a search came to, for a screen reader. */
export function HistoryNote(props: HistoryNoteProps) {
  const { threads, query, isEmpty, isSearching, failure, count } = props;
  const found = query !== '' && !isSearching && count > 0 ? `${count} ${count === 1 ? 'thread' : 'threads'} found` : '';
  return (
    <>
      {isEmpty && <div className={styles.note}>{emptyWords(threads, query, isSearching)}</div>}
      {failure && (
        <p role="alert" className={styles.note}>
          What was said could not be searched. {formatFailure(failure)}
        </p>
      )}
      <p role="status" className={styles.hidden}>
        {isEmpty && query !== '' && !isSearching ? 'No thread found' : found}
      </p>
    </>
  );
}

function emptyWords(threads: readonly ThreadSummary[] | null, query: string, isSearching: boolean) {
  if (threads === null) return 'Reading the threads.';
  if (query !== '') {
    return isSearching ? 'Searching.' : `No thread has “${query}” in its title or in what was said.`;
  }
  if (threads.length > 0) return 'All threads are archived. The button above shows them.';
  return (
    <>
      <p className={styles.lead}>No threads yet</p>
      <p>
        What you ask and what is answered is kept here, a thread for each subject. Ask something below; New thread
        begins the next one, and what runs goes on meanwhile.
      </p>
    </>
  );
}
