import { type ChangedPath, type ChangeRecord, type JournalLine, movedPath } from './change-record.ts';
import { fileOrNothing, type Image } from './image.ts';

/** A file whose changes a person may still accept or reject. */
export interface Reviewed {
  /** What it is compared with. */
  readonly base: Image;
  readonly movedFrom?: string | undefined;
  /** All changes were made in the editor, over unsaved edits; the disk was left with this. */
  readonly disk?: string | undefined;
}

/** A change that was made, in the order of all of them. */
export interface MadeChange extends ChangeRecord {
  /** The restore that put the files back to before it. */
  undoneBy: string | null;
}

/** What a thread's journal comes to. */
export class ThreadChanges {
  readonly made: MadeChange[] = [];
  /** By path. */
  readonly reviewed = new Map<string, Reviewed>();
  /** Those without an end. */
  readonly begun = new Map<string, ChangeRecord>();

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

  /** The last thing that was done, if it was a restore. */
  lastRestore(): ChangeRecord | null {
    const last = this.made.at(-1);
    return last?.kind === 'restore' ? last : null;
  }

  #make(record: ChangeRecord): void {
    if (record.kind === 'restore') {
      const start = this.startOf(record.promptId);
      const undone = start === -1 ? [] : this.made.slice(start).filter(isOfModel);
      for (const change of undone) change.undoneBy ??= record.id;
    }
    if (record.kind === 'undo-restore') {
      const restore = this.made.findLast(({ kind }) => kind === 'restore');
      for (const change of this.made) if (change.undoneBy === restore?.id) change.undoneBy = null;
    }
    this.made.push({ ...record, undoneBy: null });
    this.#moveReviewed(record);
    for (const changed of record.paths) this.#review(changed, record);
  }

  #accept(path: string | null, base: Image | undefined): void {
    if (path === null) this.reviewed.clear();
    else if (base === undefined) this.reviewed.delete(path);
    else this.reviewed.set(path, { ...this.reviewed.get(path), base, disk: undefined });
  }

  /** What is reviewed of a file goes with it. */
  #moveReviewed(record: ChangeRecord): void {
    // What is where, move by move: a file may be moved to where another one was before that was moved itself.
    const files = new Map(record.paths.map(({ path, before }) => [path, fileOrNothing(before)]));
    for (const move of record.moves) {
      for (const from of new Set([...files.keys(), ...this.reviewed.keys()])) {
        const to = movedPath(from, move);
        if (to === null) continue;
        const file = files.get(from) ?? null;
        const known = this.reviewed.get(from) ?? (file && isOfModel(record) ? { base: file } : undefined);
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
        this.reviewed.delete(from);
        this.reviewed.set(to, { base: known.base, disk: known.disk, movedFrom: origin === to ? undefined : origin });
      }
    }
  }

  #review({ path, before, after, disk }: ChangedPath, record: ChangeRecord): void {
    if (record.kind === 'reject') return void this.reviewed.delete(path);
    const known = this.reviewed.get(path);
    if (known) {
      // From the first change on that the disk has, the disk counts.
      if (disk === undefined && known.disk !== undefined) this.reviewed.set(path, { ...known, disk: undefined });
      return;
    }
    if (!isOfModel(record) || (!fileOrNothing(before) && !fileOrNothing(after))) return;
    const wentAway = record.moves.some((move) => movedPath(path, move) !== null);
    if (wentAway && after === null) return;
    this.reviewed.set(path, { base: wentAway ? null : fileOrNothing(before), disk });
  }
}

const isOfModel = ({ kind }: ChangeRecord): boolean => kind === 'turn' || kind === 'command';
