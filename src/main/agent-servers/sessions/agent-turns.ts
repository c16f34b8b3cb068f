import { setTimeout as after } from 'node:timers/promises';
import { abortable } from '../../../shared/bounded.ts';
import type { AgentConnection, PromptBlock, PromptEnd } from '../connection/agent-connection.ts';

/** The turns of a session. @param graceMs for the agent to end one that the person stopped; then it is over for the thread */
export function createAgentTurns({ graceMs, onStop }: { readonly graceMs: number; onStop(): void }) {
  /** Settles when a turn is over that was stopped, and that the agent has not ended. */
  let stuck: Promise<void> | null = null;

  function noteStuck(prompted: Promise<unknown>): void {
    const over = prompted.then(
      () => {},
      () => {},
    );
    stuck = over;
    void over.then(() => {
      if (stuck === over) stuck = null;
    });
  }

  return {
    /** Asks the agent, and waits until its turn is over. @param signal stops it */
    async run(
      connection: Pick<AgentConnection, 'prompt' | 'cancel'>,
      sessionId: string,
      blocks: readonly PromptBlock[],
      signal: AbortSignal,
    ): Promise<PromptEnd> {
      const waiting = new AbortController();
      let grace: NodeJS.Timeout | undefined;
      const stop = () => {
        onStop();
        connection.cancel(sessionId);
        grace = setTimeout(() => waiting.abort(), graceMs);
      };
      signal.throwIfAborted();
      signal.addEventListener('abort', stop);
      try {
        const prompted = connection.prompt(sessionId, blocks, new AbortController().signal);
        waiting.signal.addEventListener('abort', () => noteStuck(prompted));
        return await abortable(prompted, waiting.signal);
      } finally {
        clearTimeout(grace);
        signal.removeEventListener('abort', stop);
      }
    },
    /**
     * Waits for a turn that was stopped and has not ended: an agent that goes on with it would let the next wait for ever.
     * @returns whether the agent goes on with it even now, and has to be ended
     */
    async isStuck(signal: AbortSignal): Promise<boolean> {
      if (!stuck) return false;
      await abortable(Promise.race([stuck, after(graceMs)]), signal);
      const stays = stuck !== null;
      stuck = null;
      return stays;
    },
  };
}
