import { z } from 'zod/mini';
import { path, text } from '../methods/method.ts';
import { type Encoding, encodingIds, type TextForm } from './encoding.ts';

/** Text documents as main reads and writes them. Lines in `text` end as they do on disk. */

export type LineEnding = 'lf' | 'crlf' | 'mixed';

/** Identifies one state of a file on disk; two equal revisions mean equal bytes. */
export type Revision = string;

export interface OpenedDocument extends TextForm {
  /** Absolute, as opened (links not resolved). */
  readonly path: string;
  readonly text: string;
  readonly revision: Revision;
  readonly lineEnding: LineEnding;
  readonly isReadOnly: boolean;
  /** Some of its bytes are none of the encoding, or would be others if they were written again: it is not saved. */
  readonly isLossy: boolean;
}

/** What a path names. `outside-project`: it was not looked at, and may name nothing. */
export type PathState = 'file' | 'directory' | 'missing' | 'outside-project';

export const encodingSchema = z.enum(encodingIds as [Encoding, ...Encoding[]]);

export const saveRequestSchema = z.strictObject({
  path,
  text,
  encoding: encodingSchema,
  hasBom: z.boolean(),
  /** The state the edits are based on; a file that differs is not overwritten (`file-changed`). null: overwrite. */
  baseRevision: z.nullable(z.string().check(z.maxLength(256))),
});
export type SaveRequest = Readonly<z.output<typeof saveRequestSchema>>;

/** Where the person wants a document saved. */
export interface SaveTarget {
  /** Absolute. */
  readonly path: string;
  /** The key of the document of this file, which may be open by another path; null: it is not open. */
  readonly openAs: string | null;
}

export interface SavedDocument {
  readonly revision: Revision;
}

export interface TreeEntry {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly kind: 'file' | 'directory';
}

/** A file or folder was deleted. */
export interface Trashed {
  /** For `restore`; null: only the system's own trash can bring it back. */
  readonly undoId: string | null;
}

/** What a folder may bring: `.outrigger/extensions`, `AGENTS.md`, `.outrigger/prompts`, `.outrigger/settings.json`. */
export type Brought = 'extensions' | 'rules' | 'prompts' | 'settings';

export interface Workspace {
  /** Absolute. */
  readonly path: string;
  /** The same, links followed: what is decided for the folder is kept by it. */
  readonly realPath: string;
  readonly name: string;
  /** Whether what it brings counts. */
  readonly isTrusted: boolean;
  /** What it has of its own that counts only when the person trusts it. */
  readonly brings: readonly Brought[];
}

const broughtWords = {
  extensions: 'extensions',
  rules: 'rules for models',
  prompts: 'prompts',
  settings: 'settings',
} as const;

/** Such as "extensions and prompts". */
export const formatBrought = (brings: readonly Brought[]): string =>
  brings
    .map((each) => broughtWords[each])
    .join(', ')
    .replace(/, ([^,]*)$/, ' and $1');

/** A place in a text; both count from 1. */
export interface TextPosition {
  readonly line: number;
  readonly column?: number | undefined;
}
