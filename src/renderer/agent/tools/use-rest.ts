import { useEffect, useState } from 'react';

/** Longer than a double click takes, and than a hand needs to stop that is about to press. In ms. */
export const restMs = 500;

/**
 * What comes or changes is not answered by a press that was meant for what was there before.
 * @param shown what is there, as a key
 * @returns whether it has been there for long enough
 */
export function useRest(shown: string): boolean {
  const [rested, setRested] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setRested(shown), restMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return rested === shown;
}
