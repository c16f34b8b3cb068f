import type { SessionLimits } from '../../session-limits.ts';
import type { ThreadSession } from '../thread-session.ts';

export interface UnusedSessionsDeps {
  /** All that there are, and whether the thread of each is shown. */
  all(): readonly { readonly session: ThreadSession; readonly isShown: boolean }[];
  /** The thread goes on in it when it is wanted again. */
  close(session: ThreadSession): void;
  readonly limits: Pick<SessionLimits, 'mostUnused' | 'unusedSessionMs'>;
}

interface Seen {
  readonly isUsed: boolean;
  /** When it was used last, as `performance.now()`. */
  readonly usedAt: number;
}

/**
 * Sessions that nobody uses are closed, as some agents start a process for each. Of each process the few that were used last
 * stay open for a while. An agent that cannot close a single one is ended once nobody uses any of them.
 */
export function createUnusedSessions({ all, close, limits }: UnusedSessionsDeps) {
  const seen = new WeakMap<ThreadSession, Seen>();
  /** Programs that have lost a session that was closed, whatever they promise. */
  const unreliable = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  function see(session: ThreadSession, isUsed: boolean, now: number): Seen {
    const before = seen.get(session);
    // It was used up to now; and so it is by an agent that speaks of itself.
    const usedAt = isUsed || !before || before.isUsed ? now : Math.max(before.usedAt, session.heardAt());
    seen.set(session, { isUsed, usedAt });
    return { isUsed, usedAt };
  }

  /** Closes those that have become too many, or too old. */
  function look(): void {
    clearTimeout(timer);
    const now = performance.now();
    const open = all().flatMap(({ session, isShown }) => {
      const link = session.openIn();
      return link ? [{ session, link, ...see(session, isShown || !session.mayBeClosed(), now) }] : [];
    });
    const isOld = ({ usedAt }: Seen): boolean => now - usedAt >= limits.unusedSessionMs;
    let next = limits.unusedSessionMs;
    for (const [link, its] of Map.groupBy(open, (one) => one.link)) {
      const { close: canClose, load, resume } = link.connection.can;
      if (!(load || resume) || unreliable.has(link.program)) continue;
      const unused = its.filter(({ isUsed }) => !isUsed).sort((one, other) => other.usedAt - one.usedAt);
      const areAllOld = its.every((one) => !one.isUsed && isOld(one));
      const left = canClose
        ? unused.filter((one, place) => place >= limits.mostUnused || isOld(one))
        : areAllOld
          ? unused
          : [];
      for (const { session } of left) close(session);
      if (!canClose && areAllOld) link.retire();
      for (const one of unused) {
        if (!left.includes(one) && !isOld(one)) next = Math.min(next, one.usedAt + limits.unusedSessionMs - now);
      }
    }
    if (open.length > 0) timer = setTimeout(look, Math.ceil(next)).unref();
  }

  return {
    look,
    /** A program could not go on with a session that was closed: no other is closed. */
    distrust: (program: string): void => void unreliable.add(program),
    end: (): void => clearTimeout(timer),
  };
}

export type UnusedSessions = ReturnType<typeof createUnusedSessions>;
