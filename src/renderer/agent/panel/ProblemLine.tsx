import { TriangleAlert, X } from 'lucide-react';
import type { Failure } from '../../../shared/contract/errors.ts';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { formatFailure } from '../../base/format-failure.ts';
import styles from './AgentPanel.module.css';

export interface ProblemLineProps {
  readonly failure: Failure;
  onDismiss(): void;
}

/** What went wrong outside an answer: a model that could not be chosen, a prompt that could not be sent. */
export function ProblemLine({ failure, onDismiss }: ProblemLineProps) {
  return (
    <div role="alert" className={styles.problem}>
      <TriangleAlert size={16} aria-hidden />
      <p className={styles.problemText}>{formatFailure(failure)}</p>
      <IconButton label="Dismiss" onClick={onDismiss}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
