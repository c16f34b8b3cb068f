import { z } from 'zod/mini';
import type { Failure } from '../errors.ts';

const flag = z.boolean();
/** Globs, separated by commas. */
const globs = z.string().check(z.maxLength(4000));
/** ripgrep is given them as arguments, which end at a null character. */
const argument = z.string().check(
  z.maxLength(10_000),
  z.refine((value) => !value.includes('\0')),
);

/** A search in the files of the open folder. */
export const folderQuerySchema = z.strictObject({
  text: argument.check(z.minLength(1)),
  isRegexp: flag,
  isCaseSensitive: flag,
  isWholeWord: flag,
  /** Files to search; empty: all. A name without `/` means files and folders of that name at every depth. */
  include: globs,
  exclude: globs,
  /** Lines before and after each match. */
  context: z.int().check(z.minimum(0), z.maximum(10)),
  /** Of each match; in a regular expression `$1` and `$name` are its groups, `\n` and `\t` are characters. null: none. */
  replacement: z.nullable(argument),
});
export type FolderQuery = z.output<typeof folderQuerySchema>;

/** An open document, which is searched as it is in the editor. */
export const unsavedTextSchema = z.strictObject({
  /** Key of the document. */
  path: z.string().check(z.minLength(1), z.maxLength(32_768)),
  text: z.string().check(z.maxLength(64 * 1024 * 1024)),
});
export type UnsavedText = z.output<typeof unsavedTextSchema>;

export interface FoundMatch {
  /** In UTF-16 units from the beginning of the line, from 1. */
  readonly column: number;
  /** As it is in the file, with its line ends. */
  readonly text: string;
  /** Where it is in the text that is shown of the line; beyond that text when the line was cut. */
  readonly from: number;
  readonly to: number;
  readonly replacement?: string;
}

export interface FoundLine {
  /** From 1. */
  readonly line: number;
  /** Of a long line a part around its first match. */
  readonly text: string;
  /** Empty for a line around a match. */
  readonly matches: readonly FoundMatch[];
}

export interface FoundFile {
  /** Key of the document. */
  readonly path: string;
  readonly lines: readonly FoundLine[];
}

export interface SearchEnd {
  /** There is more than is shown. */
  readonly isPartial: boolean;
  readonly failure: Failure | null;
}

/** Matches that a search shows at most. */
export const maxMatches = 20_000;
