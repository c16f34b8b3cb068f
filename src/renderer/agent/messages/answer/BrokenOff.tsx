import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../../../shared/contract/errors.ts';
import type { AnswerPart } from '../../../../shared/contract/thread-view.ts';
import { classNames } from '../../../base/class-names.ts';
import { endSentence } from '../../../base/format-failure.ts';
import { isLong } from '../../threads/attempts.ts';
import styles from '../Messages.module.css';

export interface BrokenOffProps {
  /** The parts from before the interruption. */
  readonly parts: readonly AnswerPart[];
  readonly failure: Failure;
  /** The parts, rendered. */
  readonly children: ReactNode;
}

/** An attempt that failed, with its partial content: fainter than the answer itself. */
export function BrokenOff({ parts, failure, children }: BrokenOffProps) {
  const line = `Interrupted: ${endSentence(failure.message)} Retried.`;
  if (!isLong(parts)) {
    return (
      <>
        {parts.length > 0 && <div className={classNames(styles.answer, styles.attempt)}>{children}</div>}
        <p className={styles.brokenOff}>{line}</p>
      </>
    );
  }
  return (
    <details className={styles.fold}>
      <summary className={styles.foldHead}>
        <ChevronRight size={14} className={styles.chevron} aria-hidden />
        {line}
      </summary>
      <div className={classNames(styles.answer, styles.attempt)}>{children}</div>
    </details>
  );
}
