import { z } from 'zod/mini';
import { type Layout, layoutSchema, type ShownState } from '../app-state.ts';
import {
  backupEntrySchema,
  backupId,
  openTabsSchema,
  type Restored,
  type RestoredDocument,
} from '../documents/backup.ts';
import {
  encodingSchema,
  type ImageFile,
  type ListedDirectory,
  type ListedFiles,
  longTextId,
  type OpenedDocument,
  type PathState,
  type SavedDocument,
  type SaveTarget,
  saveRequestSchema,
  type TextPosition,
  type Trashed,
  type Workspace,
} from '../documents/document.ts';
import type { FileRules } from '../documents/file-rules.ts';
import { folderQuerySchema, unsavedTextSchema } from '../documents/folder-search.ts';
import { maxPieceLength } from '../documents/text-limits.ts';
import type { Result } from '../errors.ts';
import type { Settings } from '../settings/setting-table.ts';
import {
  languageIdSchema,
  type SettingLevels,
  settingLevelSchema,
  settingsChangeSchema,
} from '../settings/settings.ts';
import type { ThemeState } from '../themes/theme.ts';
import { itemId, line, path, takes, text } from './method.ts';

const count = z.int().check(z.nonnegative());

export interface BootState {
  readonly version: string;
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly workspace: Workspace | null;
  /** The file named on the command line, read while the window was created. */
  readonly document: Result<OpenedDocument> | null;
  /** The cursor position for `document`, from the command line. */
  readonly position?: TextPosition | undefined;
  /** The tabs and documents of the last window. null: not restored, and their record stays unchanged. */
  readonly restored: Restored | null;
  /** Effective settings of the folder. */
  readonly settings: Settings;
  readonly levels: SettingLevels;
  readonly theme: ThemeState;
  readonly state: ShownState;
  readonly layout: Layout;
}

