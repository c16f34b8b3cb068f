import { ok, type Result } from '../../../shared/contract/errors.ts';
import { notHeldBack } from '../events/held-back.ts';
import type { ThreadEvents } from '../events/thread-events.ts';
import { askIn } from '../events/turn-events.ts';
import type { OpenThread } from './open-thread.ts';
import { isUnused, type ThreadCache } from './thread-cache.ts';

export interface ThreadSwitchesDeps {
  readonly cache: Pick<ThreadCache, 'shown'>;
  readonly events: ThreadEvents;
}

/** What extensions hear of which thread the panel shows, and have a say in. */
export function createThreadSwitches({ cache, events }: ThreadSwitchesDeps) {
  let asking = new AbortController();
  /** The thread that they were told of last. */
  let told: string | null = null;

  async function mayShow(threadId: string | null, signal: AbortSignal): Promise<Result<null>> {
    if (!events.isHeard('session_before_switch')) return ok(null);
    const shown = await cache.shown();
    const isThere = threadId === null ? isUnused(shown) : threadId === shown.id;
    if (isThere) return ok(null);
    const event = { threadId };
    // What goes on in it says more.
    const asked = shown.running
      ? events.ask('session_before_switch', shown.id, event, signal)
      : askIn(events, shown)('session_before_switch', event, signal);
    return notHeldBack(asked, 'keeps you in this thread');
  }

  /** The panel shows this one. */
  function shown(thread: OpenThread): void {
    if (thread.id === told) return;
    const reason = told === null ? 'start' : isUnused(thread) ? 'new' : 'resume';
    told = thread.id;
    events.tell('session_start', thread.id, { reason });
  }

  return {
    /**
     * Shows another thread for the person, unless an extension holds that back. A later wish ends this one.
     * @param threadId null: a new one
     */
    async goTo<T>(threadId: string | null, isForced: boolean, show: () => Promise<Result<T>>): Promise<Result<T>> {
      asking.abort();
      asking = new AbortController();
      const may = isForced ? ok(null) : await mayShow(threadId, asking.signal);
      if (!may.ok) return may;
      const there = await show();
      if (there.ok) shown(await cache.shown());
      return there;
    },
    shown,
    /** An extension is active anew. */
    activated: (extensionId: string) => events.activated(extensionId, told),
    close: () => asking.abort(),
  };
}
