import { type RefObject, useEffect, useRef } from 'react';

/** Calls `onLeave` when the pointer is pressed, or the focus goes, outside these elements. */
export function useLeaving(parts: readonly RefObject<HTMLElement | null>[], onLeave: () => void): void {
  const latest = useRef({ parts, onLeave });
  latest.current = { parts, onLeave };
  useEffect(() => {
    const look = ({ target }: Event) => {
      const isInside = latest.current.parts.some(({ current }) => target instanceof Node && current?.contains(target));
      if (!isInside) latest.current.onLeave();
    };
    document.addEventListener('pointerdown', look, { capture: true });
    document.addEventListener('focusin', look);
    return () => {
      document.removeEventListener('pointerdown', look, { capture: true });
      document.removeEventListener('focusin', look);
    };
  }, []);
}