/** The calls of the editor to main: groups of `RendererApi`. */
export const editorMethods = {
  app: {
    /** The data for the first paint, in one round trip. */
    boot: takes().gives<BootState>(),
    /** Answers a `close-requested` event. (mayClose): whether the window may close. */
    answerClose: takes(z.boolean()).gives<void>(),
    /** Number of documents with unsaved changes; if there are any, closing the window asks first. */
    setUnsavedCount: takes(z.int().check(z.minimum(0))).gives<void>(),
    /** Pastes from the system's clipboard at the focus, for a menu; the page itself may not read the clipboard. */
    paste: takes().gives<void>(),
  },
  workspace: {
    /** Shows the system's dialog. null: the person cancelled. */
    pickFolder: takes().gives<Result<Workspace | null>>(),
    /** Opens a folder that was dropped, or chosen from the recent ones. */
    open: takes(path).gives<Result<Workspace>>(),
    /** Opens the sample project that is bundled with the app, as a copy of the person's own. */
    openSample: takes().gives<Result<Workspace>>(),
    /** Sets the trust in the open folder, now and for later starts; its extensions run only with it. */
    setTrust: takes(z.boolean()).gives<Result<null>>(),
    /** The entries of a directory of the workspace, without ignored ones. */
    list: takes(path).gives<Result<ListedDirectory>>(),
    /** All files below the workspace, without ignored ones. A newer call ends the one before. */
    files: takes().gives<Result<ListedFiles>>(),
    saveLayout: takes(layoutSchema).gives<void>(),
  },
  search: {
    /**
     * (searchId, query, unsaved): searches the open folder, with `unsaved` in place of these files. Ends the search before.
     * `search-found` and `search-ended` tell the rest.
     */
    start: takes(itemId, folderQuerySchema, z.array(unsavedTextSchema).check(z.maxLength(1000))).gives<void>(),
    stop: takes(itemId).gives<void>(),
  },
  documents: {
    /** A relative path is resolved against the workspace's root. Watches the file until `close`. */
    open: takes(path).gives<Result<OpenedDocument>>(),
    /** Reads an open file again with this encoding, even if the bytes do not fit it. */
    reopen: takes(path, encodingSchema).gives<Result<OpenedDocument>>(),
    /** Allows one path outside the workspace after the person confirmed it: the `detail` of `file-outside-project`. */
    allow: takes(path).gives<void>(),
    save: takes(saveRequestSchema).gives<Result<SavedDocument>>(),
    /** (id, at): a piece of a long text. It is gone after the last one, or when none is asked for in a minute. */
    piece: takes(longTextId, count).gives<string>(),
    /** (id, at, piece): a piece of a long text that is to be saved; main forgets it when nothing follows in a minute. */
    keepPiece: takes(longTextId, count, z.string().check(z.maxLength(maxPieceLength))).gives<void>(),
    /**
     * Shows the system's save dialog, which asks before a file is replaced, and allows the chosen path. (suggested):
     * a path, or a name if there is no path yet. null: the person cancelled.
     */
    pickSaveTarget: takes(path).gives<SaveTarget | null>(),
    close: takes(path).gives<void>(),
    /** The `.editorconfig` rules for a file, which need not exist yet. */
    rules: takes(path).gives<FileRules>(),
    /** Shows the system's dialog. null: the person cancelled. */
    pickFile: takes().gives<Result<OpenedDocument | null>>(),
    /** An image file of up to 20 MB. */
    image: takes(path).gives<Result<ImageFile>>(),
    /** The state of each path, for links. */
    inspect: takes(z.array(path).check(z.maxLength(500))).gives<readonly PathState[]>(),
  },
  /** File operations of the person; they never overwrite. */
  files: {
    /** (directory, typed, kind): `typed` is a name, or several separated by `/`. */
    create: takes(path, line, z.enum(['file', 'directory'])).gives<Result<string>>(),
    /** (from, to, isBack): moves or renames; back to where it was, its name there is not judged. */
    move: takes(path, path, z.optional(z.boolean())).gives<Result<string>>(),
    /** (from, directory): gets a free name there. */
    copy: takes(path, path).gives<Result<string>>(),
    trash: takes(path).gives<Result<Trashed>>(),
    restore: takes(itemId).gives<Result<string>>(),
    /** Deletes permanently, where there is no trash. */
    remove: takes(path).gives<Result<null>>(),
    /** Shows it in the system's file manager. */
    reveal: takes(path).gives<Result<null>>(),
  },
  /** Backups of open documents, so that nothing is lost, however the app ends. */
  backups: {
    /** Appends to a document's journal. */
    append: takes(backupId, z.array(backupEntrySchema).check(z.maxLength(10_000))).gives<Result<null>>(),
    /** (id, at, piece, isLast): the text before the first edit, in pieces. */
    keepText: takes(backupId, z.int().check(z.nonnegative()), text, z.boolean()).gives<Result<null>>(),
    /** Keeps the backup, but never restores it again, as it cannot be restored completely. */
    putAside: takes(backupId).gives<void>(),
    /** Deletes a backup that is not wanted any more. */
    drop: takes(backupId).gives<void>(),
    /** (folder, tabs): records the open tabs of a folder; null: without a folder. */
    keepTabs: takes(z.nullable(path), openTabsSchema).gives<Result<null>>(),
    /** The recorded tabs and documents of a folder. */
    restore: takes(z.nullable(path)).gives<Restored>(),
    /** (lateId). null: it has been given already. */
    restoreLate: takes(itemId).gives<RestoredDocument | null>(),
  },
  settings: {
    /** Changes user settings, for all folders and languages. */
    change: takes(settingsChangeSchema).gives<Result<null>>(),
    /** (level, language, key, value): for one language, or for all with null; undefined removes the setting. */
    set: takes(settingLevelSchema, z.nullable(languageIdSchema), itemId, z.unknown()).gives<Result<null>>(),
    /** Opens the settings file of a level in the editor. */
    openFile: takes(settingLevelSchema).gives<Result<null>>(),
    /** Shows the system's dialog for a theme file, which is not set yet. null: the person cancelled. */
    pickThemeFile: takes().gives<string | null>(),
  },
  notices: {
    /** (notice, action) */
    act: takes(itemId, itemId).gives<void>(),
    /** The person has read it. */
    dismiss: takes(itemId).gives<void>(),
  },
  events: {
    /** Main answers by transferring a port for `MainEvent`s; an earlier port is closed. */
    connect: takes().gives<void>(),
  },
};
