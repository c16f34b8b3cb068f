import { abortable } from '../../../shared/bounded.ts';
import type { AgentConnection, PromptBlock, PromptEnd } from '../connection/agent-connection.ts';

/** A turn of an agent, which a person may stop. */
export interface PromptTurn {
  /** Rejects as soon as it is stopped, whatever the agent makes of that. */
  readonly ended: Promise<PromptEnd>;
  /** The agent has ended it, or is gone (null). It never rejects. */
  readonly over: Promise<PromptEnd | null>;
  isOver(): boolean;
}

/** Prompts an agent. @param signal stops the turn, and tells the agent */
export function beginTurn(
  connection: Pick<AgentConnection, 'prompt' | 'cancel'>,
  sessionId: string,
  blocks: readonly PromptBlock[],
  signal: AbortSignal,
): PromptTurn {
  let isOver = false;
  const stop = () => connection.cancel(sessionId);
  const prompted = connection.prompt(sessionId, blocks, new AbortController().signal);
  const over = prompted
    .catch(() => null)
    .finally(() => {
      isOver = true;
      signal.removeEventListener('abort', stop);
    });
  signal.addEventListener('abort', stop, { once: true });
  return { ended: abortable(prompted, signal), over, isOver: () => isOver };
}
