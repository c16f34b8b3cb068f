import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod/mini';
import { atomicWrite } from '../documents/saving/atomic-write.ts';
import { named } from './change-runner.ts';
import type { ChangedThreads } from './changed-threads.ts';
import type { ChangedPath } from './checkpoints/change-record.ts';
import {
  compareSnapshots,
  type FolderSnapshot,
  fromSaved,
  lookAgain,
  missingFrom,
  type SnapshotDeps,
  savedSnapshotSchema,
  takeSnapshot,
  toSaved,
} from './checkpoints/folder-snapshot.ts';

interface RunningCommand {
  readonly threadId: string;
  readonly promptId: string;
}

const savedSchema = z.object({
  commands: z.array(z.object({ threadId: z.string(), promptId: z.string() })),
  snapshot: savedSnapshotSchema,
});

export interface CommandWatchDeps extends SnapshotDeps {
  /** Absolute: where the running commands are kept, for the next start after a crash. */
  readonly path: string;
  readonly threads: ChangedThreads;
  /** A sentence for the person: what cannot be undone. */
  onProblem(sentence: string): void;
}

const atOnce = 16;

/**
 * Finds out what commands change, by comparing the folder before and after them. What changes while several run counts
 * for each of them: nobody can tell whose it was. Its methods run one after the other.
 */
export function createCommandWatch(deps: CommandWatchDeps) {
  const { path, threads, disk, store, onProblem } = deps;
  const running: RunningCommand[] = [];
  let snapshot: FolderSnapshot | null = null;

  async function save(): Promise<void> {
    if (snapshot === null) return rm(path, { force: true });
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const saved: z.output<typeof savedSchema> = { commands: [...running], snapshot: toSaved(snapshot) };
    await atomicWrite(path, JSON.stringify(saved), { mode: 0o600 });
  }

  /** The content before the command is on disk from here on; a path without it is left out. */
  async function onlyKept(paths: readonly ChangedPath[]): Promise<readonly ChangedPath[]> {
    const all = paths.flatMap(hashBefore);
    if (await isSynced(all)) return paths;
    const kept = await pLimit(atOnce).map(paths, (changed) => isSynced(hashBefore(changed)));
    const lost = paths.filter((_, index) => !kept[index]).map((changed) => changed.path);
    if (lost.length > 0)
      onProblem(`What a command changed in ${named(lost)} cannot be undone: the earlier content is lost.`);
    return paths.filter((_, index) => kept[index]);
  }
  const isSynced = (hashes: readonly string[]): Promise<boolean> =>
    store.sync(hashes).then(
      () => true,
      () => false,
    );

  /** Counts what changed since the last look for the commands that run, and looks from here on. */
  async function settle(
    commands: readonly RunningCommand[],
    next: FolderSnapshot,
    isUncertain = false,
  ): Promise<boolean> {
    if (snapshot === null) return false;
    const { paths: changed, moves } = await compareSnapshots(snapshot, next, disk);
    const paths = await onlyKept(changed);
    if (paths.length === 0) return false;
    const mark = isUncertain ? { isUncertain } : {};
    for (const { threadId, promptId } of commands) {
      const id = randomUUID();
      await threads.get(threadId).write([
        { type: 'change', id, at: Date.now(), kind: 'command', promptId, paths: [...paths], moves, ...mark },
        { type: 'done', id },
      ]);
    }
    return commands.length > 0;
  }

  return {
    /** @returns what a restore would not bring back, in a sentence */
    async begin(root: string, command: RunningCommand) {
      const next = await takeSnapshot(root, true, deps);
      // In another folder than those that run: theirs is looked at once more, and for the last time.
      await settle(running, snapshot && snapshot.root !== root ? await takeSnapshot(snapshot.root, false, deps) : next);
      snapshot = next;
      running.push(command);
      try {
        await save();
      } catch (error) {
        running.pop();
        if (running.length === 0) snapshot = null;
        throw error;
      }
      return missingFrom(next, deps.limits);
    },
    async end(command: RunningCommand) {
      const at = running.indexOf(command);
      if (at === -1 || snapshot === null) return;
      const isLast = running.length === 1;
      try {
        const next = await takeSnapshot(snapshot.root, !isLast, deps);
        await settle(running, next);
        snapshot = next;
      } finally {
        running.splice(at, 1);
        if (isLast) snapshot = null;
        await save();
      }
    },
    /** A path is something else on the disk now, and no command did it. Never rejects. */
    async note(changed: string) {
      if (snapshot) await lookAgain(snapshot, changed, deps);
    },
    /** Ends those that a crash cut off: what changed since may be theirs. @returns whether something did */
    async recover() {
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) return false;
      try {
        const saved = savedSchema.parse(JSON.parse(text));
        snapshot = fromSaved(saved.snapshot);
        return await settle(saved.commands, await takeSnapshot(snapshot.root, false, deps), true);
      } finally {
        snapshot = null;
        await rm(path, { force: true });
      }
    },
    /** The contents that are needed while commands run. */
    hashes(): ReadonlySet<string> {
      const snapshots = [...(snapshot?.snapshots.values() ?? [])];
      return new Set(snapshots.flatMap((snapshot) => (snapshot?.type === 'file' ? [snapshot.hash] : [])));
    },
  };
}

const hashBefore = ({ before }: ChangedPath): string[] => (before?.type === 'file' ? [before.hash] : []);
