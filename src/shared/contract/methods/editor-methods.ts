import { z } from 'zod/mini';
import { type Layout, layoutSchema, type ShownState } from '../app-state.ts';
import { backupEntrySchema, backupId, openTabsSchema, type Restored } from '../documents/backup.ts';
import {
  encodingSchema,
  type OpenedDocument,
  type PathState,
  type SavedDocument,
  type SaveTarget,
  saveRequestSchema,
  type TextPosition,
  type Trashed,
  type TreeEntry,
  type Workspace,
} from '../documents/document.ts';
import type { FileRules } from '../documents/file-rules.ts';
import type { Result } from '../errors.ts';
import type { Settings } from '../settings/setting-table.ts';
import {
  languageIdSchema,
  type SettingLevels,
  settingLevelSchema,
  settingsChangeSchema,
} from '../settings/settings.ts';
import { itemId, line, path, takes, text } from './method.ts';

export interface BootState {
  readonly version: string;
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly workspace: Workspace | null;
  /** The file named on the command line, read while the window was being made. */
  readonly document: Result<OpenedDocument> | null;
  /** Where the command line wants the cursor in `document`. */
  readonly position?: TextPosition | undefined;
  /** What was open when the window was there last. null: it is left as it was, and so is its list. */
  readonly restored: Restored | null;
  /** What holds in the folder. */
  readonly settings: Settings;
  readonly levels: SettingLevels;
  readonly state: ShownState;
  readonly layout: Layout;
}

/** What the editor asks of main: groups of `RendererApi`. */
export const editorMethods = {
  app: {
    /** What the first paint needs, in one round trip. */
    boot: takes().gives<BootState>(),
    /** Answers a `close-requested` event. (mayClose): the window may go, or it stays. */
    answerClose: takes(z.boolean()).gives<void>(),
    /** How many documents have unsaved changes; with any, closing the window asks first. */
    setUnsavedCount: takes(z.int().check(z.minimum(0))).gives<void>(),
    /** Pastes from the system's clipboard where the keyboard is, for a menu; the page itself may not read it. */
    paste: takes().gives<void>(),
  },
  workspace: {
    /** Shows the system's dialog. null: the person cancelled. */
    pickFolder: takes().gives<Result<Workspace | null>>(),
    /** Opens a folder that was dropped or is in the list of recent ones. */
    open: takes(path).gives<Result<Workspace>>(),
    /** Opens the project that comes with the app, as a copy that is the person's own. */
    openSample: takes().gives<Result<Workspace>>(),
    /** Lets the open folder bring extensions, now and at later starts, or no longer. */
    setTrust: takes(z.boolean()).gives<Result<null>>(),
    /** The entries of a directory of the workspace, ignored ones left out, directories first. */
    list: takes(path).gives<Result<TreeEntry[]>>(),
    saveLayout: takes(layoutSchema).gives<void>(),
  },
  documents: {
    /** A relative path is taken from the workspace's root. Watches the file until `close`. */
    open: takes(path).gives<Result<OpenedDocument>>(),
    /** Reads an open file once more, with this encoding whatever it makes of the bytes. */
    reopen: takes(path, encodingSchema).gives<Result<OpenedDocument>>(),
    /** Allows one path outside the workspace after the person confirmed it: the `detail` of `file-outside-project`. */
    allow: takes(path).gives<void>(),
    save: takes(saveRequestSchema).gives<Result<SavedDocument>>(),
    /**
     * Shows the system's dialog for where to save, which asks before a file is replaced, and allows what is chosen.
     * (suggested): a path, or a name where there is none yet. null: the person cancelled.
     */
    pickSaveTarget: takes(path).gives<SaveTarget | null>(),
    close: takes(path).gives<void>(),
    /** What `.editorconfig` files say of a file, which need not be there yet. */
    rules: takes(path).gives<FileRules>(),
    /** Shows the system's dialog. null: the person cancelled. */
    pickFile: takes().gives<Result<OpenedDocument | null>>(),
    /** What each of the paths names, for the state of links. */
    inspect: takes(z.array(path).check(z.maxLength(500))).gives<readonly PathState[]>(),
  },
  /** What a person does to files and folders; nothing is ever replaced. */
  files: {
    /** (directory, typed, kind): `typed` is a name, or several with `/` between. */
    create: takes(path, line, z.enum(['file', 'directory'])).gives<Result<string>>(),
    /** (from, to): moves or renames. */
    move: takes(path, path).gives<Result<string>>(),
    /** (from, directory): under a name that is free there. */
    copy: takes(path, path).gives<Result<string>>(),
    trash: takes(path).gives<Result<Trashed>>(),
    restore: takes(itemId).gives<Result<string>>(),
    /** For good, where there is no trash. */
    remove: takes(path).gives<Result<null>>(),
    /** Shows it in the system's file manager. */
    reveal: takes(path).gives<Result<null>>(),
  },
  /** What is kept of open documents so that nothing is lost, however the app ends. */
  backups: {
    /** Adds to the journal of a document. */
    append: takes(backupId, z.array(backupEntrySchema).check(z.maxLength(10_000))).gives<Result<null>>(),
    /** (id, at, piece, isLast): the text before the first edit, in pieces. */
    keepText: takes(backupId, z.int().check(z.nonnegative()), text, z.boolean()).gives<Result<null>>(),
    /** It cannot be brought back whole: it stays where it is, and is not brought back again. */
    putAside: takes(backupId).gives<void>(),
    /** Nothing of it is wanted any more. */
    drop: takes(backupId).gives<void>(),
    /** (folder, tabs): what is open in a folder; null: without one. */
    keepTabs: takes(z.nullable(path), openTabsSchema).gives<Result<null>>(),
    /** What a folder was left with. */
    restore: takes(z.nullable(path)).gives<Restored>(),
  },
  settings: {
    /** Changes the person's own, for all folders and languages. */
    change: takes(settingsChangeSchema).gives<void>(),
    /** (level, language, key, value): for one language, or for all with null; undefined: nobody has set it there. */
    set: takes(settingLevelSchema, z.nullable(languageIdSchema), itemId, z.unknown()).gives<Result<null>>(),
    /** Opens the file of a level in the editor. */
    openFile: takes(settingLevelSchema).gives<Result<null>>(),
  },
  notices: {
    /** (notice, action) */
    act: takes(itemId, itemId).gives<void>(),
    /** The person has read it. */
    dismiss: takes(itemId).gives<void>(),
  },
  events: {
    /** Main answers by transferring a port that carries `MainEvent`s; an earlier one is closed. */
    connect: takes().gives<void>(),
  },
};
