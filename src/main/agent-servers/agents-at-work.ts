import type { ChangedBy } from '../../shared/contract/main-events.ts';
import type { ChangeService } from '../changes/change-service.ts';

/** Milliseconds after an agent's work in which a change on disk counts as its own: open files are looked at with a delay. */
const afterMs = 3_000;

/** The agents that may be changing files, as they write the disk themselves. */
export type AgentsAtWork = ReturnType<typeof createAgentsAtWork>;

export function createAgentsAtWork(now: () => number = () => performance.now()) {
  const working: Required<ChangedBy>[] = [];
  let last: { readonly by: ChangedBy | null; readonly until: number } = { by: null, until: Number.NEGATIVE_INFINITY };

  return {
    /** @param name as the person knows it @param turn the prompt for which it works @returns ends it */
    begin(name: string, turn: string): () => void {
      const work = { name, turn };
      working.push(work);
      return () => {
        const at = working.indexOf(work);
        if (at === -1) return;
        working.splice(at, 1);
        last = { by: work, until: now() + afterMs };
      };
    },
    /** Whose a change is that was found just now; null: no agent can have made it. While several work, of no sure turn. */
    changer(): ChangedBy | null {
      const [first, ...more] = working;
      const latest = more.at(-1);
      if (latest) return more.every(({ turn }) => turn === first?.turn) ? latest : { name: latest.name };
      return first ?? (now() < last.until ? last.by : null);
    },
  };
}

type BeforeCommand = ChangeService['beforeCommand'];

/** The agent is at work as long as what it changes is watched. @param name as the person knows it */
export const workingWhileWatched =
  (atWork: Pick<AgentsAtWork, 'begin'>, name: string, beforeCommand: BeforeCommand): BeforeCommand =>
  async (place, root) => {
    const rest = atWork.begin(name, place.promptId);
    try {
      const watch = await beforeCommand(place, root);
      return { ...watch, done: () => watch.done().finally(rest) };
    } catch (error) {
      rest();
      throw error;
    }
  };
