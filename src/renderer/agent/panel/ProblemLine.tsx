import { TriangleAlert, X } from 'lucide-react';
import type { Failure } from '../../../shared/contract/errors.ts';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { formatFailure } from '../../base/format-failure.ts';
import styles from './AgentPanel.module.css';

export interface ProblemLineProps {
  readonly failure: Failure;
  onDismiss(): void;
}

/** A failure outside an answer: of choosing a model, of sending a prompt. */
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
