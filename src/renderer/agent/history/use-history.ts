import { useMemo } from 'react';
import type { ThreadHit, ThreadSummary } from '../../../shared/contract/thread.ts';
import { groupByDay, groupFound } from './history-groups.ts';
import { type LaidRow, layOut } from './history-layout.ts';
import { wordsOf } from './mark-words.ts';
import { useThreadSearch } from './use-thread-search.ts';

export interface HistoryQuery {
  readonly threads: readonly ThreadSummary[] | null;
  readonly query: string;
  readonly showsArchived: boolean;
  search(query: string): Promise<readonly ThreadHit[]>;
}

/** What the history shows for a query, laid out. */
export function useHistory({ threads, query, showsArchived, search }: HistoryQuery) {
  const { hits, isSearching, failure } = useThreadSearch(query, search);
  const now = useMemo(() => Date.now(), []);
  const words = useMemo(() => wordsOf(query), [query]);
  const candidates = useMemo(
    () => (threads ?? []).filter(({ isArchived }) => showsArchived || !isArchived),
    [threads, showsArchived],
  );
  const layout = useMemo(
    () => layOut(words.length > 0 ? groupFound(candidates, hits, query) : groupByDay(candidates, now)),
    [candidates, hits, words, query, now],
  );
  const rows: readonly LaidRow[] = useMemo(() => layout.groups.flatMap((group) => group.rows), [layout]);
  const archivedCount = useMemo(() => (threads ?? []).filter(({ isArchived }) => isArchived).length, [threads]);
  return { layout, rows, words, now, isSearching, failure, archivedCount };
}
