import { useEffect, useState, useSyncExternalStore } from 'react';
import { type KeptNotice, passNotice } from '../../base/notices/notices-store.ts';
import { isPassing, passesAfter } from '../../base/notices/passing-notice.ts';

/** Ends a notice's time on screen. @returns listeners that hold it while the pointer or the focus is on it */
export function usePassing(notice: KeptNotice) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPresent = useSyncExternalStore(onWindowFocus, hasWindowFocus);
  // It waits while the window has no focus, so that a person who was away still sees it.
  const isHeld = isPointedAt || isFocused || !isPresent;
  useEffect(() => {
    if (isHeld || !isPassing(notice)) return;
    const timer = setTimeout(() => passNotice(notice.id), passesAfter);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  return {
    onPointerEnter: () => setPointedAt(true),
    onPointerLeave: () => setPointedAt(false),
    onFocus: () => setFocused(true),
    onBlur: () => setFocused(false),
  };
}

const hasWindowFocus = (): boolean => document.hasFocus();

function onWindowFocus(listener: () => void): () => void {
  window.addEventListener('focus', listener);
  window.addEventListener('blur', listener);
  return () => {
    window.removeEventListener('focus', listener);
    window.removeEventListener('blur', listener);
  };
}
