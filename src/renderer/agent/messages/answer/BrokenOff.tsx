import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Failure } from '../../../../shared/contract/errors.ts';
import type { AnswerPart } from '../../../../shared/contract/thread.ts';
import { classNames } from '../../../base/class-names.ts';
import { endSentence } from '../../../base/format-failure.ts';
import { isLong } from '../../threads/attempts.ts';
import styles from '../Messages.module.css';

export interface BrokenOffProps {
  /** What came before it broke off. */
  readonly parts: readonly AnswerPart[];
  readonly failure: Failure;
  /** The same, drawn. */
  readonly children: ReactNode;
}

/** An attempt that came to nothing, and what it had said: quieter than what counts. */
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
