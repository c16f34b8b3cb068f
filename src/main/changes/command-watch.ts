import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod/mini';
import { isInside } from '../documents/project-border.ts';
import { atomicWrite } from '../documents/saving/atomic-write.ts';
import { named } from './change-runner.ts';
import type { ChangedThreads } from './changed-threads.ts';
import type { ChangedPath, Move } from './checkpoints/change-record.ts';
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

export interface RunningCommand {
  readonly threadId: string;
  readonly promptId: string;
  /** What it says that it changes. Absolute, links resolved. */
  readonly claimed: ReadonlySet<string>;
}

const savedSchema = z.object({
  folders: z.array(
    z.object({
      commands: z.array(z.object({ threadId: z.string(), promptId: z.string() })),
      snapshot: savedSnapshotSchema,
    }),
  ),
});

/** A folder in which commands run. */
interface WatchedFolder {
  readonly running: RunningCommand[];
  snapshot: FolderSnapshot;
}

export interface CommandWatchDeps extends SnapshotDeps {
  /** Absolute: where the running commands are kept, for the next start after a crash. */
  readonly path: string;
  readonly threads: ChangedThreads;
  /** A sentence for the person: what cannot be undone. */
  onProblem(sentence: string): void;
}

const atOnce = 16;

/**
 * Finds out what commands change, by comparing their folder before and after them. What changes while several run in one
 * is of those that say so; else it counts for each of them, as nobody can tell whose it was, and is noted as uncertain. Its
 * methods run one after the other.
 */
export function createCommandWatch(deps: CommandWatchDeps) {
  const { path, threads, disk, store, onProblem } = deps;
  /** By their paths. */
  const folders = new Map<string, WatchedFolder>();

  async function save(): Promise<void> {
    if (folders.size === 0) return rm(path, { force: true });
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const saved: z.output<typeof savedSchema> = {
      folders: [...folders.values()].map(({ running, snapshot }) => ({
        commands: running.map(({ threadId, promptId }) => ({ threadId, promptId })),
        snapshot: toSaved(snapshot),
      })),
    };
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

  /** Counts what changed in a folder since the last look for the commands that run there. @returns whether something did */
  async function settle(
    { running, snapshot }: WatchedFolder,
    next: FolderSnapshot,
    isCutOff = false,
  ): Promise<boolean> {
    const { paths: changed, moves } = await compareSnapshots(snapshot, next, disk);
    const paths = await onlyKept(changed);
    if (paths.length === 0) return false;
    const isAlone = running.length === 1;
    const claimantsOf = ({ path }: ChangedPath) => (isAlone ? [] : running.filter(({ claimed }) => claimed.has(path)));
    const unclaimed = paths.filter((changed) => claimantsOf(changed).length === 0);
    const write = async (
      command: RunningCommand,
      own: readonly ChangedPath[],
      moved: readonly Move[],
      isUncertain: boolean,
    ) => {
      if (own.length === 0) return;
      const { threadId, promptId } = command;
      const id = randomUUID();
      const mark = isUncertain ? { isUncertain } : {};
      await threads.get(threadId).write([
        { type: 'change', id, at: Date.now(), kind: 'command', promptId, paths: [...own], moves: [...moved], ...mark },
        { type: 'done', id },
      ]);
    };
    for (const command of running) {
      const own = (count: (claimants: number) => boolean) =>
        paths.filter((changed) => {
          const claimants = claimantsOf(changed);
          return claimants.includes(command) && count(claimants.length);
        });
      await write(command, unclaimed, moves, isCutOff || !isAlone);
      await write(
        command,
        own((claimants) => claimants === 1),
        [],
        isCutOff,
      );
      await write(
        command,
        own((claimants) => claimants > 1),
        [],
        true,
      );
    }
    return running.length > 0;
  }

  return {
    /** @returns what a restore would not bring back, in a sentence */
    async begin(root: string, command: RunningCommand) {
      const next = await takeSnapshot(root, true, deps);
      const folder = folders.get(root) ?? { running: [], snapshot: next };
      await settle(folder, next);
      folder.snapshot = next;
      folder.running.push(command);
      folders.set(root, folder);
      try {
        await save();
      } catch (error) {
        folder.running.pop();
        if (folder.running.length === 0) folders.delete(root);
        throw error;
      }
      return missingFrom(next, deps.limits);
    },
    async end(command: RunningCommand) {
      const [root, folder] = [...folders].find(([, { running }]) => running.includes(command)) ?? [];
      if (root === undefined || !folder) return;
      const isLast = folder.running.length === 1;
      try {
        const next = await takeSnapshot(root, !isLast, deps);
        await settle(folder, next);
        folder.snapshot = next;
      } finally {
        folder.running.splice(folder.running.indexOf(command), 1);
        if (isLast) folders.delete(root);
        await save();
      }
    },
    /** A path is something else on the disk now, and no command did it. Never rejects. */
    async note(changed: string) {
      for (const [root, { snapshot }] of folders) if (isInside(root, changed)) await lookAgain(snapshot, changed, deps);
    },
    /** Ends those that a crash cut off: what changed since may be theirs. @returns whether something did */
    async recover() {
      const text = await readFile(path, 'utf8').catch(() => null);
      if (text === null) return false;
      try {
        const saved = savedSchema.parse(JSON.parse(text));
        let isAny = false;
        for (const { commands, snapshot } of saved.folders) {
          const running = commands.map((command) => ({ ...command, claimed: new Set<string>() }));
          const folder = { running, snapshot: fromSaved(snapshot) };
          // What is not known yet must not be cleared away meanwhile.
          folders.set(snapshot.root, folder);
          isAny = (await settle(folder, await takeSnapshot(snapshot.root, false, deps), true)) || isAny;
        }
        return isAny;
      } finally {
        folders.clear();
        await rm(path, { force: true });
      }
    },
    /** The contents that are needed while commands run. */
    hashes(): ReadonlySet<string> {
      const snapshots = [...folders.values()].flatMap(({ snapshot }) => [...snapshot.snapshots.values()]);
      return new Set(snapshots.flatMap((one) => (one?.type === 'file' ? [one.hash] : [])));
    },
  };
}

const hashBefore = ({ before }: ChangedPath): string[] => (before?.type === 'file' ? [before.hash] : []);
