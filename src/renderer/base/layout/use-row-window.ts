import { type UIEvent, useCallback, useEffect, useRef, useState } from 'react';

/** Rows drawn beyond the visible ones, above and below. */
const margin = 10;

/**
 * The rows of one height that are near the view of a scrolling box: only these are drawn.
 * @param rowHeight pixels
 */
export function useRowWindow(rowHeight: number, count: number) {
  const box = useRef<HTMLDivElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setView({ top: element.scrollTop, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const bringIntoView = useCallback(
    (index: number) => {
      const element = box.current;
      if (!element) return;
      const top = index * rowHeight;
      if (top < element.scrollTop) element.scrollTop = top;
      else if (top + rowHeight > element.scrollTop + element.clientHeight) {
        element.scrollTop = top + rowHeight - element.clientHeight;
      }
    },
    [rowHeight],
  );
  const scrollBy = useCallback((pixels: number) => {
    const element = box.current;
    if (!element) return;
    element.scrollTop += pixels;
    setView({ top: element.scrollTop, height: element.clientHeight });
  }, []);
  return {
    /** For the scrolling element, with `onScroll`. */
    box,
    view,
    /** The rows from `first` up to, not including, `end` are drawn. */
    first: Math.max(0, Math.floor(view.top / rowHeight) - margin),
    end: Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + margin),
    bringIntoView,
    /** Draws the rows that are there then at once, and not a frame later. */
    scrollBy,
    onScroll: ({ currentTarget }: UIEvent<HTMLElement>) =>
      setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight }),
  };
}
