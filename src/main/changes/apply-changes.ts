import { randomUUID } from 'node:crypto';
import { chmod, lstat, mkdir, readdir, rename, rmdir, symlink, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import pLimit from 'p-limit';
import type { SavedDocument, SaveRequest } from '../../shared/contract/documents/document.ts';
import { FailureError, ok, type Result } from '../../shared/contract/errors.ts';
import type { MainEvent } from '../../shared/contract/renderer-api.ts';
import type { FileText } from '../documents/encoding/text-encoding.ts';
import { fileFailure, quote } from '../documents/file-failure.ts';
import { detectLineEnding } from '../documents/read-document.ts';
import { atomicWrite, isLeftoverTemp } from '../documents/saving/atomic-write.ts';
import type { BufferBridge } from './buffer-bridge.ts';
import type { BlobStore } from './checkpoints/blob-store.ts';
import { type ChangedPath, inverse, type Move, movedPath } from './checkpoints/change-record.ts';
import {
  type FileContent,
  type FileSnapshot,
  ignoreMissing,
  isBehindLink,
  modeBits,
  sameSnapshot,
} from './checkpoints/file-snapshot.ts';
import { textOf } from './file-text.ts';
import type { OpenBuffer, PresentFiles } from './present-files.ts';

export interface ApplyDeps {
  readonly files: PresentFiles;
  readonly store: BlobStore;
  readonly bridge: BufferBridge;
  saveDocument(request: SaveRequest): Promise<Result<SavedDocument>>;
  publish(event: Extract<MainEvent, { type: 'document-changed' }>): void;
}

export type ApplyChanges = ReturnType<typeof createApplyChanges>;

const looksAtOnce = 16;

export function createApplyChanges({ files, store, bridge, saveDocument, publish }: ApplyDeps) {
  /**
   * Makes of each path what it is to be after; each in one step, open documents in the editor. What is moved is moved,
   * where it can be.
   * @param contents by their hash; what is not among them is in the blob store
   * @param toDisk files that are written to the disk even where they are open with unsaved edits
   * @param turn the prompt for which a model or an agent makes them, if one does
   * @throws {FailureError} `file-changed` when one is not what it is to be before; some may be changed by then
   */
  async function apply(
    paths: readonly ChangedPath[],
    moves: readonly Move[],
    contents: ReadonlyMap<string, Buffer> = new Map(),
    toDisk: ReadonlySet<string> = new Set(),
    turn?: string,
  ): Promise<void> {
    const alsoToDisk = new Set(toDisk);
    const present = new Map(paths.map(({ path, before }) => [path, before]));
    const wanted = new Map(paths.map(({ path, after }) => [path, after]));
    const byDepth = [...wanted.keys()].sort((one, other) => one.length - other.length);
    const isCarried = (path: string): boolean => {
      const end = moves.reduce((at, move) => movedPath(at, move) ?? at, path);
      return end !== path && (wanted.get(end) ?? null) !== null;
    };

    // Deletions come first, so that no move takes them along.
    await remove((path) => !isCarried(path));
    for (const move of moves) await tryMove(move);
    await remove(() => true);
    for (const path of byDepth) await makeDirectory(path);
    for (const path of byDepth) await put(path);

    /** Entries of a directory are removed before it. */
    async function remove(isMeant: (path: string) => boolean): Promise<void> {
      for (const path of byDepth.toReversed()) {
        const snapshot = present.get(path) ?? null;
        if (snapshot === null || wanted.get(path) !== null || !isMeant(path)) continue;
        if (snapshot.type === 'directory') {
          // With something in it that is nobody's here, it stays.
          await rmdir(path).then(
            () => present.set(path, null),
            () => undefined,
          );
          continue;
        }
        await check(path);
        await doing('deleted', path, () => unlink(path));
        present.set(path, null);
      }
    }

    async function check(path: string): Promise<{ buffer: OpenBuffer | null }> {
      const { snapshot, buffer } = await files.look(path);
      if (sameSnapshot(snapshot, present.get(path) ?? null)) return { buffer };
      throw changedMeanwhile(path);
    }

    /** A file that cannot be moved is made at the one place, and removed at the other. */
    async function tryMove({ from, to }: Move): Promise<void> {
      const moved = present.get(from) ?? null;
      if (moved === null || present.get(to) !== null || wanted.get(to)?.type !== moved.type) return;
      const open = await bridge.openBelow(from);
      for (const path of byDepth)
        if (path !== to && movedPath(to, { from: path, to }) !== null) await makeDirectory(path);
      await makeParents(to);
      if (await lstat(to).catch(ignoreMissing)) throw changedMeanwhile(to);
      try {
        await rename(from, to);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EXDEV') return;
        throw asFailure(error, from, 'renamed');
      }
      for (const [path, snapshot] of [...present]) {
        const end = movedPath(path, { from, to });
        if (end === null) continue;
        present.set(end, snapshot);
        present.set(path, null);
        if (alsoToDisk.has(path)) alsoToDisk.add(end);
      }
      for (const { openPath, path } of open) {
        const end = movedPath(path, { from, to });
        // A tab that does not follow loses nothing: it says that its file is gone.
        if (end !== null) await bridge.ask({ type: 'moved', path: openPath, to: end }).catch(() => undefined);
      }
    }

    async function makeDirectory(path: string): Promise<void> {
      const snapshot = wanted.get(path);
      const was = present.get(path) ?? null;
      if (snapshot?.type !== 'directory' || was?.type === 'directory') return;
      await makeParents(path);
      await doing('saved', path, async () => {
        if (was !== null) await unlink(path);
        await mkdir(path, { recursive: true });
        await chmod(path, snapshot.mode);
      });
      present.set(path, snapshot);
    }

    async function put(path: string): Promise<void> {
      const snapshot = wanted.get(path) ?? null;
      const was = present.get(path) ?? null;
      if (snapshot === null || snapshot.type === 'directory' || sameSnapshot(snapshot, was)) return;
      const { buffer } = await check(path);
      await makeParents(path);
      await doing('saved', path, async () => {
        if (was?.type === 'directory') await removeEmpty(path);
        // A write would follow it.
        if (was?.type === 'link') await unlink(path);
        if (snapshot.type === 'link') await putLink(path, snapshot.target);
        else {
          const bytes = contents.get(snapshot.hash) ?? (await store.read(snapshot.hash, path));
          await putFile(path, snapshot, was, buffer, bytes, { isToDisk: alsoToDisk.has(path), turn });
        }
      });
      present.set(path, snapshot);
    }
  }

  async function putFile(
    path: string,
    snapshot: FileContent,
    was: FileSnapshot,
    buffer: OpenBuffer | null,
    bytes: Buffer,
    { isToDisk, turn }: { readonly isToDisk: boolean; readonly turn: string | undefined },
  ): Promise<void> {
    const text = buffer && (await textOf(path, bytes, buffer.encoding).catch(() => null));
    const isSame = was?.type === 'file' && was.hash === snapshot.hash;
    if (isSame) await chmod(path, snapshot.mode);
    else if (text && buffer.isEdited && isToDisk) await putOverEdits(buffer, text);
    else if (!text || !(await putIntoEditor(buffer, text, turn)))
      await atomicWrite(path, bytes, { exactMode: snapshot.mode });
    else if (modeBits((await lstat(path)).mode) !== snapshot.mode) await chmod(path, snapshot.mode);
  }

  /** @returns false when it is not open any more */
  async function putIntoEditor(buffer: OpenBuffer, file: FileText, turn: string | undefined): Promise<boolean> {
    const { openPath: path } = buffer;
    const { text } = file;
    const answer = await bridge.ask({ type: 'apply', path, base: buffer.text, text, turn });
    if (answer.type === 'closed' && !buffer.isEdited) return false;
    if (answer.type !== 'applied') throw changedMeanwhile(path);
    if (answer.isEdited) return true;
    const saved = await saveDocument({ path, ...file, baseRevision: buffer.disk.hash });
    if (!saved.ok) {
      await bridge.ask({ type: 'apply', path, base: text, text: buffer.text });
      throw new FailureError(saved.failure);
    }
    tellSaved(path, file, saved.value);
    return true;
  }

  /** The disk first: whatever happens to the editor then, its edits are unsaved ones of what the disk has. */
  async function putOverEdits(buffer: OpenBuffer, file: FileText): Promise<void> {
    const { openPath: path, text: base } = buffer;
    const saved = await saveDocument({ path, ...file, baseRevision: buffer.disk.hash });
    if (!saved.ok) throw new FailureError(saved.failure);
    const answer = await bridge.ask({ type: 'apply', path, base, text: file.text, isSaved: true });
    tellSaved(path, file, saved.value);
    if (answer.type === 'changed') throw changedMeanwhile(path);
  }

  function tellSaved(path: string, file: FileText, { revision }: SavedDocument): void {
    const lineEnding = detectLineEnding(file.text);
    const document = { ...file, path, revision, lineEnding, isReadOnly: false, isLossy: false };
    publish({ type: 'document-changed', path, document: ok(document) });
  }

  return {
    apply,
    /**
     * Makes of each path what it was before, where it is what it became after; others are left alone.
     * @returns the paths that could not be taken back
     */
    async takeBack(paths: readonly ChangedPath[], moves: readonly Move[]) {
      const seen = await pLimit(looksAtOnce).map(paths, async ({ path, before, after }) => {
        await removeLeftovers(path);
        const { snapshot } = await files.look(path);
        const isCutOff = snapshot === null && before !== null && after !== null;
        return sameSnapshot(snapshot, after) || isCutOff ? [{ path, before: snapshot, after: before }] : [];
      });
      const back = seen.flat();
      const failed = await apply(back, inverse(moves)).then(
        () => false,
        () => true,
      );
      if (!failed) return [];
      const left = await pLimit(looksAtOnce).map(back, async ({ path, after }) =>
        sameSnapshot((await files.look(path)).snapshot, after) ? [] : [path],
      );
      return left.flat();
    },
  };
}

async function putLink(path: string, target: string): Promise<void> {
  const temp = join(dirname(path), `${startOfTemp(path)}${randomUUID()}.outrigger-tmp`);
  await symlink(target, temp);
  await rename(temp, path);
}

async function makeParents(path: string): Promise<void> {
  if (await isBehindLink(path)) throw behindLink(path);
  await doing('saved', path, () => mkdir(dirname(path), { recursive: true }));
}

/** As `atomicWrite` names what it is about to rename. */
const startOfTemp = (path: string): string => `.${basename(path).slice(0, 60)}.`;

/** Removes the temporary files that interrupted writes left beside a file. */
async function removeLeftovers(path: string): Promise<void> {
  const start = startOfTemp(path);
  const names = await readdir(dirname(path)).catch(() => []);
  for (const name of names) {
    if (name.startsWith(start) && isLeftoverTemp(name)) await unlink(join(dirname(path), name)).catch(() => undefined);
  }
}

export const changedMeanwhile = (path: string): FailureError =>
  new FailureError({
    code: 'file-changed',
    message: `${quote(path)} was changed meanwhile, so nothing was done.`,
  });

const behindLink = (path: string): FailureError =>
  new FailureError({
    code: 'file-changed',
    message: `A folder above ${quote(path)} is a link by now, so it would land elsewhere. Nothing was changed. Remove the link, and try again.`,
  });

type Doing = Parameters<typeof fileFailure>[2];

async function doing<T>(what: Doing, path: string, task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw asFailure(error, path, what);
  }
}

/** Makes room for a file. @throws {FailureError} somebody has put something into it */
async function removeEmpty(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(String((error as NodeJS.ErrnoException).code))) throw error;
    const message = `${quote(path)} is a folder by now, with something in it. Move it elsewhere, then try again.`;
    throw new FailureError({ code: 'file-failed', message, detail: path });
  }
}

/** The system's error as a sentence. */
export function asFailure(error: unknown, path: string, what: Doing): unknown {
  if (!(error instanceof Error) || error instanceof FailureError || !('code' in error)) return error;
  const failed = fileFailure(error, path, what);
  return failed.ok ? error : new FailureError(failed.failure);
}
