import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { classNames } from '../../base/class-names.ts';
import styles from './Messages.module.css';

export interface FoldProps {
  /** By which the search opens it. */
  readonly id: string;
  /** What is seen of it when it is folded. */
  readonly head: ReactNode;
  readonly className?: string | undefined;
  /** More is being added to it. */
  readonly isGrowing?: boolean;
  readonly children: ReactNode;
}

/** Something folded away, which costs nothing until it is opened. */
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
