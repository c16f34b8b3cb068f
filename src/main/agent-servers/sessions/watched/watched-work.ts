import type { Claim } from '../../../changes/change-owners.ts';
import type { ChangePlace, ChangeService } from '../../../changes/change-service.ts';
import type { AgentLink, UnderWay } from '../running-agent.ts';

type Watch = Awaited<ReturnType<ChangeService['beforeCommand']>>;

/** Something that an agent does in a thread. */
export interface Work {
  /** As `performance.now()`. */
  readonly since: number;
  /** It has been noted what is there. */
  readonly noted: Promise<Watch>;
  readonly underWay: UnderWay | undefined;
  /** What the agent changed is recorded. Nobody has to wait for that: what comes after it is looked at after it. */
  record(): void;
  /** It is over, and recorded. */
  end(): void;
}

/** The folder of a thread is looked at before and after its agent works, as what that changes itself nobody tells. */
export function createWatchedWork(changes: Pick<ChangeService, 'beforeCommand'>, folder: string | null) {
  const present = new Set<Work>();
  const recording = new Set<Promise<void>>();

  return {
    /** @param link the process, which stays for it */
    begin(place: ChangePlace, link: AgentLink | null): Work {
      const noted = changes.beforeCommand(place, folder);
      noted.catch(() => {});
      const work: Work = {
        ...{ since: performance.now(), noted, underWay: link?.begin() },
        record() {
          if (!present.delete(work)) return;
          const done = (async () => (await noted).done())().catch(() => {});
          recording.add(done);
          void done.then(() => recording.delete(done));
        },
        end() {
          work.underWay?.end();
          work.record();
        },
      };
      present.add(work);
      return work;
    },
    /** A call of the agent says what it changes. */
    claim(claim: Claim): void {
      for (const { noted } of present) {
        void noted.then(
          (watch) => watch.claim(claim),
          () => {},
        );
      }
    },
    /** Settles once everything is recorded, of what goes on as far as it has come. */
    async recorded(): Promise<void> {
      for (const work of present) work.record();
      await Promise.all(recording);
    },
  };
}

export type WatchedWork = ReturnType<typeof createWatchedWork>;
