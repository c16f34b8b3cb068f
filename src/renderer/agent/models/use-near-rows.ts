import { type RefObject, useLayoutEffect, useState } from 'react';

/** The height of a row of the picker. Pixels; the style sheet has the same. */
export const rowHeight = 28;
/** Rows beyond the view that are rendered; also the step in which the view is updated. */
const margin = 40;

/**
 * The rows of a long list in view or near it; only these are rendered.
 * @param rows the element of the rows, all of one height
 * @returns from the first (included) to the last (excluded)
 */
export function useNearRows(
  rows: RefObject<HTMLElement | null>,
  scroller: RefObject<HTMLElement | null>,
  count: number,
): readonly [from: number, to: number] {
  const [[from, to], setNear] = useState<readonly [number, number]>([0, margin]);
  useLayoutEffect(() => {
    const [inner, outer] = [rows.current, scroller.current];
    if (!inner || !outer) return;
    const look = () => {
      const above = outer.getBoundingClientRect().top - inner.getBoundingClientRect().top;
      const first = stepDown(above / rowHeight) - margin;
      const last = stepDown((above + outer.clientHeight) / rowHeight) + 2 * margin;
      const near = [clamp(first, count), clamp(last, count)] as const;
      setNear((known) => (known[0] === near[0] && known[1] === near[1] ? known : near));
    };
    look();
    outer.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(outer);
    return () => {
      outer.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [rows, scroller, count]);
  return [Math.min(from, count), Math.min(to, count)];
}

const stepDown = (row: number): number => Math.floor(row / margin) * margin;
const clamp = (row: number, count: number): number => Math.min(Math.max(row, 0), count);
