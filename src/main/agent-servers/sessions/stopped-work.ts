import { setTimeout as after } from 'node:timers/promises';
import { abortable } from '../../../shared/bounded.ts';
import type { Opened } from './opened-session.ts';
import type { UnderWay } from './running-agent.ts';

/** What an agent did when the person stopped it. For the thread it is over. */
export interface Stopped {
  readonly opened: Opened;
  /** Where what still comes of it belongs; null: it is dropped. */
  readonly answerId: string | null;
  /** When it began, as `performance.now()`. */
  readonly since: number;
  /** Settles once the agent has ended it. It never rejects. */
  readonly over: Promise<unknown>;
  readonly underWay: UnderWay | undefined;
  /** What it changed can be looked at: nothing of it runs any more, or it is given up. */
  settled(): void;
}

export interface StoppedWorkDeps {
  /** In ms, for the agent to end what was stopped. */
  readonly graceMs: number;
  /** The agent did not end it, and goes for it; other threads may keep its process for a while. */
  onGivenUp(stopped: Stopped, isEnded: boolean): void;
  /** Nothing comes of it any more. */
  onQuiet(): void;
}

/**
 * What the person stopped, for as long as the agent may go on with it. The agent has a moment to end it; then its commands are
 * ended, and the agent itself if it goes on.
 */
export function createStoppedWork({ graceMs, onGivenUp, onQuiet }: StoppedWorkDeps) {
  let present: Stopped | null = null;
  let ended: Promise<unknown> = Promise.resolve();

  async function end(stopped: Stopped, grace: Promise<unknown>): Promise<void> {
    const { link, id } = stopped.opened;
    const isOver = await Promise.race([stopped.over.then(() => true), grace.then(() => false)]);
    const commandsEnded = link.endCommands(id, stopped.since).catch(() => {});
    if (isOver) stopped.underWay?.end();
    else onGivenUp(stopped, (await stopped.underWay?.giveUp()) ?? true);
    await commandsEnded;
    stopped.settled();
  }

  return {
    /** Whether what the agent does and asks may still be of it. */
    isGoing: (): boolean => present !== null,
    begin(stopped: Stopped): void {
      present = stopped;
      const grace = after(graceMs, undefined, { ref: false });
      const own = end(stopped, grace);
      ended = Promise.all([ended, own]);
      void Promise.all([own, grace]).then(() => {
        if (present !== stopped) return;
        present = null;
        onQuiet();
      });
    },
    /** Waits until the agent has ended it, or was ended. */
    async over(signal: AbortSignal): Promise<void> {
      await abortable(ended, signal);
    },
    /** The next prompt is being sent: what comes after that is not of it. */
    passed(): void {
      present = null;
    },
  };
}

export type StoppedWork = ReturnType<typeof createStoppedWork>;
