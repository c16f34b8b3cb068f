import pLimit from 'p-limit';
import type { ChangedFile, ReviewSnapshot } from '../../../shared/contract/change.ts';
import { FailureError } from '../../../shared/contract/errors.ts';
import { diffTexts } from '../../../shared/text-diff.ts';
import { quote } from '../../documents/file-failure.ts';
import { asFailure } from '../apply-changes.ts';
import { isBelow } from '../buffer-bridge.ts';
import type { ChangedThread } from '../changed-threads.ts';
import type { BlobStore } from '../checkpoints/blob-store.ts';
import type { ChangedPath, Move } from '../checkpoints/change-record.ts';
import { type FileContent, type FileSnapshot, fileOrNothing, sameSnapshot } from '../checkpoints/file-snapshot.ts';
import { bytesOf, plainEnds, textOf as textOfBytes, withLineEnds } from '../file-text.ts';
import type { RestorePlan } from '../plans/plan-restore.ts';
import type { Present, PresentFiles } from '../present-files.ts';
import type { Reviewed } from '../thread-changes.ts';
import type { ShownPaths } from './shown-paths.ts';

/** The changes of a thread for review, and the results of accepting and rejecting them. */
export type ThreadReview = ReturnType<typeof createThreadReview>;

/** Bytes; no lines are counted in what is larger. */
const longestCounted = 2 * 1024 * 1024;
const maxCounts = 5000;
const atOnce = 8;

export interface ThreadReviewDeps {
  readonly files: PresentFiles;
  readonly store: BlobStore;
  readonly shownPaths: ShownPaths;
}

