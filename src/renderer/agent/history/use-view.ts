import { type RefObject, useLayoutEffect, useState } from 'react';
import type { View } from './history-layout.ts';

/** The view moves on in steps of so many pixels. */
const step = 200;

/** Which part of a long list is in view, roughly. */
export function useView(scroller: RefObject<HTMLElement | null>): View {
  const [view, setView] = useState<View>({ top: 0, bottom: step });
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => {
      const top = Math.floor(element.scrollTop / step) * step;
      const bottom = Math.ceil((element.scrollTop + element.clientHeight) / step) * step;
      setView((known) => (known.top === top && known.bottom === bottom ? known : { top, bottom }));
    };
    look();
    element.addEventListener('scroll', look, { passive: true });
    const resized = new ResizeObserver(look);
    resized.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      resized.disconnect();
    };
  }, [scroller]);
  return view;
}
