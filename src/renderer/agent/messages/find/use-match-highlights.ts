import { type RefObject, useEffect } from 'react';
import { matchRanges } from './match-ranges.ts';
import type { FoundMatch } from './search-thread.ts';
import { scopeIn } from './show-match.ts';

const names = { all: 'thread-match', current: 'thread-current-match' } as const;

/** Highlights the matches in rendered text. The DOM is not changed: it uses the CSS Custom Highlight API. */
export function useMatchHighlights(
  scroller: RefObject<HTMLElement | null>,
  query: string,
  matches: readonly FoundMatch[],
  current: FoundMatch | undefined,
): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element || matches.length === 0) return;
    const scopes = [...new Set(matches.map(({ scope }) => scope.id))];
    const isMatched = new Set(scopes);
    let frame = 0;
    const mark = () => {
      frame = 0;
      const all = new Highlight();
      const here = new Highlight();
      // The current match lies over the others.
      here.priority = 1;
      for (const drawn of element.querySelectorAll<HTMLElement>('[data-piece], [data-find]')) {
        const id = drawn.dataset.find ?? drawn.dataset.piece ?? '';
        if (!isMatched.has(id) || drawn.childElementCount + (drawn.textContent ?? '').length === 0) continue;
        for (const range of matchRanges(drawn, query)) all.add(range);
      }
      const place = current && scopeIn(element, current.scope.id);
      const range = place && matchRanges(place, query)[current.index];
      if (range) here.add(range);
      CSS.highlights.set(names.all, all);
      CSS.highlights.set(names.current, here);
    };
    mark();
    const changed = new MutationObserver(() => {
      frame ||= requestAnimationFrame(mark);
    });
    changed.observe(element, { childList: true, subtree: true, characterData: true });
    return () => {
      changed.disconnect();
      cancelAnimationFrame(frame);
      CSS.highlights.delete(names.all);
      CSS.highlights.delete(names.current);
    };
  }, [scroller, query, matches, current]);
}
