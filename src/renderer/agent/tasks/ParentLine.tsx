import { CornerLeftUp } from 'lucide-react';
import { singleLine } from '../../../shared/harmless-text.ts';
import { agent, useThread } from '../threads/agent.ts';
import { useThreads } from '../threads/threads.ts';
import styles from './tasks.module.css';

/** Leads from the thread of a task back to the one in which it was begun. */
export function ParentLine() {
  const origin = useThread(({ view }) => view.origin);
  const parent = useThreads(({ threads }) => threads?.find(({ id }) => id === origin?.parentId));
  if (!origin) return null;
  return (
    <div className={styles.parent}>
      <CornerLeftUp size={14} aria-hidden />
      <span className={styles.word}>{parent ? 'Task of' : 'Task'}</span>
      {parent && (
        <button
          type="button"
          className={styles.link}
          title={parent.title}
          onClick={() => void agent.openThread(parent.id)}
        >
          {parent.title}
        </button>
      )}
      <span className={styles.quiet}>begun by {singleLine(origin.extensionName)}</span>
    </div>
  );
}
