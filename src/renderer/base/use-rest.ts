import { useEffect, useState } from 'react';

/** Milliseconds: longer than a double click, and than a hand that is about to press needs to stop. */
export const restMs = 500;

/**
 * Guards against a press that was meant for the content shown before.
 * @param shown a key for the content that is shown
 * @returns whether it has been shown for long enough
 */
export function useRest(shown: string): boolean {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(shown), restMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return rested === shown;
}
