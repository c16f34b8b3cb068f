import { Pencil } from 'lucide-react';
import { Button } from '../../base/controls/Button.tsx';
import styles from './Composer.module.css';

export interface EditingBarProps {
  readonly isBusy: boolean;
  /** The name of the agent that gets it; null: a model does. */
  readonly agentName: string | null;
  onCancel(): void;
}

/** Tells that the message will become another version of an earlier one. */
export const EditingBar = ({ isBusy, agentName, onCancel }: EditingBarProps) => (
  <div role="status" className={styles.bar}>
    <Pencil size={14} aria-hidden />
    <p className={styles.barText}>
      Editing an earlier message. {isBusy ? 'Stop the answer to send it.' : whatFollows(agentName)}
    </p>
    <Button onClick={onCancel}>Cancel</Button>
  </div>
);

/** An agent keeps its own record of what was said. */
const whatFollows = (agentName: string | null): string =>
  agentName === null
    ? 'What came after it is kept.'
    : `${agentName} gets it as a further message: it remembers what came after the earlier one.`;
