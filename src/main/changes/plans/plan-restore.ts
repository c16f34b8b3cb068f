import pLimit from 'p-limit';
import { FailureError } from '../../../shared/contract/errors.ts';
import { named, type PlannedChange } from '../change-runner.ts';
import type { ChangedPath, ChangeRecord, Move } from '../checkpoints/change-record.ts';
import { inverse } from '../checkpoints/change-record.ts';
import { type FileSnapshot, sameSnapshot } from '../checkpoints/file-snapshot.ts';
import type { Present, PresentFiles } from '../present-files.ts';
import type { ThreadChanges } from '../thread-changes.ts';

export interface RestorePlan {
  readonly change: PlannedChange;
  /** Files that are not as the app left them, or may not have been, and would be something else. */
  readonly changedSince: readonly string[];
  /** Open files that are as they would be in the editor alone, as the editor names them. */
  readonly unsaved: readonly string[];
}

interface Touched {
  /** Its state after the restore. */
  readonly first: ChangedPath;
  last: ChangedPath;
  /** Somebody else changed it before the last of the changes, or may have. */
  isBroken: boolean;
  /** Only ever in the editor, over unsaved edits. */
  isUnsaved: boolean;
}

const atOnce = 16;

/**
 * The steps that bring the files that turns changed back to their state before the one that begins at `start`. What other
 * threads and the person changed since counts as theirs, and is told.
 */
export async function planRestore(changes: ThreadChanges, start: number, files: PresentFiles): Promise<RestorePlan> {
  const made = changes.made.slice(start);
  const touched = new Map<string, Touched>();
  for (const change of made) {
    const isOfModel = change.kind === 'turn' || change.kind === 'command';
    const isUncertain = change.isUncertain === true;
    for (const changed of change.paths) {
      const known = touched.get(changed.path);
      if (known) {
        known.isBroken ||= isUncertain || !sameSnapshot(known.last.after, changed.before);
        known.last = changed;
        known.isUnsaved &&= changed.disk !== undefined;
      } else if (isOfModel && change.undoneBy === null) {
        const isUnsaved = changed.disk !== undefined;
        touched.set(changed.path, { first: changed, last: changed, isBroken: isUncertain, isUnsaved });
      }
    }
  }
  const changedSince: string[] = [];
  const unsaved: string[] = [];
  const toDisk = new Set<string>();
  const paths: ChangedPath[] = [];
  await pLimit(atOnce).map([...touched], async ([path, { first, last, isBroken, isUnsaved }]) => {
    const present = await files.look(path);
    const isAsOnDisk = last.disk !== undefined && isDisk(present, last.disk);
    // The edits were never saved and are gone with their editor, the model's among them.
    if (isAsOnDisk && isUnsaved) return;
    if (sameSnapshot(present.snapshot, first.before)) {
      if (present.buffer?.isEdited && sameSnapshot(present.buffer.disk, last.after))
        unsaved.push(present.buffer.openPath);
      return;
    }
    // Nothing is left of what was made there: the folder that has its name by now is somebody else's.
    if (first.before === null && isDirectory(present.snapshot) && !isDirectory(last.after)) return;
    const { snapshot, buffer } = present;
    // The disk has the changes as well, and not only the editor.
    const isToDisk =
      buffer?.isEdited === true && first.before !== null && !(isUnsaved && buffer.disk.hash === last.disk);
    if (isToDisk) toDisk.add(path);
    const isDiskTheirs = isToDisk && buffer.disk.hash !== last.disk && !sameSnapshot(buffer.disk, last.after);
    const isTheirs = isBroken || isDiskTheirs || !(isAsOnDisk || sameSnapshot(snapshot, last.after));
    if (isTheirs && !isDirectory(present.snapshot)) changedSince.push(path);
    paths.push({ path, before: present.snapshot, after: first.before });
  });
  return {
    change: { paths, moves: movesBack(made), toDisk },
    changedSince: changedSince.sort(),
    unsaved: unsaved.sort(),
  };
}

/** The steps that undo a restore. @throws {FailureError} when a file was changed after it */
export async function planUndo(restore: ChangeRecord, files: PresentFiles): Promise<PlannedChange> {
  const changed: string[] = [];
  const paths = await pLimit(atOnce).map(restore.paths, async ({ path, before, after }) => {
    const { snapshot } = await files.look(path);
    if (!sameSnapshot(snapshot, after) && !sameSnapshot(snapshot, before)) changed.push(path);
    return { path, before: snapshot, after: before };
  });
  if (changed.length > 0) {
    const message = `Changed since then: ${named(changed.sort())}. Nothing was done, so that this is not lost.`;
    throw new FailureError({ code: 'file-changed', message, detail: changed.join('\n') });
  }
  const changing = paths.filter(({ before, after }) => !sameSnapshot(before, after));
  return { paths: changing, moves: inverse(restore.moves) };
}

/** The last first. Those of turns that were restored already are among them, with what moved them back. */
const movesBack = (made: readonly ChangeRecord[]): Move[] => made.toReversed().flatMap(({ moves }) => inverse(moves));

const isDisk = ({ snapshot, buffer }: Present, hash: string): boolean =>
  snapshot?.type === 'file' && snapshot.hash === hash && buffer?.isEdited !== true;

const isDirectory = (snapshot: FileSnapshot): boolean => snapshot?.type === 'directory';
