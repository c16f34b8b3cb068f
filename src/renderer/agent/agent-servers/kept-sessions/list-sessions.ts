import type { KeptAgentSession, KeptSessionPage } from '../../../../shared/contract/agent-servers/agent-session.ts';
import type { Failure, Result } from '../../../../shared/contract/errors.ts';

export interface ListedSessions {
  readonly sessions: readonly KeptAgentSession[];
  /** More pages come. */
  readonly isListing: boolean;
  /** There are more than are listed. */
  readonly isCut: boolean;
  readonly failure: Failure | null;
}

const most = 500;

/**
 * Asks for the sessions of an agent, page by page. An agent that gives the same page again and again comes to an end, too.
 * @param show gets what is known after each page
 */
export async function listSessions(
  ask: (cursor: string | null) => Promise<Result<KeptSessionPage>>,
  show: (listed: ListedSessions) => void,
  signal: AbortSignal,
): Promise<void> {
  const found = new Map<string, KeptAgentSession>();
  const seen = new Set<string>();
  let cursor: string | null = null;
  for (let isOver = false; !isOver; ) {
    const page: Result<KeptSessionPage> = await ask(cursor);
    if (signal.aborted) return;
    const before = found.size;
    const more = page.ok ? page.value.sessions : [];
    for (const session of more) if (!found.has(session.id)) found.set(session.id, session);
    cursor = page.ok ? page.value.next : null;
    isOver = cursor === null || seen.has(cursor) || found.size === before || found.size >= most;
    if (cursor !== null) seen.add(cursor);
    show({
      sessions: [...found.values()].slice(0, most),
      isListing: !isOver,
      isCut: found.size > most || (isOver && cursor !== null && found.size >= most),
      failure: page.ok ? null : page.failure,
    });
  }
}
