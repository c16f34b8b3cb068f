import type { ChangeService } from '../changes/change-service.ts';

/** Milliseconds after an agent's work in which a change on disk counts as its own: open files are looked at with a delay. */
const afterMs = 3_000;

/** The agents that may be changing files, as they write the disk themselves. */
export type AgentsAtWork = ReturnType<typeof createAgentsAtWork>;

export function createAgentsAtWork(now: () => number = () => performance.now()) {
  const working: { readonly name: string }[] = [];
  let last = { name: '', until: Number.NEGATIVE_INFINITY };

  return {
    /** @param name as the person knows it @returns ends it */
    begin(name: string): () => void {
      const work = { name };
      working.push(work);
      return () => {
        const at = working.indexOf(work);
        if (at === -1) return;
        working.splice(at, 1);
        last = { name, until: now() + afterMs };
      };
    },
    /** The name of the agent that a change found just now is of; null: none can have made it. */
    changer: (): string | null => working.at(-1)?.name ?? (now() < last.until ? last.name : null),
  };
}

type BeforeCommand = ChangeService['beforeCommand'];

/** The agent is at work as long as what it changes is watched. @param name as the person knows it */
export const workingWhileWatched =
  (atWork: Pick<AgentsAtWork, 'begin'>, name: string, beforeCommand: BeforeCommand): BeforeCommand =>
  async (...place) => {
    const rest = atWork.begin(name);
    try {
      const { missing, done } = await beforeCommand(...place);
      return { missing, done: () => done().finally(rest) };
    } catch (error) {
      rest();
      throw error;
    }
  };
