import { type RefObject, useEffect, useState } from 'react';
import type { TurnView } from '../../../shared/contract/thread-view.ts';
import { nextSlice } from '../panel/work-slices.ts';
import { agent } from '../threads/agent.ts';
import { turnKey } from './Turn.tsx';

/** Turns before the reading place, or before the end, that are mounted at once. */
const atOnce = 16;
/** Turns mounted with each slice of idle time. */
const inSlice = 64;

/**
 * Mounts a long thread from its end backwards, so that it can be read before all of it is in the document.
 * @returns the index of the first turn to mount; 0 soon after the thread is shown
 */
export function useEarlierTurns(turns: readonly TurnView[], scroller: RefObject<HTMLElement | null>): number {
  const [from, setFrom] = useState(() => {
    const read = agent.thread().scrollPlace?.id;
    const at = read === undefined ? -1 : turns.findIndex((turn) => turnKey(turn) === read);
    return Math.max((at < 0 ? turns.length : at) - atOnce, 0);
  });
  useEffect(() => {
    if (from === 0) return;
    let isGone = false;
    void nextSlice().then(() => {
      if (isGone) return;
      // At offset 0 the browser does no scroll anchoring.
      if (scroller.current?.scrollTop === 0) scroller.current.scrollTop = 1;
      setFrom(Math.max(from - inSlice, 0));
    });
    return () => {
      isGone = true;
    };
  }, [from, scroller]);
  return Math.min(from, turns.length);
}
