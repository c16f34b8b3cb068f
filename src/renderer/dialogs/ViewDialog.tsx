import { type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../base/controls/IconButton.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './ViewDialog.module.css';

export interface ViewDialogProps {
  readonly title: string;
  readonly Icon: LucideIcon;
  readonly children: ReactNode;
  onClose(): void;
}

/** A dialog that is a view: it asks nothing, and closes by its button, by Esc or by a click beside it. */
export function ViewDialog({ title, Icon, children, onClose }: ViewDialogProps) {
  return (
    <Dialog
      title={title}
      icon={<Icon size={16} aria-hidden />}
      width={860}
      anchor="top"
      onCancel={onClose}
      closesOutside
    >
      <IconButton label={`Close ${title.toLowerCase()}`} shortcut="Esc" className={styles.close} onClick={onClose}>
        <X size={16} />
      </IconButton>
      {children}
    </Dialog>
  );
}
