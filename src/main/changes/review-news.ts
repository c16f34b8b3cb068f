import { isDeepStrictEqual } from 'node:util';
import type { ReviewSnapshot } from '../../shared/contract/change.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { ChangedThread, ChangedThreads } from './changed-threads.ts';
import type { ThreadReview } from './thread-review.ts';

/** Tells the window what is to review, soon after it may be something else, and only when it is. */
export interface ReviewNews {
  /** Something was done in the thread. */
  changed(threadId: string): void;
  /** A file is another one, whoever did it. */
  fileChanged(path: string): void;
  /** The window was told by another way. */
  told(snapshot: ReviewSnapshot): void;
  /** Resolves when all that is to be told is told. */
  close(): Promise<void>;
}

export interface ReviewNewsDeps {
  readonly threads: ChangedThreads;
  readonly review: ThreadReview;
  publish(event: Extract<MainEvent, { type: 'review' }>): void;
}

/** Changes are gathered for so long, in ms: typing in a reviewed file is many. */
const gatherMs = 150;

export function createReviewNews({ threads, review, publish }: ReviewNewsDeps): ReviewNews {
  const last = new Map<string, ReviewSnapshot>();
  const due = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let telling = Promise.resolve();
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
      publish({ type: 'review', review: snapshot });
    }
  }

  function changed(threadId: string): void {
    if (isClosed) return;
    due.add(threadId);
    timer ??= setTimeout(() => {
      timer = undefined;
      telling = telling.then(tell).catch(() => undefined);
    }, gatherMs);
  }

  const isOf = (path: string, { changes }: ChangedThread): boolean => changes.reviewed.has(path);

  return {
    changed,
    fileChanged(path) {
      for (const thread of threads.all()) if (isOf(path, thread)) changed(thread.id);
    },
    told: (snapshot) => void last.set(snapshot.threadId, snapshot),
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await telling;
    },
  };
}
