import { z } from 'zod/mini';
import type { Result } from '../errors.ts';
import { path } from '../methods/method.ts';
import { encodingSchema, type OpenedDocument } from './document.ts';
import type { Encoding } from './encoding.ts';

/**
 * What is kept of open documents so that nothing that was typed is lost, however the app ends: of each edited document a
 * journal, one line of JSON for each thing that happened to it, and of each folder what was open in it
 * (docs/decisions/0035).
 */

/** Of a document that was edited. The page makes it; a journal is known by it, also when its file is moved. */
export const backupId = z.uuid();

const count = z.int().check(z.nonnegative());
/** As CodeMirror writes an `EditorSelection`; it is checked once more by what reads it. */
const selection = z.strictObject({
  ranges: z.array(z.strictObject({ anchor: count, head: count })).check(z.minLength(1), z.maxLength(10_000)),
  main: count,
});
/** A number is a cursor there. */
const selected = z.union([count, selection]);
/** As CodeMirror writes a `ChangeSet`: a length that stays, or a length that goes with the lines that come. */
const changes = z.array(z.union([count, z.tuple([count], z.string())]));

/** How a text becomes the bytes of its file, and which bytes it is based on. */
const form = {
  /** Of the file that the edits are based on. null: there is none. */
  revision: z.nullable(z.string().check(z.maxLength(256))),
  lineEnding: z.enum(['lf', 'crlf', 'mixed']),
  /** Journals of before it was known are of UTF-8. */
  encoding: z._default(encodingSchema, 'utf8'),
  hasBom: z.boolean(),
};

export const backupEntrySchema = z.discriminatedUnion('type', [
  /** The first line of a journal. The text before its first edit is that of the file with this revision, if there is one. */
  z.strictObject({ type: z.literal('begun'), folder: z.nullable(path), path, ...form }),
  z.strictObject({
    type: z.literal('edited'),
    changes,
    /** In ms since 1970. */
    at: z.number(),
    /** CodeMirror's user event, by which its history groups: "input.type". */
    event: z.exactOptional(z.string().check(z.maxLength(256))),
    /** The history was gone through, or does not know of it. Absent: it is a step of it. */
    history: z.exactOptional(z.enum(['undo', 'redo', 'apart', 'none'])),
    /** What was selected before, if somebody selected it since the last edit: that parts the steps of the history. */
    before: z.exactOptional(selected),
    /** What it selects, where that does not follow from the change. */
    after: z.exactOptional(selected),
  }),
  /** Saved, loaded, or kept against what is on disk: it is based on another file now. `isText`: whose text it is. */
  z.strictObject({ type: z.literal('based'), isText: z.boolean(), ...form }),
  z.strictObject({ type: z.literal('moved'), path }),
]);
export type BackupEntry = z.output<typeof backupEntrySchema>;
export type BackupBeginning = Extract<BackupEntry, { type: 'begun' }>;

const place = z.strictObject({
  selection,
  /** What stands at the upper edge of the view, and how far it is cut off, in pixels. */
  top: z.strictObject({ at: count, offset: z.number() }),
  /** What is folded: offsets, from and to. */
  folds: z.exactOptional(z.array(z.tuple([count, count])).check(z.maxLength(10_000))),
  /** How many edits its journal had then; with more of them it is another place. */
  edits: count,
});
export type BackupPlace = z.output<typeof place>;

/** What is open in a folder, or without one. */
export const openTabsSchema = z.strictObject({
  tabs: z
    .array(
      z.strictObject({
        path,
        id: z.exactOptional(backupId),
        place: z.exactOptional(place),
        /** The one that it is read with; absent: UTF-8, or what main finds. */
        encoding: z.exactOptional(encodingSchema),
        /** Where it led, links followed; main adds it. */
        real: z.exactOptional(path),
      }),
    )
    .check(z.maxLength(1000)),
  /** The path of the tab in front. */
  active: z.nullable(path),
});
export type OpenTabs = z.output<typeof openTabsSchema>;

/** A document as it was left. */
export interface RestoredDocument {
  /** Its key. */
  readonly path: string;
  readonly place?: BackupPlace | undefined;
  /** What is on disk now; of an untitled document what it is based on. */
  readonly document: Result<OpenedDocument>;
  /** Absent: it was not edited. */
  readonly journal?: RestoredJournal | undefined;
}

export interface RestoredJournal {
  readonly id: string;
  readonly beginning: BackupBeginning;
  /** The text before the first edit, with "\n" at its line ends. null: it was not kept whole, and has to be that of the disk. */
  readonly text: string | null;
  readonly entries: readonly Exclude<BackupEntry, BackupBeginning>[];
}

/** The key of the document of a journal, as it was last. */
export const pathOf = ({ beginning, entries }: Pick<RestoredJournal, 'beginning' | 'entries'>): string =>
  entries.reduce((path, entry) => (entry.type === 'moved' ? entry.path : path), beginning.path);

/** The encoding that a document was in last, which is that of the file that it is based on. */
export const encodingOf = ({ beginning, entries }: Pick<RestoredJournal, 'beginning' | 'entries'>): Encoding =>
  entries.reduce((encoding, entry) => (entry.type === 'based' ? entry.encoding : encoding), beginning.encoding);

export interface Restored {
  readonly documents: readonly RestoredDocument[];
  readonly active: string | null;
}
