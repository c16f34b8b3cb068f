import { z } from 'zod/mini';

/**
 * Events of open documents, from the renderer to main and from main to the extensions that may read the workspace.
 * Offsets count UTF-16 units; lines end with `\n` whatever the file has. A change names the version that it results
 * in; a receiver that lacks the version before it asks for the whole text again.
 */

const offset = z.int().check(z.nonnegative());

export const textChangeSchema = z.strictObject({ from: offset, to: offset, insert: z.string() });
/** Replaces `from`..`to` of the text as it was before this change; several are applied one after the other. */
export type TextChange = z.output<typeof textChangeSchema>;

export const documentEventSchema = z.discriminatedUnion('type', [
  /** Also sent for a document that is already open, to synchronise a receiver. */
  z.strictObject({
    type: z.literal('opened'),
    path: z.string(),
    languageId: z.string(),
    version: offset,
    text: z.string(),
  }),
  z.strictObject({
    type: z.literal('changed'),
    path: z.string(),
    /** After the changes: the previous version plus one. */
    version: offset,
    changes: z.array(textChangeSchema),
  }),
  z.strictObject({ type: z.literal('saved'), path: z.string(), version: offset }),
  z.strictObject({ type: z.literal('closed'), path: z.string() }),
]);
export type DocumentEvent = z.output<typeof documentEventSchema>;
