import { TriangleAlert, X } from 'lucide-react';
import { Button } from '../../base/controls/Button.tsx';
import { IconButton } from '../../base/controls/IconButton.tsx';
import { formatFailure } from '../../base/format-failure.ts';
import { focusComposer } from '../composer/focus.ts';
import type { Problem } from '../threads/agent-state.ts';
import styles from './AgentPanel.module.css';

export interface ProblemLineProps {
  readonly problem: Problem;
  onDismiss(): void;
}

/** A failure outside an answer: of choosing a model, of sending a prompt; or what an extension held back. */
export function ProblemLine({ problem, onDismiss }: ProblemLineProps) {
  const { goOn } = problem;
  return (
    <div role="alert" className={styles.problem}>
      <TriangleAlert size={16} aria-hidden />
      <p className={styles.problemText}>{formatFailure(problem)}</p>
      {goOn && (
        <Button
          onClick={() => {
            onDismiss();
            focusComposer();
            goOn.run();
          }}
        >
          {goOn.label}
        </Button>
      )}
      <IconButton label="Dismiss" onClick={onDismiss}>
        <X size={16} />
      </IconButton>
    </div>
  );
}
