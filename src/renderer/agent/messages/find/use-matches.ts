import { type RefObject, useEffect, useRef, useState } from 'react';
import type { ThreadView } from '../../../../shared/contract/thread-view.ts';
import type { FindBegin } from '../../panel/panel-view.ts';
import { type FoldedScopes, type FoundMatch, isSameMatch, searchThread } from './search-thread.ts';

interface Found {
  readonly matches: readonly FoundMatch[];
  readonly query: string;
  readonly begin: FindBegin | null;
  readonly at: number;
}

/** Milliseconds between searches of new text while an answer streams in. */
const again = 300;
const none: readonly FoundMatch[] = [];

/**
 * The matches of a query in a thread; the current match stays the same while more text comes.
 * @param begin the message to begin with; null: the one in view
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
      // A new query begins at the text in view again.
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

/** @param message its match is preferred, if it has one */
function first(matches: readonly FoundMatch[], message: string | undefined, scroller: HTMLElement | null): number {
  const wanted = matches.findIndex(({ scope }) => scope.message === message);
  return wanted >= 0 ? wanted : firstInView(matches, scroller);
}

/** Index of the first match in view or below. */
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
