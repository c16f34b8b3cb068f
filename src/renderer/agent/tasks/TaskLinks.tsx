import { CircleHelp, LoaderCircle, MessageSquare } from 'lucide-react';
import { useMemo } from 'react';
import type { TaskView, ThreadSummary } from '../../../shared/contract/thread.ts';
import { agent, useThread } from '../threads/agent.ts';
import { stateWords } from '../threads/agent-state.ts';
import { useThreads } from '../threads/threads.ts';
import tools from '../tools/tools.module.css';
import styles from './tasks.module.css';

/** Leads to the threads of the tasks that a call began. */
export function TaskLinks({ toolUseId }: { readonly toolUseId: string }) {
  const all = useThread(({ view }) => view.tasks);
  const tasks = useMemo(() => all.filter((task) => task.toolUseId === toolUseId), [all, toolUseId]);
  if (tasks.length === 0) return null;
  return (
    <ul className={styles.tasks} aria-label="Tasks">
      {tasks.map((task) => (
        <li key={task.threadId}>
          <TaskLink task={task} />
        </li>
      ))}
    </ul>
  );
}

function TaskLink({ task: { threadId, title, spent } }: { readonly task: TaskView }) {
  const thread = useThreads(({ threads }) => threads?.find(({ id }) => id === threadId));
  // The list may not have a new one yet.
  const isGone = useThreads(({ threads }) => threads !== null) && !thread && spent !== undefined;
  return (
    <button
      type="button"
      className={styles.task}
      disabled={isGone}
      title={isGone ? 'This thread was deleted' : 'Show this thread'}
      onClick={() => void agent.openThread(threadId)}
    >
      <StateIcon state={thread?.state} />
      <span className={styles.title}>{thread?.title ?? title}</span>
      {thread && thread.state !== 'idle' && <span className={styles.state}>{stateWords[thread.state]}</span>}
    </button>
  );
}

function StateIcon({ state }: Partial<Pick<ThreadSummary, 'state'>>) {
  if (state === 'answering') return <LoaderCircle size={14} className={tools.turning} aria-hidden />;
  if (state === 'asking') return <CircleHelp size={14} className={styles.asking} aria-hidden />;
  return <MessageSquare size={14} aria-hidden />;
}
