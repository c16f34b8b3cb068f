import { useEffect, useMemo, useState } from 'react';
import { type Failure, toFailure } from '../../../shared/contract/errors.ts';
import type { ThreadHit, ThreadSummary } from '../../../shared/contract/thread.ts';
import { groupByDay, groupFound } from './history-groups.ts';
import { type LaidRow, layOut } from './history-layout.ts';
import { wordsOf } from './mark-words.ts';

export interface HistoryQuery {
  readonly threads: readonly ThreadSummary[] | null;
  readonly query: string;
  readonly showsArchived: boolean;
  search(query: string): Promise<readonly ThreadHit[]>;
}

/** The laid out history for a query. */
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

/** Milliseconds without a key before main is asked. */
const rest = 150;

interface Search {
  readonly query: string;
  readonly hits: readonly ThreadHit[];
  readonly failure: Failure | null;
}

const none: Search = { query: '', hits: [], failure: null };

/** Searches the messages. The results of the previous query stay until the new ones are there. */
function useThreadSearch(query: string, search: (query: string) => Promise<readonly ThreadHit[]>) {
  const [found, setFound] = useState(none);
  useEffect(() => {
    if (query === '') return setFound(none);
    let isWanted = true;
    const ask = async () => {
      const answer = await search(query).then(
        (hits): Search => ({ query, hits, failure: null }),
        (thrown): Search => ({ query, hits: [], failure: toFailure(thrown) }),
      );
      if (isWanted) setFound(answer);
    };
    const timer = setTimeout(ask, rest);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [query, search]);
  return { hits: found.hits, failure: found.failure, isSearching: found.query !== query };
}
