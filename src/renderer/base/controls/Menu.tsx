import { Check } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import styles from './Menu.module.css';

export interface MenuItem {
  /** Unique; absent: the label is. */
  readonly id?: string;
  readonly label: string;
  /** Muted, after the label. */
  readonly detail?: string;
  /** Of choices one is; absent: it is none. */
  readonly isChosen?: boolean;
  readonly icon?: ReactNode;
  /** As the platform writes it. */
  readonly shortcut?: string | undefined;
  readonly isDisabled?: boolean;
  run(): unknown;
}

/** Words above the items that follow it. */
export interface MenuHeading {
  readonly heading: string;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface MenuProps {
  readonly label: string;
  /** null: a separator. */
  readonly items: readonly (MenuItem | MenuHeading | null)[];
  /** The button that opened the menu, which then stands below it, or the place of the pointer. */
  readonly at: HTMLElement | Point;
  /** @param refocuses whether the focus goes back to the opener */
  onClose(refocuses: boolean): void;
}

/** A menu that takes the focus while it is open, and closes at a press, a blur or a wheel outside it. */
export function Menu({ label, items, at, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  useLayoutEffect(() => {
    const element = menu.current;
    if (!element) return;
    // In the top layer, where no ancestor can clip it.
    element.showPopover();
    const { left, top } = placeOf(element.getBoundingClientRect(), at);
    element.style.left = `${left}px`;
    element.style.top = `${top}px`;
    const rows = rowsOf(element).filter((row) => row.ariaDisabled !== 'true');
    (rows.find((row) => row.ariaChecked === 'true') ?? rows[0])?.focus({ preventScroll: true });
  }, [at]);
  useEffect(() => {
    const onLeave = ({ target }: Event) => {
      if (!belongs(target, menu.current, at)) close.current(false);
    };
    window.addEventListener('pointerdown', onLeave, true);
    window.addEventListener('blur', onLeave);
    // The menu would stand still while the page below it scrolls.
    window.addEventListener('wheel', onLeave, { capture: true, passive: true });
    return () => {
      window.removeEventListener('pointerdown', onLeave, true);
      window.removeEventListener('blur', onLeave);
      window.removeEventListener('wheel', onLeave, true);
    };
  }, [at]);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const rows = rowsOf(event.currentTarget);
    const present = rows.indexOf(document.activeElement as HTMLElement);
    const next = { ArrowDown: present + 1, ArrowUp: present - 1, Home: 0, End: -1 }[event.key];
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') onClose(true);
    else if (next !== undefined) rows.at(next % rows.length)?.focus();
    else return;
    event.preventDefault();
    event.nativeEvent.stopPropagation();
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget && !belongs(relatedTarget, menu.current, at)) onClose(false);
  };
  return (
    <div
      ref={menu}
      role="menu"
      popover="manual"
      aria-label={label}
      className={styles.menu}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      onContextMenu={(event) => event.preventDefault()}
    >
      {items.map((item, index) =>
        item && 'heading' in item ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: as below
          <p key={index} className={styles.heading}>
            {item.heading}
          </p>
        ) : item ? (
          <MenuRow key={item.id ?? item.label} item={item} onChoose={() => onClose(true)} />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names, and never move
          <hr key={index} className={styles.line} />
        ),
      )}
    </div>
  );
}

function MenuRow({ item, onChoose }: { readonly item: MenuItem; onChoose(): void }) {
  const { label, detail = '', isChosen, icon, shortcut, isDisabled = false, run } = item;
  return (
    <button
      type="button"
      {...(isChosen === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': isChosen })}
      tabIndex={-1}
      className={styles.item}
      aria-disabled={isDisabled || undefined}
      aria-description={shortcut}
      onClick={() => {
        if (isDisabled) return;
        onChoose();
        run();
      }}
    >
      {icon && <span className={styles.icon}>{icon}</span>}
      {isChosen !== undefined && <span className={styles.icon}>{isChosen && <Check size={16} aria-hidden />}</span>}
      <span className={styles.label}>{label}</span>
      {detail !== '' && (
        <span className={styles.detail} title={detail}>
          {detail}
        </span>
      )}
      {shortcut !== undefined && (
        <kbd aria-hidden className={styles.key}>
          {shortcut}
        </kbd>
      )}
    </button>
  );
}

const rowsOf = (menu: HTMLElement): HTMLElement[] => [...menu.querySelectorAll<HTMLElement>('[role^="menuitem"]')];

/** Whether a target is within the menu or its opener. */
const belongs = (target: EventTarget | null, menu: HTMLElement | null, at: MenuProps['at']): boolean =>
  target instanceof Node && (menu?.contains(target) || (at instanceof Element && at.contains(target)));

/** Keeps the menu within the window: above its opener where there is no room below. */
function placeOf({ width, height }: DOMRect, at: MenuProps['at']): { left: number; top: number } {
  const opener = at instanceof Element ? at.getBoundingClientRect() : new DOMRect(at.x, at.y, width, 0);
  const isBelow = opener.bottom + height <= window.innerHeight;
  return {
    left: Math.max(Math.min(opener.right - width, window.innerWidth - width), 0),
    top: isBelow ? opener.bottom : Math.max(opener.top - height, 0),
  };
}
