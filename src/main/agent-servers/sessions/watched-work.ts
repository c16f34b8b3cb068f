import type { ChangePlace, ChangeService } from '../../changes/change-service.ts';

export type Watch = Awaited<ReturnType<ChangeService['beforeCommand']>>;

/** The folder of a thread is looked at before and after its agent works, as what that changes itself nobody tells. */
export function createWatchedWork(changes: Pick<ChangeService, 'beforeCommand'>, folder: string | null) {
  const ending = new Set<Promise<void>>();

  return {
    begin: (place: ChangePlace): Promise<Watch> => changes.beforeCommand(place, folder),
    /** What the agent changed is recorded. Nobody has to wait for that: what comes after it is looked at after it. */
    end(watch: Promise<Watch> | null): void {
      const done = (async () => (await watch)?.done())().catch(() => {});
      ending.add(done);
      void done.then(() => ending.delete(done));
    },
    /** Settles once what has ended by now is recorded. */
    async recorded(): Promise<void> {
      await Promise.all(ending);
    },
  };
}

export type WatchedWork = ReturnType<typeof createWatchedWork>;
