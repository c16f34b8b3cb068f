import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ThreadView } from '../../../../shared/contract/thread.ts';
import type { FindBegin } from '../../panel/panel-view.ts';
import { type FoldedScopes, type FoundMatch, isSameMatch, searchThread } from './search-thread.ts';

export type Matches = ReturnType<typeof useMatches>;

interface Found {
  readonly matches: readonly FoundMatch[];
  readonly query: string;
  readonly begin: FindBegin | null;
  readonly at: number;
}

/** While something streams in, the search goes on with what is new so often. Milliseconds. */
const again = 300;
const none: readonly FoundMatch[] = [];

/**
 * What a query finds in a thread; the current match stays the same one while more is said.
 * @param begin where the first one is looked for; null: where a person reads
 */
export function useMatches(
  view: ThreadView,
  query: string,
  begin: FindBegin | null,
  scroller: RefObject<HTMLElement | null>,
) {
  const [found, setFound] = useState<Found>({ matches: none, query: '', begin: null, at: 0 });
  const folded = useRef<FoldedScopes>(new WeakMap());
  const present = useRef({ found, query });
  present.current = { found, query };
  useEffect(() => {
    let isWanted = true;
    const search = async () => {
      const matches = await searchThread(view, query, folded.current, () => isWanted);
      if (!matches || !isWanted) return;
      const { found: before } = present.current;
      const same = matches.findIndex((match) => isSameMatch(match, before.matches[before.at]));
      const isOther = before.query !== query || before.begin !== begin;
      // Other words are looked for where a person reads again.
      const place = begin?.query === query ? begin.message : undefined;
      setFound({ matches, query, begin, at: isOther ? first(matches, place, scroller.current) : Math.max(same, 0) });
    };
    const isOther = present.current.found.query !== query || present.current.found.begin !== begin;
    const timer = setTimeout(() => void search(), isOther ? 0 : again);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [view, query, begin, scroller]);
  const isSearching = found.query !== query || found.begin !== begin;
  return {
    matches: isSearching ? none : found.matches,
    isSearching,
    /** The place of the current one. */
    at: found.at,
    setAt: (at: number) => setFound((before) => ({ ...before, at })),
  };
}

/** @param message the one whose match is wanted, if it has one */
function first(matches: readonly FoundMatch[], message: string | undefined, scroller: HTMLElement | null): number {
  const wanted = matches.findIndex(({ scope }) => scope.message === message);
  return wanted >= 0 ? wanted : firstInView(matches, scroller);
}

/** A search begins where a person reads. */
function firstInView(matches: readonly FoundMatch[], scroller: HTMLElement | null): number {
  if (!scroller) return 0;
  const { top } = scroller.getBoundingClientRect();
  const below = new Set<string>();
  for (const element of scroller.querySelectorAll<HTMLElement>('[data-piece]')) {
    const { piece } = element.dataset;
    if (piece !== undefined && element.getBoundingClientRect().bottom > top) below.add(piece);
  }
  return Math.max(
    matches.findIndex(({ scope }) => below.has(scope.message)),
    0,
  );
}
