import { useCallback, useEffect, useRef } from 'react';

/** Milliseconds that the pointer or the keyboard rests at what is meant. */
const restMs = 40;

/** @returns tells where the pointer or the keyboard is, whichever moved last; nowhere when undefined */
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
