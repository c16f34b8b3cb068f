import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '../../base/class-names.ts';
import styles from './Messages.module.css';

export interface FoldProps {
  /** Lets a search open it. */
  readonly id: string;
  /** Visible while it is folded, too. */
  readonly head: ReactNode;
  readonly className?: string | undefined;
  /** More content is being added. */
  readonly isGrowing?: boolean;
  readonly children: ReactNode;
}

/** A fold whose content is not rendered until it is opened. */
export function Fold({ id, head, className, isGrowing = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      data-fold={id}
      className={classNames(styles.fold, className)}
      onToggle={({ currentTarget, target }) => target === currentTarget && setOpen(currentTarget.open)}
    >
      <summary className={classNames(styles.foldHead, isGrowing && styles.shimmer)}>
        <ChevronRight size={14} className={styles.chevron} aria-hidden />
        {head}
      </summary>
      {isOpen && children}
    </details>
  );
}
