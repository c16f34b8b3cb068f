import { type ReactNode, useEffect, useId, useRef } from 'react';
import { visibleText } from '../../shared/visible-text.ts';
import styles from './Dialog.module.css';

export interface DialogProps {
  readonly title: string;
  /** Stands before the title. */
  readonly icon?: ReactNode;
  readonly children: ReactNode;
  /** `alertdialog`: it interrupts to ask. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly width?: number;
  /** `top`: one that changes its height stays where it begins, so that nothing moves under the pointer. */
  readonly anchor?: 'centre' | 'top';
  /** On Esc, and on a click beside the dialog if `closesOutside`. */
  onCancel(): void;
  readonly closesOutside?: boolean;
}

/**
 * A modal dialog: the rest of the window is inert while it is there, and the focus goes back to where it was. The
 * element with the attribute `autofocus`, or else the first one that can, gets the focus.
 */
export function Dialog({
  title,
  icon,
  children,
  role = 'dialog',
  width = 420,
  anchor = 'centre',
  onCancel,
  closesOutside,
}: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    const focused = document.activeElement;
    element.showModal();
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true });
    // The browser scrolls to what it focused itself; a dialog is read from its title.
    element.scrollTop = 0;
    return () => {
      element.close();
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      role={role}
      aria-labelledby={titleId}
      className={styles.dialog}
      data-anchor={anchor}
      style={{ width }}
      onCancel={(event) => {
        // The owner decides whether it closes; the browser would close it by itself.
        event.preventDefault();
        onCancel();
      }}
      onKeyDown={(event) => {
        // The browser closes a dialog at a second Esc without asking, so it never sees one.
        if (event.key !== 'Escape') return event.stopPropagation();
        event.preventDefault();
        event.stopPropagation();
        onCancel();
      }}
      onClick={(event) => {
        if (closesOutside && event.target === dialog.current) onCancel();
      }}
    >
      <div className={styles.content}>
        <header className={styles.header}>
          {icon}
          <h2 id={titleId} className={styles.title}>
            {visibleText(title)}
          </h2>
        </header>
        {children}
      </div>
    </dialog>
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { readonly children: ReactNode }) {
  return <footer className={styles.actions}>{children}</footer>;
}
