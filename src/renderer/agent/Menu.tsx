import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { IconButton } from '../app/controls/IconButton.tsx';
import styles from './Menu.module.css';

export interface MenuItem {
  readonly label: string;
  readonly icon?: ReactNode;
  /** As the platform writes it. */
  readonly shortcut?: string | undefined;
  readonly isDisabled?: boolean;
  run(): void;
}

export interface MenuButtonProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly className?: string | undefined;
  /** The icon of the button. */
  readonly children: ReactNode;
}

/** A button that opens a menu, which has the keyboard while it is open. */
export function MenuButton({ label, items, className, children }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton
        ref={button}
        label={label}
        className={className}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        // The menu closes itself when something beside it is pressed; the button must not open it again.
        onPointerDown={(event) => isOpen && event.preventDefault()}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </IconButton>
      {isOpen && (
        <Menu
          label={label}
          items={items}
          anchor={button}
          onClose={(refocuses) => {
            setOpen(false);
            if (refocuses) button.current?.focus({ preventScroll: true });
          }}
        />
      )}
    </>
  );
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly anchor: { readonly current: HTMLElement | null };
  /** @param refocuses whether the button has the keyboard again */
  onClose(refocuses: boolean): void;
}

function Menu({ label, items, anchor, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element || !anchor.current) return;
    // In the top layer: nothing of the conversation cuts it off.
    element.showPopover();
    const button = anchor.current.getBoundingClientRect();
    const { width, height } = element.getBoundingClientRect();
    const isBelow = button.bottom + height <= window.innerHeight;
    element.style.top = `${isBelow ? button.bottom : Math.max(button.top - height, 0)}px`;
    element.style.left = `${Math.max(Math.min(button.right - width, window.innerWidth - width), 0)}px`;
    element.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true });
  }, [anchor]);
  useEffect(() => {
    const element = menu.current;
    const onLeave = (event: Event) => {
      const { target } = event;
      if (target instanceof Node && (element?.contains(target) || anchor.current?.contains(target))) return;
      close.current(false);
    };
    window.addEventListener('pointerdown', onLeave, true);
    window.addEventListener('blur', onLeave);
    // It stands still while what is below it moves.
    window.addEventListener('wheel', onLeave, { capture: true, passive: true });
    return () => {
      window.removeEventListener('pointerdown', onLeave, true);
      window.removeEventListener('blur', onLeave);
      window.removeEventListener('wheel', onLeave, true);
    };
  }, [anchor]);

  const onKeyDown = (event: KeyboardEvent) => {
    const rows = [...(menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key];
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') onClose(true);
    else if (next !== undefined) rows.at(next % rows.length)?.focus();
    else return;
    event.preventDefault();
    event.nativeEvent.stopPropagation();
  };
  return (
    <div ref={menu} role="menu" popover="manual" aria-label={label} className={styles.menu} onKeyDown={onKeyDown}>
      {items.map(({ label: name, icon, shortcut, isDisabled = false, run }) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={styles.item}
          aria-disabled={isDisabled || undefined}
          onClick={() => {
            if (isDisabled) return;
            onClose(true);
            run();
          }}
        >
          <span className={styles.icon}>{icon}</span>
          <span className={styles.label}>{name}</span>
          {shortcut !== undefined && <kbd className={styles.key}>{shortcut}</kbd>}
        </button>
      ))}
    </div>
  );
}
