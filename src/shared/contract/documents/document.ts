import { z } from 'zod/mini';
import type { ImageType } from '../../content/image-type.ts';
import { path, text } from '../methods/method.ts';
import type { Brought } from './brought.ts';
import { type Encoding, encodingIds, type TextForm } from './encoding.ts';

/** Text documents as main reads and writes them. `text` has the line endings of the file. */

export type LineEnding = 'lf' | 'crlf' | 'mixed';

/** Identifies a state of a file on disk: equal revisions mean equal bytes. */
export type Revision = string;

/** An image as it is on disk. */
export interface ImageFile {
  readonly type: ImageType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export const longTextId = z.uuid();
/** A longer text on its way, which is handed over in pieces (`documents.piece`, `documents.keepPiece`). */
const longTextSchema = z.strictObject({ id: longTextId, pieces: z.int().check(z.positive()) });
export type LongText = Readonly<z.output<typeof longTextSchema>>;

export interface OpenedDocument extends TextForm {
  /** Absolute, as opened (links not resolved). */
  readonly path: string;
  readonly text: string | LongText;
  readonly revision: Revision;
  readonly lineEnding: LineEnding;
  readonly isReadOnly: boolean;
  /** Some bytes are invalid in the encoding, or would not survive a round trip: it cannot be saved. */
  readonly isLossy: boolean;
}

/** One that is short enough for a single call. */
export interface WholeDocument extends OpenedDocument {
  readonly text: string;
}

/** The kind of entry at a path. `outside-project`: not checked, and may be missing. */
export type PathState = 'file' | 'directory' | 'missing' | 'outside-project';

export const encodingSchema = z.enum(encodingIds as [Encoding, ...Encoding[]]);

export const saveRequestSchema = z.strictObject({
  path,
  text: z.union([text, longTextSchema]),
  encoding: encodingSchema,
  hasBom: z.boolean(),
  /** The state the edits are based on; a file that differs is not overwritten (`file-changed`). null: overwrite. */
  baseRevision: z.nullable(z.string().check(z.maxLength(256))),
});
export type SaveRequest = Readonly<z.output<typeof saveRequestSchema>>;

/** The chosen path for a save. */
export interface SaveTarget {
  /** Absolute. */
  readonly path: string;
  /** Key of the document that has this file open, perhaps by another path; null: it is not open. */
  readonly openAs: string | null;
}

export interface SavedDocument {
  readonly revision: Revision;
}

/** Names in the order in which they are shown. As texts alone, tens of thousands reach the window at once. */
export interface ListedDirectory {
  readonly directories: readonly string[];
  readonly files: readonly string[];
}

export interface ListedFiles {
  /** Relative, with "/". */
  readonly paths: string[];
  /** There are more than the limit. */
  readonly isPartial: boolean;
}

/** A deleted file or folder. */
export interface Trashed {
  /** For `restore`; null: only the system's own trash can restore it. */
  readonly undoId: string | null;
}

export interface Workspace {
  /** Absolute. */
  readonly path: string;
  /** The path with links resolved, by which decisions about the folder are stored. */
  readonly realPath: string;
  readonly name: string;
  /** Whether the parts in `brings` take effect. */
  readonly isTrusted: boolean;
  /** The parts that it has and that need trust. */
  readonly brings: readonly Brought[];
}

/** A place in a text; both count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column?: number | undefined;
}
