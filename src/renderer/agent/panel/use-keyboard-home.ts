import { type RefObject, useLayoutEffect } from 'react';
import { focusComposer } from '../composer/focus.ts';

/**
 * Moves the focus to the composer when an element that has it unmounts by itself.
 * @param group selector of a group whose first button gets the focus instead, while it exists
 */
export function useKeyboardHome(element: RefObject<HTMLElement | null>, group?: string): void {
  useLayoutEffect(() => {
    const own = element.current;
    return () => {
      if (!own?.contains(document.activeElement)) return;
      const around = group === undefined ? null : own.closest(group);
      queueMicrotask(() => {
        const button = around?.isConnected ? around.querySelector('button') : null;
        if (button) button.focus();
        else focusComposer();
      });
    };
  }, [element, group]);
}
