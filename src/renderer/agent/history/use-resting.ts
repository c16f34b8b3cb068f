import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds that the pointer or the focus must rest on an item. */
const restMs = 40;

/** @returns a function to call with the item at the pointer or the focus, whichever moved last; undefined: none */
export function useResting(onRest: (id: string) => void): (id: string | undefined) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(onRest);
  latest.current = onRest;
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((id) => {
    clearTimeout(timer.current);
    if (id !== undefined) timer.current = setTimeout(() => latest.current(id), restMs);
  }, []);
}
