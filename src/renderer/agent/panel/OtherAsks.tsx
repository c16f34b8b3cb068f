import { CircleHelp } from 'lucide-react';
import { useRef } from 'react';
import type { ThreadSummary } from '../../../shared/contract/thread.ts';
import { Button } from '../../base/controls/Button.tsx';
import styles from './AgentPanel.module.css';
import { AskedElsewhere } from './AskedElsewhere.tsx';

export interface OtherAsksProps {
  /** Threads that wait for the person, without the shown one. */
  readonly asking: readonly ThreadSummary[];
  onShow(threadId: string): void;
}

/** Tells that threads in the background wait for a decision, and has the question of one of them. */
export function OtherAsks({ asking, onShow }: OtherAsksProps) {
  const first = useSteady(asking);
  return (
    <>
      {/* Always mounted: a live region is announced only when something comes into it. */}
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
      {first && <AskedElsewhere key={first.id} threadId={first.id} />}
    </>
  );
}

/** The one of before as long as it asks: another must not take the place of one that is about to be answered. */
function useSteady(asking: readonly ThreadSummary[]): ThreadSummary | undefined {
  const before = useRef<string>(undefined);
  const first = asking.find(({ id }) => id === before.current) ?? asking[0];
  before.current = first?.id;
  return first;
}
