import { within } from '../../shared/bounded.ts';
import type { TaskOptions, TaskOutcome } from '../../shared/contract/extension-api/extension-tasks.ts';
import type { MainMethods } from '../../shared/contract/extensions/main-methods.ts';
import type { MainStreams } from '../../shared/contract/extensions/main-streams.ts';
import type { Peer } from '../../shared/rpc/peer.ts';
import { type Log, logFailure } from './log.ts';
import { createThread } from './threads.ts';

/** Items that are under way to an extension that takes them slowly. */
const credit = 4;
/** As long as the next event waits for what follows one. */
const followMs = 10_000;

/** @param place the call or the thread that the task is a part of */
export async function runTask(
  main: Peer<MainMethods, MainStreams>,
  log: Log,
  place: { readonly callId: string } | { readonly threadId?: string },
  { signal = new AbortController().signal, on = {}, task, agent, model, tools, instructions }: TaskOptions,
): Promise<TaskOutcome> {
  signal.throwIfAborted();
  const events = Object.keys(on) as (keyof typeof on)[];
  const asked = { task: { task, agent, model, tools, instructions }, ...place, events };
  for await (const item of main.stream('thread.spawn', asked, { signal, credit })) {
    if ('ended' in item) {
      const { threadId, ...ended } = item.ended;
      return { ...ended, thread: createThread(main, threadId) };
    }
    const { id, threadId, event } = item.told;
    const follow = on[id] as ((event: unknown, at: object) => unknown) | undefined;
    try {
      const followed = Promise.resolve(follow?.(event, { thread: createThread(main, threadId), signal }));
      await within(followed, followMs, () => `it took longer than ${followMs / 1000} s`);
    } catch (thrown) {
      if (!signal.aborted) logFailure(log, `A function for the event "${id}" of a task`, thrown);
    }
  }
  throw new Error('The task ended without an outcome');
}
