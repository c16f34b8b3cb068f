import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ThreadView } from '../../../../shared/contract/thread.ts';
import { type FoldedScopes, isSameMatch, type Match, searchThread } from './search-thread.ts';

export interface Matches {
  readonly matches: readonly Match[];
  readonly isSearching: boolean;
  /** The place of the current one. */
  readonly at: number;
  setAt(at: number): void;
}

/** While something streams in, the search goes on with what is new so often. Milliseconds. */
const again = 300;
const none: readonly Match[] = [];

/** What a query finds in a thread; the current match stays the same one while more is said. */
export function useMatches(view: ThreadView, query: string, scroller: RefObject<HTMLElement | null>): Matches {
  const [found, setFound] = useState({ matches: none, query: '', at: 0 });
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
      const isOther = before.query !== query;
      setFound({ matches, query, at: isOther ? firstInView(matches, scroller.current) : Math.max(same, 0) });
    };
    const isOther = present.current.found.query !== query;
    const timer = setTimeout(() => void search(), isOther ? 0 : again);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [view, query, scroller]);
  const isSearching = found.query !== query;
  return {
    matches: isSearching ? none : found.matches,
    isSearching,
    at: found.at,
    setAt: (at) => setFound((before) => ({ ...before, at })),
  };
}

/** A search begins where a person reads. */
function firstInView(matches: readonly Match[], scroller: HTMLElement | null): number {
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
