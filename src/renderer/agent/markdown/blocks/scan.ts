import type { Fence } from './fences.ts';

/** A fence within a list or a quote: a part of its block, unless that becomes too long. */
export interface InnerFence {
  readonly fence: Fence;
  /** End offset of the text before it. */
  readonly at: number;
  readonly codeStart: number;
}

/** The state of the scanner. Offsets count in `tail`, which begins at `start` of the whole text. */
export interface Scan {
  readonly start: number;
  readonly tail: string;
  /** Beginning of the open block; inside a fence, of its code. */
  readonly blockStart: number;
  /** Beginning of the first incomplete line. */
  readonly lineStart: number;
  readonly fence: Fence | null;
  /** The text between the code of the open block and that of the block before it, which it continues. */
  readonly joint: string | undefined;
  readonly inner: InnerFence | null;
  readonly hasList: boolean;
  /** The item mark, if the block is a list from its first line on. */
  readonly listMark: string;
  readonly isTable: boolean;
  /** Beginning of the item or row that is being read. */
  readonly partStart: number;
  /** Beginning of the previous line; -1 when the block begins with this one. */
  readonly lineBefore: number;
  readonly afterBlank: boolean;
  /** The line at `lineStart` is the rest of one that was cut for its length: it opens and closes nothing. */
  readonly isRestOfLine: boolean;
}
