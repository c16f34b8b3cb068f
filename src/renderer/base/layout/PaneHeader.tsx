import type { ReactNode } from 'react';
import styles from './PaneHeader.module.css';

interface PaneHeaderProps {
  readonly title: string;
  /** The tooltip, if it is not all in the title. */
  readonly tooltip?: string;
  /** Buttons at its end. */
  readonly children?: ReactNode;
}

/** The line above what the left pane shows. */
export function PaneHeader({ title, tooltip, children }: PaneHeaderProps) {
  return (
    <div className={styles.header}>
      <h2 className={styles.title} title={tooltip}>
        {title}
      </h2>
      {children}
    </div>
  );
}
