import { z } from 'zod/mini';
import { textChangeSchema } from '../documents/document-events.ts';
import { maxHighlightedLength, mostChangesAtOnce } from './highlight-limits.ts';

/**
 * How a part of a text is coloured by a grammar of an extension: from the renderer to main, and on to the extension's
 * host, which keeps the text and its tree. Offsets count UTF-16 units; lines end with `\n`.
 */

const count = z.int().check(z.nonnegative());
const name = z.string().check(z.minLength(1), z.maxLength(200));

export const highlightRequestSchema = z.strictObject({
  /** Folder of the language under `languages/` of the extension. */
  language: name,
  /** Any name of the text, one of its own for each that asks. */
  document: name,
  /** Of the text as it is now. */
  version: count,
  text: z.union([
    z.strictObject({ whole: z.string().check(z.maxLength(maxHighlightedLength)) }),
    /** As `toTextChanges`: each applies to the text that the one before it has left. */
    z.strictObject({ base: count, changes: z.array(textChangeSchema).check(z.maxLength(mostChangesAtOnce)) }),
  ]),
  /** The part whose colours are wanted. */
  from: count,
  to: count,
});
export type HighlightRequest = z.output<typeof highlightRequestSchema>;

/**
 * Three numbers for each span: its start, its end, and its class of code as an index of `codeTags`. They are in order and
 * do not overlap. `unknown-base`: the text that the changes are based on is not known (any more): send it whole.
 */
export type Highlighted = Uint32Array | 'unknown-base';
