import { z } from 'zod/mini';
import { bufferAnswerSchema } from '../change.ts';
import {
  type OpenedDocument,
  type PathState,
  type SavedDocument,
  saveRequestSchema,
  type TextPosition,
  type TreeEntry,
  type Workspace,
} from '../document.ts';
import { documentEventSchema } from '../document-events.ts';
import type { Result } from '../errors.ts';
import { settingValueSchema } from '../manifest.ts';
import { type ExtensionSetting, type Layout, layoutSchema, type Settings, settingsChangeSchema } from '../settings.ts';
import { extensionId, itemId, path, takes } from './method.ts';

export interface BootState {
  readonly version: string;
  readonly platform: 'darwin' | 'win32' | 'linux';
  readonly workspace: Workspace | null;
  /** The file named on the command line, read while the window was being made. */
  readonly document: Result<OpenedDocument> | null;
  /** Where the command line wants the cursor in `document`. */
  readonly position?: TextPosition | undefined;
  readonly settings: Settings;
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
    /** Lets the open folder bring extensions, now and at later starts, or no longer. */
    setTrust: takes(z.boolean()).gives<Result<null>>(),
    /** The entries of a directory of the workspace, ignored ones left out, directories first. */
    list: takes(path).gives<Result<TreeEntry[]>>(),
    saveLayout: takes(layoutSchema).gives<void>(),
  },
  documents: {
    /** A relative path is taken from the workspace's root. Watches the file until `close`. */
    open: takes(path).gives<Result<OpenedDocument>>(),
    /** Allows one path outside the workspace after the person confirmed it: the `detail` of `file-outside-project`. */
    allow: takes(path).gives<void>(),
    save: takes(saveRequestSchema).gives<Result<SavedDocument>>(),
    close: takes(path).gives<void>(),
    /** Shows the system's dialog. null: the person cancelled. */
    pickFile: takes().gives<Result<OpenedDocument | null>>(),
    /**
     * Tells what happened to open documents, while a `documents-wanted` event asks for it. Gives the paths whose whole
     * text main needs (`opened` again), because a version was missing.
     */
    report: takes(z.array(documentEventSchema).check(z.maxLength(10_000))).gives<readonly string[]>(),
    /** What each of the paths names, for the state of links. */
    inspect: takes(z.array(path).check(z.maxLength(500))).gives<readonly PathState[]>(),
    /** Answers a `buffer-request` event. */
    answerBuffer: takes(itemId, bufferAnswerSchema).gives<void>(),
  },
  settings: {
    setTheme: takes(z.enum(['system', 'light', 'dark'])).gives<void>(),
    change: takes(settingsChangeSchema).gives<void>(),
    extensionSettings: takes().gives<ExtensionSetting[]>(),
    /** (extension, key, value) */
    setExtensionSetting: takes(extensionId, itemId, settingValueSchema).gives<Result<null>>(),
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
