import type { Fence } from './fences.ts';

/** A fence inside of a list or a quote: a part of its block, unless that becomes too long. */
export interface InnerFence {
  readonly fence: Fence;
  /** Where what stands before it ends. */
  readonly at: number;
  readonly codeStart: number;
}

/** Where reading stands. Offsets count in `tail`, which begins at `start` of the whole text. */
export interface Scan {
  readonly start: number;
  readonly tail: string;
  /** Where the open block begins; inside a fence, where its code begins. */
  readonly blockStart: number;
  /** Where the line begins that is not complete yet. */
  readonly lineStart: number;
  readonly fence: Fence | null;
  /** How the code of the open block goes on from the block before it. */
  readonly joint: string | undefined;
  readonly inner: InnerFence | null;
  readonly hasList: boolean;
  /** The mark of the items when the block is a list from its first line on. */
  readonly listMark: string;
  readonly isTable: boolean;
  /** Where the item or the row begins that is being read. */
  readonly partStart: number;
  /** Where the line before begins; -1 when the block begins with this one. */
  readonly lineBefore: number;
  readonly afterBlank: boolean;
  /** The line at `lineStart` is the rest of one that was cut for its length: it opens and closes nothing. */
  readonly isRestOfLine: boolean;
}
