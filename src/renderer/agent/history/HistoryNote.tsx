import type { Failure } from '../../../shared/contract/errors.ts';
import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import { formatFailure } from '../../base/format-failure.ts';
import styles from './ThreadHistory.module.css';

export interface HistoryNoteProps {
  readonly threads: readonly ThreadSummary[] | null;
  readonly query: string;
  readonly isEmpty: boolean;
  readonly isSearching: boolean;
  readonly failure: Failure | null;
  /** Number of listed threads. */
  readonly count: number;
}

/** The message in place of an empty list; for a screen reader also the result of a search. */
export function HistoryNote(props: HistoryNoteProps) {
  const { threads, query, isEmpty, isSearching, failure, count } = props;
  const found = query !== '' && !isSearching && count > 0 ? `${count} ${count === 1 ? 'thread' : 'threads'} found` : '';
  return (
    <>
      {isEmpty && <div className={styles.note}>{emptyWords(threads, query, isSearching)}</div>}
      {failure && (
        <p role="alert" className={styles.note}>
          The messages could not be searched. {formatFailure(failure)}
        </p>
      )}
      <p role="status" className={styles.hidden}>
        {isEmpty && query !== '' && !isSearching ? 'No thread found' : found}
      </p>
    </>
  );
}

function emptyWords(threads: readonly ThreadSummary[] | null, query: string, isSearching: boolean) {
  if (threads === null) return 'Loading threads…';
  if (query !== '') {
    return isSearching ? 'Searching.' : `No thread mentions “${query}”.`;
  }
  if (threads.length > 0) return 'All threads are archived. The button above shows them.';
  return (
    <>
      <p className={styles.lead}>No threads yet</p>
      <p>
        Your threads are kept here, one for each subject. Ask something below to start. New thread starts the next one;
        running ones go on.
      </p>
    </>
  );
}
