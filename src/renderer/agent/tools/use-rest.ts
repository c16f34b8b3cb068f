import { useEffect, useState } from 'react';

/** Longer than a double click takes, and than a hand needs to stop that is about to press. In ms. */
const restMs = 500;

/**
 * A question that comes in the place of another one of its call, which a tool may do at any moment, is not answered by
 * what was meant for that.
 * @param number of the question, from 1
 * @returns whether it may be answered yet
 */
export function useRest(number: number): boolean {
  const [rested, setRested] = useState(number > 1 ? 0 : number);
  useEffect(() => {
    const timer = setTimeout(() => setRested(number), restMs);
    return () => clearTimeout(timer);
  }, [number]);
  return rested === number;
}
