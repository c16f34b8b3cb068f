import type { Failure, Result } from '../../shared/contract/errors.ts';
import { useTree } from './tree-store.ts';

/** Takes back something that was done to files. */
export type Undo = () => Promise<Undone>;

export interface Undone {
  readonly failures: readonly Failure[];
  /** Takes back what could not be, for when nothing is in the way any more; null: there is none of that. */
  readonly left: Undo | null;
}

/** Something done to files in the open folder. */
export interface Act {
  undo: Undo;
  /** Called when nothing of it is left to be taken back. */
  onUndone(): void;
}

/** The latest last. */
let done: Act[] = [];

// Nothing is undone in a folder that cannot be seen any more.
useTree.subscribe(({ root }, before) => {
  if (root !== before.root) done = [];
});

export const canUndoAct = (): boolean => done.length > 0;

export const lastAct = (): Act | undefined => done.at(-1);

export function noteAct(undo: Undo, onUndone: () => void = () => undefined): Act {
  const act = { undo, onUndone };
  done.push(act);
  return act;
}

/** Takes an act back. What fails of it keeps its turn. @returns why it failed */
export async function undoAct(act: Act): Promise<readonly Failure[]> {
  const acts = done;
  const turn = acts.indexOf(act);
  // It is under way, or of another folder.
  if (turn === -1) return [];
  acts.splice(turn, 1);
  const { failures, left } = await act.undo();
  if (left === null) act.onUndone();
  else {
    act.undo = left;
    acts.splice(turn, 0, act);
  }
  return failures;
}

/**
 * Takes back what was done to several entries, one after another.
 * @param show shows the tree as it is by then. @param back of which entries it was taken back
 */
export async function undoEach<T>(
  entries: readonly T[],
  undoOne: (entry: T) => Promise<Result<unknown>>,
  show: (back: readonly T[]) => Promise<unknown>,
): Promise<Undone> {
  const back: T[] = [];
  const left: T[] = [];
  const failures: Failure[] = [];
  for (const entry of entries) {
    const undone = await undoOne(entry);
    if (undone.ok) {
      back.push(entry);
      continue;
    }
    failures.push(undone.failure);
    // What is gone cannot be taken back, and would keep all before it from that.
    if (undone.failure.code !== 'file-not-found') left.push(entry);
  }
  await show(back);
  return { failures, left: left.length === 0 ? null : () => undoEach(left, undoOne, show) };
}
