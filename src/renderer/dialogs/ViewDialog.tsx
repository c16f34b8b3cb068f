import { CircleHelp, type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { visibleText } from '../../shared/visible-text.ts';
import { useAsking } from '../base/asking-store.ts';
import { Button } from '../base/controls/Button.tsx';
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
      <AskedMeanwhile />
      {children}
    </Dialog>
  );
}

/** The view covers the panel, in which something is asked. */
function AskedMeanwhile() {
  const asking = useAsking((state) => state.asking);
  return (
    // Always mounted: a live region is announced only when something comes into it.
    <div role="status" className={styles.asking}>
      {asking && (
        <>
          <CircleHelp size={16} aria-hidden />
          <p>“{visibleText(asking.title)}” has a question for you.</p>
          <Button isSmall onClick={asking.show}>
            Show
          </Button>
        </>
      )}
    </div>
  );
}
