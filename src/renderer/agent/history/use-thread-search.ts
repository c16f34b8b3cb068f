import { useEffect, useState } from 'react';
import { type Failure, toFailure } from '../../../shared/contract/errors.ts';
import type { ThreadHit } from '../../../shared/contract/thread.ts';

/** Milliseconds without a key, until main is asked. */
const rest = 150;

interface Search {
  readonly query: string;
  readonly hits: readonly ThreadHit[];
  readonly failure: Failure | null;
}

const none: Search = { query: '', hits: [], failure: null };

/** Searches what was said. The hits of the query before stay until there are those of the new one. */
export function useThreadSearch(query: string, search: (query: string) => Promise<readonly ThreadHit[]>) {
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
