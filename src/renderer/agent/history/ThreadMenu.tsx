import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import styles from './ThreadMenu.module.css';
import { type ThreadActions, threadActions } from './thread-actions.ts';

export interface ThreadMenuProps {
  readonly thread: ThreadSummary;
  /** What opened it, under which it stands. */
  readonly anchor: HTMLElement;
  readonly actions: ThreadActions;
  /** @param refocuses whether the row has the keyboard again */
  onClose(refocuses: boolean): void;
}

/** What can be done with a thread. It has the keyboard while it is open. */
export function ThreadMenu({ thread, anchor, actions, onClose }: ThreadMenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const frame = menu.current?.offsetParent;
    if (!menu.current || !frame) return;
    const [outer, button] = [frame.getBoundingClientRect(), anchor.getBoundingClientRect()];
    const below = button.bottom - outer.top;
    const height = menu.current.offsetHeight;
    // Above the button where there is no room below it.
    const fits = outer.top + below + height <= window.innerHeight;
    setTop(fits ? below : Math.max(button.top - outer.top - height, -outer.top));
  }, [anchor]);
  useEffect(() => menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const items = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') onClose(true);
    else if (next !== undefined) items.at(next % items.length)?.focus();
    else return;
    event.preventDefault();
    event.nativeEvent.stopPropagation();
  };
  return (
    <div
      ref={menu}
      role="menu"
      aria-label={`Actions for ${thread.title}`}
      className={styles.menu}
      style={{ top }}
      onKeyDown={onKeyDown}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (relatedTarget && !currentTarget.contains(relatedTarget)) onClose(false);
      }}
    >
      {threadActions.map(({ label, keys, act }) => (
        <button
          key={act}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          aria-keyshortcuts={keys?.[0]}
          onClick={() => {
            onClose(true);
            actions[act](thread);
          }}
        >
          {label(thread)}
          {keys && (
            <kbd aria-hidden className={styles.key}>
              {keys[0]}
            </kbd>
          )}
        </button>
      ))}
    </div>
  );
}
