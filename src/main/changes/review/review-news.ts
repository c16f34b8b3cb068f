import { isDeepStrictEqual } from 'node:util';
import type { LimitFunction } from 'p-limit';
import type { ReviewSnapshot } from '../../../shared/contract/change.ts';
import type { MainEvent } from '../../../shared/contract/renderer-api.ts';
import type { ChangedThread, ChangedThreads } from '../changed-threads.ts';
import type { ThreadReview } from './thread-review.ts';

export interface ReviewNewsDeps {
  readonly threads: ChangedThreads;
  readonly review: ThreadReview;
  publish(event: Extract<MainEvent, { type: 'review' }>): void;
  /** Changes and decisions are made in it too, one after the other. */
  readonly inTurn: LimitFunction;
}

/** Changes are gathered for so long, in ms: typing in a reviewed file is many. */
const gatherMs = 150;

/**
 * Tells the window what is to review, when it asks, and soon after it may be something else, and is. One review is made
 * after the other, and counted. None is made in the midst of a change: the editor has the new text before the disk does,
 * and a look between would take what the disk has for news and give it to the editor.
 */
export function createReviewNews({ threads, review, publish, inTurn }: ReviewNewsDeps) {
  const last = new Map<string, Omit<ReviewSnapshot, 'order'>>();
  let count = 0;
  const due = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  async function tell(): Promise<void> {
    const ids = [...due];
    due.clear();
    for (const id of ids) {
      const thread = threads.find(id);
      if (!thread) continue;
      const snapshot = await review.snapshot(thread);
      if (isDeepStrictEqual(last.get(id), snapshot)) continue;
      last.set(id, snapshot);
      publish({ type: 'review', review: { ...snapshot, order: ++count } });
    }
  }

  function changed(threadId: string): void {
    if (isClosed) return;
    due.add(threadId);
    timer ??= setTimeout(() => {
      timer = undefined;
      void inTurn(tell).catch(() => undefined);
    }, gatherMs);
  }

  const isOf = (path: string, { changes }: ChangedThread): boolean => changes.reviewed.has(path);

  threads.follow(changed);
  return {
    /** A file is another one, whoever did it. */
    fileChanged(path: string) {
      for (const thread of threads.all()) if (isOf(path, thread)) changed(thread.id);
    },
    /** The review that the window asked for. */
    answer: (threadId: string): Promise<ReviewSnapshot> =>
      inTurn(async () => {
        const snapshot = await review.snapshot(threads.get(threadId));
        last.set(threadId, snapshot);
        return { ...snapshot, order: ++count };
      }),
    /** Resolves when all that is to be told is told. */
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await inTurn(() => {});
    },
  };
}
