import { Ellipsis } from 'lucide-react';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import styles from '../message.module.css';

export const moreIcon = <Ellipsis size={14} />;

/**
 * The buttons of a message, visible when the pointer or the focus is at the message. One tab stop, which remembers its
 * place; arrow keys move between the buttons. Their room is always reserved.
 */
export function MessageActions({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null);
  const active = useRef<HTMLButtonElement>(null);
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLButtonElement>(':scope > button') ?? [])];
  const activate = (button: HTMLButtonElement | undefined) => {
    active.current = button ?? null;
    for (const each of buttons()) each.tabIndex = each === button ? 0 : -1;
  };
  useLayoutEffect(() => {
    const all = buttons();
    activate(all.find((button) => button === active.current) ?? all.at(-1));
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons();
    const at = all.indexOf(event.target as HTMLButtonElement);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    all.at(next % all.length)?.focus();
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof HTMLButtonElement && target.parentElement === bar.current) activate(target);
  };
  return (
    <div ref={bar} role="toolbar" aria-label={label} className={styles.actions} onKeyDown={onKeyDown} onFocus={onFocus}>
      {children}
    </div>
  );
}
