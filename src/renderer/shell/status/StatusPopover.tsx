import { X } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { IconButton } from '../../base/controls/IconButton.tsx';
import styles from './StatusPopover.module.css';

export interface StatusPopoverProps {
  readonly title: string;
  onClose(): void;
  children(close: () => void): ReactNode;
}

/** A popover that a button of the status bar opens above it; closed by Esc and a press beside it. */
export function StatusPopover({ title, onClose, children }: StatusPopoverProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // Not in the dialog's `close` event, which comes later: it would take the focus from whatever was opened since.
  const close = () => {
    dialog.current?.close();
    onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={styles.popover}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onKeyDown={(event) => {
        // The browser closes a dialog at a second Esc without a `cancel` event that could be prevented.
        if (event.key !== 'Escape') return;
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => event.target === event.currentTarget && close()}
    >
      <div className={styles.body}>
        <div className={styles.header}>
          <h2 className={styles.title}>{title}</h2>
          <IconButton label="Close" onClick={close}>
            <X size={16} />
          </IconButton>
        </div>
        {children(close)}
      </div>
    </dialog>
  );
}
