import { CircleHelp } from 'lucide-react';
import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import { Button } from '../../base/controls/Button.tsx';
import styles from './AgentPanel.module.css';

export interface OtherAsksProps {
  /** Threads that wait for the person, without the shown one. */
  readonly asking: readonly ThreadSummary[];
  onShow(threadId: string): void;
}

/** Tells that a thread in the background waits for a decision. */
export function OtherAsks({ asking, onShow }: OtherAsksProps) {
  const [first] = asking;
  return (
    // Always mounted: a live region is announced only when something comes into it.
    <div role="status" className={styles.otherAsks}>
      {first && (
        <>
          <CircleHelp size={16} aria-hidden />
          <p className={styles.otherTitle} title={first.title}>
            {asking.length === 1 ? 'Another thread needs you' : `${asking.length} other threads need you`}:{' '}
            {first.title}
          </p>
          <Button onClick={() => onShow(first.id)}>Show</Button>
        </>
      )}
    </div>
  );
}
