import { useEffect, useState } from 'react';

/** Milliseconds: an answer that ended well is followed by the next message sooner than this. */
const soon = 1500;

/** Whether the queue waits for the person, because nothing goes on that it could follow. */
export function useQueueWaits(hasMessages: boolean, isBusy: boolean, isHeldUp: boolean): boolean {
  const [isLate, setLate] = useState(false);
  const isIdle = hasMessages && !isBusy;
  useEffect(() => {
    if (!isIdle) return setLate(false);
    const timer = setTimeout(() => setLate(true), soon);
    return () => clearTimeout(timer);
  }, [isIdle]);
  return isIdle && (isHeldUp || isLate);
}
