import { type RefObject, useLayoutEffect } from 'react';
import { focusComposer } from '../composer/focus.ts';

/**
 * An element that goes by itself, its matter being settled, must not take the keyboard along: it goes to the composer.
 * @param group where the keyboard stays instead, at its first button, as long as that is there
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
