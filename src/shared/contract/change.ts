import { z } from 'zod/mini';
import { text } from './methods/method.ts';

/** Changes by models and agents in the project's files, for review and restore. Paths are absolute. */

export interface ChangedFile {
  readonly path: string;
  readonly kind: 'edited' | 'created' | 'deleted';
  readonly movedFrom?: string | undefined;
  /** Lines; 0 for a binary file. */
  readonly added: number;
  readonly removed: number;
  readonly isText: boolean;
}

/** The changes of a thread that are not accepted or rejected yet. */
export interface ReviewSnapshot {
  readonly threadId: string;
  /** Sorted by path. */
  readonly files: readonly ChangedFile[];
  /** Files that are as before in the editor alone, as by its undo: the disk has the changes until they are saved. Sorted. */
  readonly unsaved: readonly string[];
  /** The turns that changed files, oldest first. */
  readonly checkpoints: readonly { readonly promptId: string; readonly fileCount: number }[];
  /** The last restore can be undone. */
  readonly canUndoRestore: boolean;
  /** The prompt that it went back to; null: there is none, or changes were rejected instead. */
  readonly undone: string | null;
  /** Higher in each later review: answers and events come by different ways, and may overtake each other. */
  readonly order: number;
}

/** Lines end with "\n" whatever the file has. null: the file does not exist. */
export interface ReviewTexts {
  readonly before: string | null;
  readonly after: string | null;
}

/** These files were also changed by others than the model or agent; nothing was done, since it was not forced. */
export interface ChangedSince {
  readonly type: 'changed-since';
  readonly paths: readonly string[];
}

/** `unsaved`: files that were as before already, but in the editor alone. The disk has the changes until they are saved. */
export interface Restored {
  readonly type: 'restored';
  readonly fileCount: number;
  readonly unsaved?: readonly string[];
}
export type RestoreReport = Restored | ChangedSince;
export type RejectReport = { readonly type: 'rejected' } | ChangedSince;

/** A request to the editor about an open document. Texts have the file's line endings, and no byte-order mark. */
export type BufferRequest =
  | { readonly type: 'read'; readonly path: string }
  /**
   * Applied only if the text is `base`. Main saves afterwards if the document had no unsaved edits. `isSaved`: the disk
   * has the text already, so no edits are left.
   */
  | {
      readonly type: 'apply';
      readonly path: string;
      readonly base: string;
      readonly text: string;
      readonly isSaved?: boolean;
      /** The prompt for which a model or an agent changes it: what was changed for one is undone in one step. */
      readonly turn?: string | undefined;
    }
  /** The file was moved; its tab follows. */
  | { readonly type: 'moved'; readonly path: string; readonly to: string };

export const bufferAnswerSchema = z.discriminatedUnion('type', [
  /** The document is not open. */
  z.strictObject({ type: z.literal('closed') }),
  z.strictObject({ type: z.literal('text'), text, isEdited: z.boolean() }),
  z.strictObject({ type: z.literal('applied'), isEdited: z.boolean() }),
  /** The text is not `base` any more. */
  z.strictObject({ type: z.literal('changed') }),
]);
export type BufferAnswer = Readonly<z.output<typeof bufferAnswerSchema>>;
