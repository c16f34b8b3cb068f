import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { FailureError } from '../../shared/contract/errors.ts';
import { quote } from '../documents/file-failure.ts';
import { type ApplyChanges, asFailure, changedMeanwhile } from './apply-changes.ts';
import { isBelow } from './buffer-bridge.ts';
import type { ChangedThread, ChangedThreads } from './changed-threads.ts';
import type { BlobStore } from './checkpoints/blob-store.ts';
import type { ChangedPath, ChangeRecord, Move } from './checkpoints/change-record.ts';
import { sameSnapshot } from './checkpoints/file-snapshot.ts';
import { bytesOf } from './file-text.ts';
import { notKept } from './not-kept.ts';
import type { PresentFiles } from './present-files.ts';

export interface PlannedChange {
  readonly paths: readonly ChangedPath[];
  readonly moves: readonly Move[];
  /** New content that is not in the blob store, by its hash. */
  readonly contents?: ReadonlyMap<string, Buffer>;
  /** Files that are written to the disk too where they are open with unsaved edits. */
  readonly toDisk?: ReadonlySet<string>;
}

export interface ChangeRunnerDeps {
  readonly files: PresentFiles;
  readonly store: BlobStore;
  readonly changes: ApplyChanges;
  /** Paths are something else now, by the app's own doing. Never rejects. */
  onPaths(paths: readonly string[]): Promise<void>;
}

const atOnce = 16;

export function createChangeRunner({ files, store, changes, onPaths }: ChangeRunnerDeps) {
  /**
   * Keeps what is at a path.
   * @returns null: it is as it is to be
   * @throws {FailureError} when it is not what the change was planned from
   */
  async function keep(changed: ChangedPath, { moves, toDisk }: PlannedChange): Promise<ChangedPath | null> {
    const { path, before, after } = changed;
    const { snapshot, buffer } = await files.look(path);
    if (before === null && after?.type === 'directory' && snapshot?.type === 'directory') {
      // Another change has made it meanwhile, as when several files of a new folder were asked for at once.
      if (!moves.some(({ to }) => to === path || isBelow(to, path))) return null;
    }
    if (!sameSnapshot(snapshot, before)) throw changedMeanwhile(path);
    if (before?.type !== 'file') return { path, before, after };
    const isEdited = buffer?.isEdited === true;
    if (isEdited) await store.put(await bytesOf(path, buffer));
    else if (!(await store.has(before.hash, before.size)) && (await store.putFile(path)) !== before.hash)
      throw changedMeanwhile(path);
    return { path, before, after, ...(isEdited && !toDisk?.has(path) && { disk: buffer.disk.hash }) };
  }

  async function keepAll(planned: PlannedChange): Promise<ChangedPath[]> {
    // Each to its end, so that nothing goes on when one has failed.
    const limit = pLimit(atOnce);
    const all = await Promise.allSettled(planned.paths.map((changed) => limit(() => keep(changed, planned))));
    const kept: ChangedPath[] = [];
    for (const [index, one] of all.entries()) {
      if (one.status === 'rejected') throw asFailure(one.reason, planned.paths[index]?.path ?? '', 'opened');
      if (one.value) kept.push(one.value);
    }
    await store.sync(kept.flatMap(({ before }) => (before?.type === 'file' ? [before.hash] : [])));
    return kept;
  }

  return {
    /**
     * Makes a change, or nothing of it, whatever happens: what was there is kept first, then what is to be done is
     * written down, then it is done.
     * @throws {FailureError}
     */
    async run(thread: ChangedThread, kind: ChangeRecord['kind'], promptId: string, planned: PlannedChange) {
      const { moves, contents, toDisk } = planned;
      const id = randomUUID();
      let paths: ChangedPath[];
      try {
        paths = await keepAll(planned);
        await thread.write([{ type: 'change', id, at: Date.now(), kind, promptId, paths, moves: [...moves] }]);
      } catch (error) {
        throw notKept(error, 'Nothing was changed.');
      }
      try {
        await changes.apply(paths, moves, contents, toDisk, kind === 'turn' ? promptId : undefined);
        await thread.write([{ type: 'done', id }]);
      } catch (error) {
        const left = await changes.takeBack(paths, moves);
        // Without this line it is taken back once more at the next start, which finds nothing to do, or what is left.
        if (left.length === 0) await thread.write([{ type: 'taken-back', id }]).catch(() => undefined);
        thread.changes.begun.delete(id);
        throw left.length > 0 ? halfDone(error, left) : error;
      }
      await onPaths(paths.map(({ path }) => path));
    },
    /** Takes back what a crash cut off. Nothing else may run meanwhile. @returns a sentence for each thread where it failed */
    async recover(threads: ChangedThreads) {
      const sentences: string[] = [];
      for (const thread of threads.all()) {
        for (const record of [...thread.changes.begun.values()].reverse()) {
          const left = await changes
            .takeBack(record.paths, record.moves)
            .catch(() => record.paths.map(({ path }) => path));
          if (left.length > 0) sentences.push(`A change was interrupted and could not be undone in ${named(left)}.`);
          else await thread.write([{ type: 'taken-back', id: record.id }]).catch(() => undefined);
        }
      }
      return sentences;
    },
  };
}

export const named = (paths: readonly string[]): string =>
  paths.length > 3
    ? `${paths.slice(0, 3).map(quote).join(', ')} and ${paths.length - 3} more`
    : paths.map(quote).join(', ');

function halfDone(error: unknown, left: readonly string[]): FailureError {
  const why = error instanceof Error ? error.message : String(error);
  const message = `${why} Taking back what was done by then failed in ${named(left)}.`;
  return new FailureError({ code: 'file-failed', message });
}
