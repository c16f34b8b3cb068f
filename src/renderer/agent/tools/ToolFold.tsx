import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import messages from '../messages/Messages.module.css';
import styles from './tools.module.css';

export interface ToolFoldProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
}

/** A fold within a call; its content is not rendered until it is opened. */
export function ToolFold({ title, children }: ToolFoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={styles.subhead}>
        <ChevronRight size={14} className={messages.chevron} aria-hidden />
        {title}
      </summary>
      {isOpen && children}
    </details>
  );
}
