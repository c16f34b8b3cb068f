import { FailureError, toFailure } from '../../../shared/contract/errors.ts';
import type { AgentConnection, OpenedSession } from '../connection/agent-connection.ts';

/**
 * Goes on with the session that a thread has, or begins one for a thread that has none. A session that cannot be gone on with
 * is never replaced unasked: the agent would know nothing of what the thread shows.
 * @param kept the id of the one that it has
 * @param wantsHistory not all of it is known here
 * @throws {FailureError} `agent-session-gone` for one that cannot be gone on with, and as the connection does
 */
export async function openSession(
  { connection, name }: { readonly connection: AgentConnection; readonly name: string },
  kept: string | undefined,
  cwd: string,
  signal: AbortSignal,
  wantsHistory: boolean,
): Promise<OpenedSession> {
  if (kept === undefined) return connection.newSession(cwd, signal);
  const { can } = connection;
  const resume = can.resume ? [() => connection.resumeSession(kept, cwd, signal)] : [];
  const load = can.load ? [() => connection.loadSession(kept, cwd, signal)] : [];
  const ways = wantsHistory ? [...load, ...resume] : [...resume, ...load];
  let why = 'It keeps no sessions.';
  for (const way of ways) {
    try {
      return await way();
    } catch (thrown) {
      const failure = toFailure(thrown);
      if (failure.code !== 'agent-failed') throw thrown;
      why = failure.message;
    }
  }
  const message = `${name} cannot go on with the session of this thread. ${why} Nothing was begun in its place.`;
  throw new FailureError({ code: 'agent-session-gone', message });
}
