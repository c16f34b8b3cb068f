import { Hourglass } from 'lucide-react';
import type { AnswerActivity } from '../../../shared/contract/thread.ts';
import { Button } from '../../base/controls/Button.tsx';
import { useNow } from '../../base/use-now.ts';
import styles from '../messages/Messages.module.css';
import { PauseQuestion } from '../tools/questions/PauseQuestion.tsx';
import { formatActivity } from './format-activity.ts';

export interface ActivityLineProps {
  readonly activity: AnswerActivity;
  onRetryNow(): void;
  onCancel(): void;
}

/** Why an answer waits, and the possible actions. Announced elsewhere, once. */
export function ActivityLine({ activity, onRetryNow, onCancel }: ActivityLineProps) {
  // Keyed, as each pause is a new question.
  if (activity.type === 'paused') return <PauseQuestion key={activity.since} reason={activity.reason} />;
  return <Countdown activity={activity} onRetryNow={onRetryNow} onCancel={onCancel} />;
}

function Countdown({ activity, onRetryNow, onCancel }: ActivityLineProps) {
  const { what, next } = formatActivity(activity, useNow(true));
  return (
    // biome-ignore lint/a11y/useSemanticElements: it is no fieldset
    <div role="group" aria-label="The answer is waiting" className={styles.activity}>
      <Hourglass size={16} aria-hidden />
      <div className={styles.failedText}>
        {what !== '' && <p>{what}</p>}
        <p className={styles.countdown}>{next}</p>
        <div className={styles.buttons}>
          {activity.type === 'retrying' && <Button onClick={onRetryNow}>Retry now</Button>}
          <Button title="Cancel (Esc)" onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </div>
    </div>
  );
}