export function createThreadReview({ files, store, shownPaths }: ThreadReviewDeps) {
  /** By the hashes of both sides: what was counted once is not read again. */
  const counts = new Map<string, Pick<ChangedFile, 'added' | 'removed' | 'isText'>>();

  /** @param isBefore it is in the blob store, and not what is there now */
  async function textOf(
    path: string,
    snapshot: FileSnapshot,
    present: Present,
    isBefore = false,
  ): Promise<string | null> {
    if (snapshot === null) return null;
    if (snapshot.type !== 'file')
      throw new FailureError({ code: 'file-binary', message: `${quote(path)} is not text.` });
    if (isBefore) {
      const bytes = await store.read(snapshot.hash, path);
      return plainEnds((await textOfBytes(path, bytes, present.buffer?.encoding)).text);
    }
    const text = present.buffer?.text ?? (await files.text(path))?.text;
    return text === undefined ? null : plainEnds(text);
  }

  async function countOf(
    path: string,
    base: FileSnapshot,
    present: Present,
  ): Promise<Pick<ChangedFile, 'added' | 'removed' | 'isText'>> {
    const after = fileOrNothing(present.snapshot);
    const key = [base, after]
      .map((snapshot) => (snapshot?.type === 'file' ? snapshot.hash : (snapshot?.type ?? '')))
      .join(' ');
    const known = counts.get(key);
    if (known) return known;
    const { isOfThese, ...count } = await countLines(path, base, after, present);
    // It was written to between the two looks: the next review counts again.
    if (!isOfThese) return count;
    if (counts.size >= maxCounts) counts.clear();
    counts.set(key, count);
    return count;
  }

  /** `isOfThese`: what was read is what was looked at. */
  async function countLines(path: string, base: FileSnapshot, after: FileSnapshot, present: Present) {
    const isLarge = [base, after].some((snapshot) => snapshot?.type === 'file' && snapshot.size > longestCounted);
    if (isLarge) return { added: 0, removed: 0, isText: true, isOfThese: true };
    try {
      const isRead = after?.type === 'file' && !present.buffer;
      const read = isRead ? await files.text(path) : null;
      const text = isRead ? read && plainEnds(read.text) : after && (await textOf(path, after, present));
      const { added, removed } = diffTexts(await textOf(path, base, present, true), text, 0);
      const isOfThese = !isRead || read?.snapshot.hash === after.hash;
      return { added, removed, isText: true, isOfThese };
    } catch {
      return { added: 0, removed: 0, isText: false, isOfThese: true };
    }
  }

  /** @returns null: nothing is left to review; `unsaved`: in the editor, and the disk has the changes still */
  async function fileOf(path: string, reviewed: Reviewed): Promise<ChangedFile | 'unsaved' | null> {
    const { base, movedFrom, disk } = reviewed;
    const present = await files.look(path);
    const after = fileOrNothing(present.snapshot);
    if (sameSnapshot(base, after) && movedFrom === undefined)
      return isOnDiskStill(reviewed, present) ? 'unsaved' : null;
    // Only the editor had it, and has it no longer.
    if (disk !== undefined && after?.type === 'file' && after.hash === disk && !present.buffer?.isEdited) return null;
    const kind = base === null ? 'created' : after === null ? 'deleted' : 'edited';
    return { path, kind, ...(movedFrom !== undefined && { movedFrom }), ...(await countOf(path, base, present)) };
  }

  function reviewedOf(thread: ChangedThread, path: string): Reviewed {
    const reviewed = thread.changes.reviewed.get(path);
    if (reviewed) return reviewed;
    const message = `${quote(path)} has no changes left to review in this thread.`;
    throw new FailureError({ code: 'file-not-found', message });
  }

  return {
    async snapshot({ id, changes }: ChangedThread): Promise<Omit<ReviewSnapshot, 'order'>> {
      const found = await pLimit(atOnce).map([...changes.reviewed], async (each) => ({
        path: each[0],
        file: await fileOf(...each).catch(() => null),
      }));
      const toShown = await shownPaths.toShown();
      const unsaved = found.flatMap(({ path, file }) => (file === 'unsaved' ? [toShown(path)] : []));
      const changed = found
        .flatMap(({ file }) => (file === null || file === 'unsaved' ? [] : [file]))
        .map(({ path, movedFrom, ...file }) => ({
          ...file,
          path: toShown(path),
          ...(movedFrom !== undefined && { movedFrom: toShown(movedFrom) }),
        }));
      return {
        threadId: id,
        files: changed.sort((one, other) => (one.path < other.path ? -1 : 1)),
        unsaved: unsaved.sort(),
        checkpoints: changes.checkpoints(),
        canUndoRestore: changes.lastPutBack() !== null,
        undone: changes.lastPutBack()?.promptId || null,
      };
    },
    /** Paths come as the review has them, but with links resolved. @throws {FailureError} */
    async texts(thread: ChangedThread, path: string) {
      const { base } = reviewedOf(thread, path);
      try {
        const present = await files.look(path);
        const after = fileOrNothing(present.snapshot);
        const before = await textOf(path, base, present, true);
        return { before, after: after && (await textOf(path, after, present)) };
      } catch (error) {
        throw asFailure(error, path, 'opened');
      }
    },
    /** The snapshot of a text that is to count as the one before. @throws {FailureError} */
    async baseOf(thread: ChangedThread, path: string, text: string): Promise<FileSnapshot> {
      const { base } = reviewedOf(thread, path);
      const present = await files.text(path);
      const like =
        base?.type === 'file'
          ? await textOfBytes(path, await store.read(base.hash, path), present?.encoding)
          : { text: present?.text ?? '', encoding: 'utf8' as const, hasBom: false };
      const bytes = await bytesOf(path, { ...like, text: withLineEnds(like.text, text) });
      const hash = await store.put(bytes);
      await store.sync([hash]);
      const mode = (base?.type === 'file' ? base.mode : present?.snapshot.mode) ?? 0o644;
      return { type: 'file', hash, size: bytes.length, mode } satisfies FileContent;
    },
    /** The steps that put back one file, or all. @throws {FailureError} */
    async planReject(thread: ChangedThread, path: string | null): Promise<Omit<RestorePlan, 'unsaved'>> {
      const { reviewed, made } = thread.changes;
      const meant = path === null ? [...reviewed] : [[path, reviewedOf(thread, path)] as const];
      const shown = await pLimit(atOnce).map(meant, async (each) => {
        const file = await fileOf(...each);
        return file === null || file === 'unsaved' ? [] : [each];
      });
      const wanted = new Map<string, FileSnapshot>();
      const moves: Move[] = [];
      for (const [one, { base, movedFrom }] of shown.flat()) {
        if (!wanted.has(one)) wanted.set(one, movedFrom === undefined ? base : null);
        if (movedFrom === undefined) continue;
        wanted.set(movedFrom, base);
        moves.push({ from: one, to: movedFrom });
      }
      const directories = made
        .flatMap(({ paths }) => paths)
        .filter(({ before, after }) => isDirectory(before) || isDirectory(after));
      // The directories that go with what is in them, and those that come back with it.
      for (const { path: directory, before } of directories) {
        if (wanted.has(directory)) continue;
        const isMeant = [...wanted].some(
          ([one, snapshot]) => isBelow(directory, one) && (snapshot === null) === (before === null),
        );
        if (isMeant) wanted.set(directory, before);
      }
      const changedSince: string[] = [];
      const toDisk = new Set<string>();
      const paths = await pLimit(atOnce).map([...wanted], async ([one, snapshot]): Promise<ChangedPath> => {
        const present = await files.look(one);
        const known = reviewed.get(one);
        const { snapshot: before, buffer } = present;
        // The disk has the changes as well, and not only the editor.
        if (buffer?.isEdited && buffer.disk.hash !== known?.disk) toDisk.add(one);
        if (known && !sameSnapshot(before, snapshot) && isOfOthers(known, present)) changedSince.push(one);
        return { path: one, before, after: snapshot };
      });
      for (const { to } of moves) {
        const there = paths.find((changed) => changed.path === to)?.before ?? null;
        const isOwnDirectory = isDirectory(there) && directories.some((one) => one.path === to);
        const goesToo = path === null && (reviewed.has(to) || isOwnDirectory);
        if (there !== null && !goesToo && !sameSnapshot(there, wanted.get(to) ?? null)) throw occupied(to);
      }
      const changing = paths.filter(({ before, after }) => !sameSnapshot(before, after));
      return { change: { paths: changing, moves, toDisk }, changedSince: changedSince.sort() };
    },
  };
}

const occupied = (path: string): FailureError => {
  const message = `A file cannot go back to ${quote(path)}: there is another one now. Move that first.`;
  return new FailureError({ code: 'file-changed', message });
};

/** The file is not as the thread left it, or the thread left only a part of it. */
function isOfOthers({ left, isShared, disk }: Reviewed, { snapshot, buffer }: Present): boolean {
  const isAsLeft = (one: FileSnapshot): boolean => sameSnapshot(one, left);
  const isDiskOfOthers = buffer?.isEdited === true && buffer.disk.hash !== disk && !isAsLeft(buffer.disk);
  const there = fileOrNothing(snapshot);
  return isShared || isDiskOfOthers || (there !== null && !isAsLeft(there));
}

/** What was made is on the disk as it was left, under an editor that has it no more. */
const isOnDiskStill = ({ base, left }: Reviewed, { buffer }: Present): boolean =>
  buffer?.isEdited === true && sameSnapshot(buffer.disk, left) && !sameSnapshot(buffer.disk, base);

const isDirectory = (snapshot: FileSnapshot): boolean => snapshot?.type === 'directory';
