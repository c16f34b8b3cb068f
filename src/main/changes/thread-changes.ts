import { type ChangedPath, type ChangeRecord, type JournalLine, movedPath } from './checkpoints/change-record.ts';
import { type FileSnapshot, fileOrNothing, sameSnapshot } from './checkpoints/file-snapshot.ts';

/** A file whose changes a person may still accept or reject. */
export interface Reviewed {
  /** The state that it is compared with. */
  readonly base: FileSnapshot;
  readonly movedFrom?: string | undefined;
  /** All changes were made in the editor, over unsaved edits; the disk was left with this. */
  readonly disk?: string | undefined;
  /** The time of the first of the changes. */
  readonly since: number;
  /** As the last of them left it. */
  readonly left: FileSnapshot;
  /** Somebody else changed it between them: putting `base` back takes that away too. */
  readonly isShared: boolean;
}

/** A change that was made, in the order of all of them. */
export interface MadeChange extends ChangeRecord {
  /** The restore that put the files back to before it. */
  undoneBy: string | null;
}

/** The state that the journal of a thread describes. */
export class ThreadChanges {
  readonly made: MadeChange[] = [];
  /** By path. */
  readonly reviewed = new Map<string, Reviewed>();
  /** Those without an end. */
  readonly begun = new Map<string, ChangeRecord>();
  /** Those that are as they were at their base again, until accepted or begun anew: a restore may bring changes back. */
  readonly #settled = new Map<string, Reviewed>();
  /** The reviewed files before the last restore or reject; undoing it brings them back. */
  #reviewedBefore: ReadonlyMap<string, Reviewed> = new Map();

  add(line: JournalLine): void {
    switch (line.type) {
      case 'journal':
        return;
      case 'change':
        this.begun.set(line.id, line);
        return;
      case 'taken-back':
        this.begun.delete(line.id);
        return;
      case 'done': {
        const record = this.begun.get(line.id);
        this.begun.delete(line.id);
        if (record) this.#make(record);
        return;
      }
      case 'accepted':
        return this.#accept(line.path, line.base);
    }
  }

  /** The turns whose changes are in the files, oldest first. */
  checkpoints(): { promptId: string; fileCount: number }[] {
    const paths = new Map<string, Set<string>>();
    for (const change of this.made) {
      if (!isOfModel(change) || change.undoneBy !== null) continue;
      const those = paths.get(change.promptId) ?? new Set();
      for (const { path, before, after } of change.paths)
        if (fileOrNothing(before) || fileOrNothing(after)) those.add(path);
      paths.set(change.promptId, those);
    }
    return [...paths].map(([promptId, { size }]) => ({ promptId, fileCount: size }));
  }

  /** Where a turn begins; -1: none of its changes is in the files. */
  startOf(promptId: string): number {
    return this.made.findIndex(
      (change) => isOfModel(change) && change.undoneBy === null && change.promptId === promptId,
    );
  }

  /** The last thing that was done, if it was a restore or a reject. */
  lastPutBack(): ChangeRecord | null {
    const last = this.made.at(-1);
    return last && isPutBack(last) ? last : null;
  }

