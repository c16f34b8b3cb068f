import type {
  AskedEvent,
  AskedEvents,
  EventOutcomes,
  FollowedEvent,
  FollowedEvents,
} from '../../../shared/contract/extension-api/extension-events.ts';

/** What goes on in threads, for the extensions that declare its events. */
export interface ThreadEvents {
  /** Whether any extension has declared it: what nobody hears need not be made. */
  isHeard(name: FollowedEvent | AskedEvent): boolean;
  /** Tells those that follow it. Nothing waits for them. */
  tell<N extends FollowedEvent>(name: N, threadId: string, event: FollowedEvents[N]): void;
  /**
   * Asks those that have a say in it, one after another. One that fails is told to the person and passed over.
   * Rejects only when the signal aborts.
   */
  ask<N extends AskedEvent>(
    name: N,
    threadId: string,
    event: AskedEvents[N],
    signal: AbortSignal,
  ): Promise<AnsweredEvent<N>>;
}

export interface AnsweredEvent<N extends AskedEvent> {
  /** As they leave it. */
  readonly event: AskedEvents[N];
  /** What they said, put together. */
  readonly outcome: EventOutcomes[N];
  /** The names of the extensions that changed something or stopped it, in order; the last one is the one that stopped it. */
  readonly by: readonly string[];
}
