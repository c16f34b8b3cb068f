import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type SearchRow, shiftOf } from './search-rows.ts';

const ends = ['pointerup', 'pointercancel', 'blur'] as const;

/** Rows that stay as they are from `hold` until what is pressed then has been clicked. */
export function useHeldRows(rows: readonly SearchRow[]) {
  const [held, setHeld] = useState<readonly SearchRow[] | null>(null);
  useEffect(() => {
    if (!held) return;
    // The click comes after it, in the same task.
    const release = () => setTimeout(() => setHeld(null));
    for (const type of ends) window.addEventListener(type, release);
    return () => {
      for (const type of ends) window.removeEventListener(type, release);
    };
  }, [held]);
  return { rows: held ?? rows, hold: () => setHeld(rows) };
}

export interface SteadyRows {
  /** The scrolling box. */
  readonly box: RefObject<HTMLElement | null>;
  readonly rows: readonly SearchRow[];
  /** The search that found them: those of another have another place. */
  readonly foundBy: string | null;
  /** Pixels. */
  readonly rowHeight: number;
  scrollBy(pixels: number): void;
}

/** Keeps the row under the pointer there while others come above it. @returns listeners for the scrolling box */
export function useRowUnderPointer({ box, rows, foundBy, rowHeight, scrollBy }: SteadyRows) {
  const before = useRef({ rows, foundBy });
  /** Pixels from the top of the window; null: the pointer is not at the rows. */
  const pointer = useRef<number>(null);
  useLayoutEffect(() => {
    const earlier = before.current;
    before.current = { rows, foundBy };
    if (!box.current || pointer.current === null || earlier.foundBy !== foundBy) return;
    const top = pointer.current - box.current.getBoundingClientRect().top + box.current.scrollTop;
    const shift = shiftOf(earlier.rows, rows, Math.floor(top / rowHeight));
    if (shift !== 0) scrollBy(shift * rowHeight);
  }, [box, rows, foundBy, rowHeight, scrollBy]);
  const note = ({ clientY }: PointerEvent) => {
    pointer.current = clientY;
  };
  const leave = () => {
    pointer.current = null;
  };
  return {
    isPointedAt: () => pointer.current !== null,
    pointing: { onPointerEnter: note, onPointerMove: note, onPointerLeave: leave },
  };
}
