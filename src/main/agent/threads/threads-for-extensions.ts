import { FailureError, orThrow, type Result } from '../../../shared/contract/errors.ts';
import type {
  ThreadActivity,
  ThreadInfo,
  ThreadItem,
} from '../../../shared/contract/extension-api/extension-threads.ts';
import { spentOf } from '../../../shared/thread/cost.ts';
import { annotateThread } from './annotate-thread.ts';
import { folderOf, type OpenThread } from './open-thread.ts';
import { addToDigest, emptyDigest, titleOf } from './storage/thread-digest.ts';
import type { ChildThreads } from './tasks/child-threads.ts';
import type { ThreadCache } from './thread-cache.ts';
import { messageCount, threadItems } from './thread-items.ts';

export interface ThreadsForExtensionsDeps {
  readonly cache: Pick<ThreadCache, 'shown' | 'use'>;
  /** Instructions that models get in it before the messages. */
  told(thread: OpenThread): Promise<string>;
  rename(threadId: string, title: string): Promise<Result<null>>;
  readonly spawn: ChildThreads['spawn'];
}

/** Threads as extensions reach them. Whether one may is decided before. */
export type ThreadsForExtensions = ReturnType<typeof createThreadsForExtensions>;

export function createThreadsForExtensions({ cache, told, rename, spawn }: ThreadsForExtensionsDeps) {
  /** @throws {FailureError} if it is gone, or of a folder that is not open */
  async function within<T>(threadId: string, work: (thread: OpenThread) => T | Promise<T>): Promise<T> {
    const done = await cache.use(threadId, async (thread) => ({ came: await work(thread) }));
    if (done) return done.came;
    throw new FailureError({ code: 'invalid-request', message: 'This thread is gone.' });
  }

  return {
    spawn,
    shown: async (): Promise<string> => (await cache.shown()).id,
    info: (threadId: string): Promise<ThreadInfo> =>
      within(threadId, (thread) => {
        const { id, view, entries } = thread;
        const { turns } = view;
        const answered = turns.flatMap(({ answers }) => answers.slice(-1));
        return {
          id,
          title: titleOf(addToDigest(emptyDigest, entries)),
          folder: folderOf(thread),
          startedAt: turns[0]?.at ?? null,
          at: answered.at(-1)?.endedAt ?? answered.at(-1)?.startedAt ?? turns.at(-1)?.at ?? null,
          model: answered.at(-1)?.model ?? null,
          messages: messageCount(view),
          tokens: spentOf(view).tokens,
        };
      }),
    state: (threadId: string): Promise<ThreadActivity> =>
      within(threadId, (thread) => ({ isAnswering: isAnswering(thread), context: thread.context })),
    items: (threadId: string, which: Parameters<typeof threadItems>[1]): Promise<ThreadItem[]> =>
      within(threadId, ({ view }) => threadItems(view, which)),
    instructions: (threadId: string): Promise<string> => within(threadId, told),
    async rename(threadId: string, title: string): Promise<void> {
      orThrow(await rename(threadId, title));
    },
    /** No note of a person is taken away: this one goes below it. */
    annotate: (
      threadId: string,
      itemId: string,
      {
        note,
        add,
        remove,
      }: { readonly note: string; readonly add: readonly string[]; readonly remove: readonly string[] },
    ): Promise<void> =>
      within(threadId, (thread) => {
        const { notes, labels } = thread.view;
        const before = Object.hasOwn(notes, itemId) ? notes[itemId]?.text : undefined;
        const own = (Object.hasOwn(labels, itemId) && labels[itemId]) || [];
        const changed = {
          ...(note.trim() !== '' && { note: before ? `${before}\n\n${note}` : note }),
          ...(add.length + remove.length > 0 && {
            labels: [...own.filter((label) => !remove.includes(label)), ...add],
          }),
        };
        orThrow(annotateThread(thread, itemId, changed));
      }),
    /** Returns at once: what stops the answer may be a part of it. */
    stop: (threadId: string): Promise<void> =>
      within(threadId, (thread) => {
        if (isAnswering(thread)) thread.running?.controller.abort();
      }),
  };
}

/** A slash command that runs is no answer. */
const isAnswering = ({ running, view }: OpenThread): boolean => {
  const answer = view.turns.at(-1)?.answers.at(-1);
  return running !== null && answer !== undefined && answer.end === undefined;
};
