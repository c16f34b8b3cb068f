import { z } from 'zod/mini';
import type { Result } from '../errors.ts';
import { path } from '../methods/method.ts';
import { encodingSchema, type LongText, type OpenedDocument } from './document.ts';
import type { Encoding } from './encoding.ts';
import { maxPanes, maxRecentFiles } from './tab-limits.ts';

/**
 * Backups of open documents, so that no typed text is lost, however the app ends: a journal for each edited document,
 * one line of JSON for each event, and for each folder the open tabs (docs/decisions/0035).
 */

/** Id of the journal of an edited document, made by the page; it stays when the file is moved. */
export const backupId = z.uuid();

const count = z.int().check(z.nonnegative());
/** CodeMirror's JSON of an `EditorSelection`; its reader checks it again. */
const selection = z.strictObject({
  ranges: z.array(z.strictObject({ anchor: count, head: count })).check(z.minLength(1), z.maxLength(10_000)),
  main: count,
});
/** A number stands for a cursor. */
const selected = z.union([count, selection]);
/** CodeMirror's JSON of a `ChangeSet`: an unchanged length, or a deleted length with the inserted lines. */
const changes = z.array(z.union([count, z.tuple([count], z.string())]));

/** Encoding of the text in its file, and the revision that it is based on. */
const form = {
  /** Revision of the file that the edits are based on. null: there is no file. */
  revision: z.nullable(z.string().check(z.maxLength(256))),
  lineEnding: z.enum(['lf', 'crlf', 'mixed']),
  /** The default is for journals from before other encodings were supported. */
  encoding: z._default(encodingSchema, 'utf8'),
  hasBom: z.boolean(),
};

export const backupEntrySchema = z.discriminatedUnion('type', [
  /** The first line of a journal. If a revision is given, the text before the first edit is that of the file. */
  z.strictObject({ type: z.literal('begun'), folder: z.nullable(path), path, ...form }),
  z.strictObject({
    type: z.literal('edited'),
    changes,
    /** In ms since 1970. */
    at: z.number(),
    /** CodeMirror's user event, which groups steps of the history: "input.type". */
    event: z.exactOptional(z.string().check(z.maxLength(256))),
    /** `apart`: a step that is joined with no other. `none`: not in the history. Absent: an ordinary step. */
    history: z.exactOptional(z.enum(['undo', 'redo', 'apart', 'none'])),
    /** The selection before it, if it was changed since the last edit: that separates steps of the history. */
    before: z.exactOptional(selected),
    /** The selection after it, unless it follows from the change. */
    after: z.exactOptional(selected),
  }),
  /** Saved, loaded, or kept over the version on disk: the base is another file now. `isText`: the file has its text. */
  z.strictObject({ type: z.literal('based'), isText: z.boolean(), ...form }),
  z.strictObject({ type: z.literal('moved'), path }),
]);
export type BackupEntry = z.output<typeof backupEntrySchema>;
export type BackupBeginning = Extract<BackupEntry, { type: 'begun' }>;

const place = z.strictObject({
  selection,
  /** Offset at the upper edge of the view, and how far its line is cut off, in pixels. */
  top: z.strictObject({ at: count, offset: z.number() }),
  /** Folded ranges: offsets, from and to. */
  folds: z.exactOptional(z.array(z.tuple([count, count])).check(z.maxLength(10_000))),
  /** Number of edits in its journal at that time; after further edits the place does not hold. */
  edits: count,
});
export type BackupPlace = z.output<typeof place>;

/** How the panes share the area, as `editor/panes/layout.ts` has it; a number is the place of one in the list. */
type KeptLayout = number | { axis: 'row' | 'column'; parts: { share: number; layout: KeptLayout }[] };

/** Not deeper than panes can be divided. */
const layoutOf = (levels: number): z.ZodMiniType<KeptLayout> =>
  levels === 0
    ? count
    : z.union([
        count,
        z.strictObject({
          axis: z.enum(['row', 'column']),
          parts: z
            .array(
              z.strictObject({ share: z.number().check(z.positive(), z.maximum(1)), layout: layoutOf(levels - 1) }),
            )
            .check(z.minLength(1), z.maxLength(maxPanes)),
        }),
      ]);

/** The panes, if there is more than one. */
const panesSchema = z.strictObject({
  panes: z
    .array(
      z.strictObject({
        /** In the order of its tabs; each is one of the open tabs too. */
        tabs: z
          .array(
            z.strictObject({
              path,
              place: z.exactOptional(place),
              isPinned: z.exactOptional(z.boolean()),
              isPreview: z.exactOptional(z.boolean()),
            }),
          )
          .check(z.maxLength(1000)),
        active: z.nullable(path),
      }),
    )
    .check(z.minLength(1), z.maxLength(maxPanes)),
  layout: /* @__PURE__ */ layoutOf(maxPanes),
  /** Place of the one in front in the list. */
  front: count,
});
export type KeptPanes = z.output<typeof panesSchema>;

/** The open tabs of a folder, or without a folder. */
export const openTabsSchema = z.strictObject({
  tabs: z
    .array(
      z.strictObject({
        path,
        id: z.exactOptional(backupId),
        place: z.exactOptional(place),
        /** Encoding used for reading; absent: UTF-8, or the one that main detects. */
        encoding: z.exactOptional(encodingSchema),
        isPinned: z.exactOptional(z.boolean()),
        /** The next preview replaces it. */
        isPreview: z.exactOptional(z.boolean()),
        /** The path with links resolved; added by main. */
        real: z.exactOptional(path),
      }),
    )
    .check(z.maxLength(1000)),
  /** Path of the active tab. */
  active: z.nullable(path),
  /** Files that have been in front, the last one first; also closed ones. */
  recent: z.optional(z.array(path).check(z.maxLength(maxRecentFiles))),
  /** Absent: one pane, with all of the tabs. */
  panes: z.exactOptional(panesSchema),
});
export type OpenTabs = z.output<typeof openTabsSchema>;

/** The tab of a document to restore. */
export interface RestoredTab {
  /** Key of the document. */
  readonly path: string;
  readonly place?: BackupPlace | undefined;
  readonly isPinned?: boolean | undefined;
  readonly isPreview?: boolean | undefined;
}

/** A document that the window does not wait for, being large or behind another tab; `backups.restoreLate` gives it. */
export interface LateDocument extends RestoredTab {
  readonly lateId: string;
  /** Absent: there were no unsaved edits. */
  readonly journalId?: string | undefined;
  readonly encoding?: Encoding | undefined;
}

/** What is kept of a tab until its document is there. */
export type LeftTab = Pick<OpenTabs['tabs'][number], 'id' | 'place' | 'encoding'>;

export interface RestoredDocument extends RestoredTab {
  /** The present file on disk; for an untitled document its empty base. */
  readonly document: Result<OpenedDocument>;
  /** Absent: there were no unsaved edits. */
  readonly journal?: RestoredJournal | undefined;
}

export interface RestoredJournal {
  readonly id: string;
  readonly beginning: BackupBeginning;
  /**
   * The text before the first edit, with "\n" as line ending. null: not kept completely; the file on disk must have
   * it.
   */
  readonly text: string | LongText | null;
  readonly entries: readonly Exclude<BackupEntry, BackupBeginning>[];
}

export interface Restored {
  readonly documents: readonly (RestoredDocument | LateDocument)[];
  readonly active: string | null;
  readonly recent: readonly string[];
  readonly panes?: KeptPanes | undefined;
}
