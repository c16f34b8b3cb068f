import type { PauseReason, Spent } from '../../../../shared/contract/thread.ts';
import { spentOf } from '../../../../shared/thread/cost.ts';
import type { OpenThread } from '../open-thread.ts';
import { limitReached } from '../thread-limit.ts';

/** A thread whose limit is reached. */
export interface UsedUp {
  readonly thread: OpenThread;
  readonly reason: Extract<PauseReason, { type: 'limit' }>;
}

/**
 * Tasks spend from the budgets of the threads that they are tasks of: what those at work spend counts there at once, so
 * that several together spend no more than one.
 */
export type SharedBudgets = ReturnType<typeof createSharedBudgets>;

export function createSharedBudgets() {
  /** Of the tasks at work, their parents. */
  const parents = new Map<OpenThread, OpenThread>();

  function spentIn(thread: OpenThread): Spent {
    const { view } = thread;
    const working = [...parents].filter(([, parent]) => parent === thread);
    const spent = working.map(([task]) => ({ at: Date.now(), spent: spentIn(task) }));
    return spentOf({ ...view, tasks: [...view.tasks, ...spent] });
  }

  return {
    /** @returns ends that; what the task came to is in its parent by then */
    begin(task: OpenThread, parent: OpenThread): () => void {
      parents.set(task, parent);
      return () => void parents.delete(task);
    },
    /** The thread itself, or one that it is a task of. */
    usedUp(thread: OpenThread): UsedUp | null {
      for (let one: OpenThread | undefined = thread; one; one = parents.get(one)) {
        const reason = limitReached(one.view.limit, spentIn(one));
        if (reason) return { thread: one, reason: { ...reason, ...(one !== thread && { isOfParent: true }) } };
      }
      return null;
    },
  };
}
