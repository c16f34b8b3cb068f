import { z } from 'zod/mini';
import { text } from './methods/method.ts';

/** What models changed in the project, as it is shown for review, and how it is taken back. Paths are absolute. */

export interface ChangedFile {
  readonly path: string;
  readonly kind: 'edited' | 'created' | 'deleted';
  readonly movedFrom?: string | undefined;
  /** Lines; 0 for what is no text. */
  readonly added: number;
  readonly removed: number;
  readonly isText: boolean;
}

/** What a person may still accept or reject of a thread. */
export interface ReviewSnapshot {
  readonly threadId: string;
  /** Sorted by path. */
  readonly files: readonly ChangedFile[];
  /** The turns that changed files, oldest first. */
  readonly checkpoints: readonly { readonly promptId: string; readonly fileCount: number }[];
  /** The last restore can be undone. */
  readonly canUndoRestore: boolean;
  /** A later review has a higher one: what was asked for and what is told come by different ways. */
  readonly order: number;
}

/** Lines end with "\n" whatever the file has. null: there is no file. */
export interface ReviewTexts {
  readonly before: string | null;
  readonly after: string | null;
}

/** Others than the model changed these files as well; nothing was done, for it was not forced. */
export interface ChangedSince {
  readonly type: 'changed-since';
  readonly paths: readonly string[];
}
export type RestoreReport = { readonly type: 'restored'; readonly fileCount: number } | ChangedSince;
export type RejectReport = { readonly type: 'rejected' } | ChangedSince;

/** What main asks of the editor about a document that is open. Texts have the line ends of the file, without a byte-order mark. */
export type BufferRequest =
  | { readonly type: 'read'; readonly path: string }
  /**
   * Only when the text is `base`. A document without unsaved edits is saved by main afterwards. `isSaved`: the disk has
   * the text already, so none of the edits are left.
   */
  | {
      readonly type: 'apply';
      readonly path: string;
      readonly base: string;
      readonly text: string;
      readonly isSaved?: boolean;
    }
  /** The file was moved; its tab follows. */
  | { readonly type: 'moved'; readonly path: string; readonly to: string };

export const bufferAnswerSchema = z.discriminatedUnion('type', [
  /** It is not open. */
  z.strictObject({ type: z.literal('closed') }),
  z.strictObject({ type: z.literal('text'), text, isEdited: z.boolean() }),
  z.strictObject({ type: z.literal('applied'), isEdited: z.boolean() }),
  /** The text is another one. */
  z.strictObject({ type: z.literal('changed') }),
]);
export type BufferAnswer = Readonly<z.output<typeof bufferAnswerSchema>>;