  #make(record: ChangeRecord): void {
    const undone = this.lastPutBack();
    if (record.kind === 'undo-restore')
      for (const change of this.made) if (change.undoneBy === undone?.id) change.undoneBy = null;
    if (record.kind === 'restore') {
      const start = this.startOf(record.promptId);
      const restored = start === -1 ? [] : this.made.slice(start).filter(isOfModel);
      for (const change of restored) change.undoneBy ??= record.id;
    }
    this.made.push({ ...record, undoneBy: null });
    if (record.kind === 'undo-restore') {
      for (const [path, reviewed] of this.#reviewedBefore) {
        this.reviewed.set(path, reviewed);
        this.#settled.delete(path);
      }
      for (const changed of record.paths) this.#settle(changed);
      return;
    }
    if (isPutBack(record)) this.#reviewedBefore = new Map(this.reviewed);
    const arrived = this.#moveReviewed(record);
    for (const changed of record.paths) this.#review(changed, record, arrived.has(changed.path));
    for (const changed of record.paths) this.#settle(changed);
    if (record.kind === 'restore') this.#dropRestored();
  }

  #accept(path: string | null, base: FileSnapshot | undefined): void {
    const known = path === null ? undefined : this.reviewed.get(path);
    if (path === null) this.reviewed.clear();
    else if (base === undefined) this.reviewed.delete(path);
    else if (known) this.reviewed.set(path, { ...known, base });
    if (base === undefined) {
      if (path === null) this.#settled.clear();
      else this.#settled.delete(path);
      const before = path === null ? [] : [...this.#reviewedBefore].filter(([one]) => one !== path);
      this.#reviewedBefore = new Map(before);
    }
  }

  /** A file that is as before counts as decided: later writes there are somebody else's. */
  #settle({ path, after, disk }: ChangedPath): void {
    const known = this.reviewed.get(path);
    if (!known || known.movedFrom !== undefined || !sameSnapshot(known.base, fileOrNothing(after))) return;
    // The editor alone is as it was; the disk may have the changes still.
    const isOnDisk = disk === undefined || disk === known.disk || (after?.type === 'file' && after.hash === disk);
    if (!isOnDisk) return;
    this.reviewed.delete(path);
    this.#settled.set(path, { ...known, left: known.base });
  }

  /** Of what no change of the model is in the files any more there is nothing to review, whatever was accepted before. */
  #dropRestored(): void {
    const live = this.made.filter((change) => isOfModel(change) && change.undoneBy === null);
    const paths = new Set(live.flatMap((change) => change.paths.map(({ path }) => path)));
    for (const [path, { movedFrom = path }] of this.reviewed)
      if (!paths.has(path) && !paths.has(movedFrom)) this.reviewed.delete(path);
  }

  /** The review of a file goes along with it. @returns where such files are now */
  #moveReviewed(record: ChangeRecord): ReadonlySet<string> {
    const arrived = new Set<string>();
    // Present places, move by move: a file may be moved to where another one was before that was moved itself.
    const files = new Map(record.paths.map(({ path, before }) => [path, fileOrNothing(before)]));
    for (const move of record.moves) {
      for (const from of new Set([...files.keys(), ...this.reviewed.keys()])) {
        const to = movedPath(from, move);
        if (to === null) continue;
        const file = files.get(from) ?? null;
        const known = this.reviewed.get(from) ?? (file && isOfModel(record) ? beginning(file, record) : undefined);
        const hadOther = (files.get(to) ?? this.reviewed.get(to)?.base ?? null) !== null;
        files.delete(from);
        files.set(to, file);
        if (!known) continue;
        // Onto a file that is reviewed as deleted: there it counts as edited, and here as deleted.
        if (hadOther && known.movedFrom !== to) {
          this.reviewed.set(from, known);
          continue;
        }
        const origin = known.movedFrom ?? (known.base === null ? undefined : from);
        const isShared = known.isShared || record.isUncertain === true || !sameSnapshot(known.left, file);
        this.reviewed.delete(from);
        this.reviewed.set(to, { ...known, isShared, movedFrom: origin === to ? undefined : origin });
        arrived.add(to);
      }
    }
    return arrived;
  }

  /** A file that was moved and is deleted then was deleted where it came from. @returns whether it is told there */
  #deleteMoved(path: string, { movedFrom: origin, ...deleted }: Reviewed): boolean {
    if (origin === undefined || this.reviewed.has(origin)) return false;
    this.reviewed.delete(path);
    this.reviewed.set(origin, deleted);
    return true;
  }

  /** @param hasArrived it was moved there, with what is reviewed of it */
  #review(changed: ChangedPath, record: ChangeRecord, hasArrived: boolean): void {
    const { path, before, after, disk } = changed;
    if (record.kind === 'reject') {
      this.#settle(changed);
      this.reviewed.delete(path);
      return;
    }
    const known = this.reviewed.get(path) ?? (record.kind === 'restore' ? this.#settled.get(path) : undefined);
    this.#settled.delete(path);
    if (known) {
      const isAsLeft = hasArrived || sameSnapshot(known.left, fileOrNothing(before));
      const isShared = known.isShared || record.isUncertain === true || !isAsLeft;
      // From the first change on that the disk has, the disk counts.
      const onlyDisk = disk === undefined ? undefined : known.disk;
      const next = { ...known, disk: onlyDisk, left: fileOrNothing(after), isShared };
      if (next.left !== null || !this.#deleteMoved(path, next)) this.reviewed.set(path, next);
      return;
    }
    if (!isOfModel(record) || (!fileOrNothing(before) && !fileOrNothing(after))) return;
    const wentAway = record.moves.some((move) => movedPath(path, move) !== null);
    if (wentAway && after === null) return;
    const base = wentAway ? null : fileOrNothing(before);
    this.reviewed.set(path, { ...beginning(base, record), left: fileOrNothing(after), disk });
  }
}

const beginning = (base: FileSnapshot, { at, isUncertain }: ChangeRecord): Reviewed => ({
  base,
  since: at,
  left: base,
  isShared: isUncertain === true,
});

const isPutBack = ({ kind }: ChangeRecord): boolean => kind === 'restore' || kind === 'reject';

const isOfModel = ({ kind }: ChangeRecord): boolean => kind === 'turn' || kind === 'command';
