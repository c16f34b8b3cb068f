import { randomUUID } from 'node:crypto';
import pLimit from 'p-limit';
import { isInside } from '../documents/project-border.ts';
import { type Claims, createClaims, ownersOf } from './change-owners.ts';
import { named } from './change-runner.ts';
import type { ChangedThreads } from './changed-threads.ts';
import type { ChangedPath, Move } from './checkpoints/change-record.ts';
import { compareSnapshots } from './checkpoints/compare-snapshots.ts';
import { type FolderSnapshot, missingFrom, withFound } from './checkpoints/folder-snapshot.ts';
import { createSnapshots, type SnapshotDeps } from './checkpoints/take-snapshot.ts';
import { notRecorded } from './not-kept.ts';
import { createRunningCommands } from './running-commands.ts';

export interface RunningCommand {
  /** The folder that it may change. Absolute, links resolved. */
  readonly root: string;
  readonly threadId: string;
  readonly promptId: string;
  readonly claims: Claims;
}

/** A folder in which commands run. */
interface WatchedFolder {
  readonly running: RunningCommand[];
  snapshot: FolderSnapshot;
}

interface Looked {
  readonly folder: WatchedFolder;
  readonly next: FolderSnapshot;
}

export interface CommandWatchDeps extends SnapshotDeps {
  /** Absolute: where the running commands are kept, for the next start after a crash. */
  readonly runningDirectory: string;
  readonly threads: ChangedThreads;
  /** A sentence for the person: what cannot be undone. */
  onProblem(sentence: string): void;
}

const atOnce = 16;

/**
 * Finds out what commands change, by comparing their folder before and after them. What changes while several run is of who
 * says so; else it counts for each of them in whose folder it is, as nobody can tell whose it was, and is noted as uncertain.
 * Folders of which one is in the other are looked at together, so that the same commands ran from one look to the next; so
 * are those in which a command says that it changes something, at its end, while its claim still counts.
 * Its methods run one after the other.
 */
export function createCommandWatch(deps: CommandWatchDeps) {
  const { threads, disk, store, onProblem } = deps;
  const snapshots = createSnapshots(deps);
  const saved = createRunningCommands(deps.runningDirectory);
  /** By their paths. */
  const folders = new Map<string, WatchedFolder>();

  const save = (): Promise<void> => saved.save([...folders.values()]);

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

  /** Counts what changed since the last look for the commands that run. @returns whether something did */
  async function settle(looked: readonly Looked[], isCutOff = false): Promise<boolean> {
    const found = [];
    for (const { folder, next } of looked) {
      const { paths, moves } = await compareSnapshots(folder.snapshot, next, disk);
      found.push({ running: folder.running, paths: await onlyKept(paths), moves });
    }
    const running = [...folders.values()].flatMap((folder) => folder.running);
    const ownersAt = await ownersOf(
      running,
      found.flatMap(({ moves }) => moves),
    );
    for (const { running, paths, moves } of found) {
      const owned = paths.map((changed) => ({ changed, owners: ownersAt(changed.path) }));
      for (const command of running) {
        for (const isShared of [false, true]) {
          const own = owned.filter(({ owners }) => owners.includes(command) && owners.length > 1 === isShared);
          const those = own.map(({ changed }) => changed);
          await write(command, those, moves, isCutOff || isShared).catch(tell);
        }
      }
    }
    return found.some(({ running, paths }) => running.length > 0 && paths.length > 0);
  }

  async function write(
    { threadId, promptId }: RunningCommand,
    paths: readonly ChangedPath[],
    allMoves: readonly Move[],
    isUncertain: boolean,
  ): Promise<void> {
    if (paths.length === 0) return;
    const id = randomUUID();
    const mark = isUncertain ? { isUncertain } : {};
    const those = new Set(paths.map(({ path }) => path));
    const moves = allMoves.filter(({ from, to }) => those.has(from) && those.has(to));
    await threads.get(threadId).write([
      { type: 'change', id, at: Date.now(), kind: 'command', promptId, paths: [...paths], moves, ...mark },
      { type: 'done', id },
    ]);
  }

  function tell(error: Error): void {
    onProblem(notRecorded(error));
  }

  /**
   * Looks at what is in folders now, and counts what changed there for the commands that run. Never rejects.
   * @param unkept of this one the present contents are not needed any more
   * @returns whether something did
   */
  async function look(those: readonly WatchedFolder[], unkept: WatchedFolder | null, isCutOff = false) {
    const looked: Looked[] = [];
    for (const folder of those) {
      const next = await snapshots.take(folder.snapshot.root, folder !== unkept).catch(tell);
      if (next) looked.push({ folder, next });
    }
    const isAny = await settle(looked, isCutOff).catch(tell);
    for (const { folder, next } of looked) folder.snapshot = next;
    return isAny === true;
  }
  /** The others of which one is in the other, or in which something is named. */
  const around = (root: string, named: ReadonlySet<string> = new Set()): WatchedFolder[] =>
    [...folders].flatMap(([one, folder]) =>
      one !== root && (isInside(root, one) || [root, ...named].some((place) => isInside(one, place))) ? [folder] : [],
    );

  return {
    /** @returns what a restore would not bring back, in a sentence */
    async begin(command: RunningCommand) {
      const { root } = command;
      // It changes nothing yet, so that its own folder comes last.
      await look(around(root), null);
      const next = await snapshots.take(root, true);
      const known = folders.get(root);
      if (known) await settle([{ folder: known, next }]);
      const folder = known ?? { running: [], snapshot: next };
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
      const { root } = command;
      const folder = folders.get(root);
      if (!folder?.running.includes(command)) return;
      const isLast = folder.running.length === 1;
      await look([folder, ...around(root, await command.claims.places())], isLast ? folder : null);
      folder.running.splice(folder.running.indexOf(command), 1);
      if (isLast) folders.delete(root);
      await save();
      if (isLast) await saved.prepare(folder.snapshot);
    },
    /**
     * Looks at a folder in which a command may run soon, so that only what changes until then has to be read and kept then.
     * @param root absolute, links resolved. @throws {FailureError} it cannot be looked at
     */
    async prepare(root: string) {
      if (!folders.has(root)) await saved.prepare(await snapshots.take(root, true));
    },
    /** Paths are something else on the disk now, and no command did it. Never rejects. */
    async note(changed: readonly string[]) {
      for (const [root, folder] of folders) {
        const those = changed.filter((path) => isInside(root, path));
        if (those.length > 0) folder.snapshot = withFound(folder.snapshot, await snapshots.look(those));
      }
    },
    /** Ends those that a crash cut off: what changed since may be theirs. @returns whether something did */
    async recover() {
      try {
        const ran = await saved.read();
        if (ran === null) return false;
        for (const { commands, snapshot } of ran) {
          const { root } = snapshot;
          const running = commands.map((command) => ({ ...command, root, claims: createClaims() }));
          folders.set(root, { running, snapshot });
        }
        let isAny = false;
        for (const folder of folders.values()) isAny = (await look([folder], folder, true)) || isAny;
        return isAny;
      } finally {
        folders.clear();
        await saved.clear();
      }
    },
    /** Resolves when what is kept of them would be there after a crash of the machine. */
    close: saved.synced,
    /** The contents that are needed while commands run. */
    hashes(): ReadonlySet<string> {
      const snapshots = [...folders.values()].flatMap(({ snapshot }) => [...snapshot.snapshots.values()]);
      return new Set(snapshots.flatMap((one) => (one?.type === 'file' ? [one.hash] : [])));
    },
  };
}

const hashBefore = ({ before }: ChangedPath): string[] => (before?.type === 'file' ? [before.hash] : []);
