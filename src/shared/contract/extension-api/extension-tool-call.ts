import { z } from 'zod/mini';
import type { TaskOptions, TaskOutcome } from './extension-tasks.ts';
import type { ExtensionThread } from './extension-threads.ts';
import type { SearchQuery, SearchResult } from './extension-workspace.ts';

/**
 * One call of a tool: access to the person's project while the tool runs. The app judges each effect by the person's
 * rules, asks if they say so, showing the exact effect, and makes a checkpoint first. A method rejects with the code
 * `tool-denied` if its effect was not allowed; the call continues, and may tell the model. Paths are relative to the
 * open folder; an absolute one, or one that leads out of it, is always asked for. After the end of the call every
 * method rejects.
 */
export interface ToolCall {
  /** The thread that it is a part of. */
  readonly thread: ExtensionThread;
  /** The text as the person sees it, including unsaved edits. */
  readText(path: string): Promise<string>;
  list(directory: string): Promise<readonly { readonly name: string; readonly kind: 'file' | 'directory' }[]>;
  /** Like `context.workspace.find`. */
  find(glob: string, options?: { limit?: number }): Promise<readonly string[]>;
  /** Like `context.workspace.search`. */
  search(query: SearchQuery): Promise<SearchResult>;
  /**
   * Makes all changes or none. Open documents are edited in place; one with unsaved edits stays unsaved.
   * Rejects with `file-changed` if a text is not `expected` any more.
   */
  change(changes: readonly FileChange[]): Promise<void>;
  /** Runs a command. Its output is shown while it runs. */
  exec(command: ExecCommand, options?: { cwd?: string; timeoutSeconds?: number }): Promise<ExecResult>;
  /** Fetches a web page or a text, as Markdown. */
  fetchPage(url: string): Promise<FetchedPage>;
  /** Diagnostics of a file, or of the open documents. */
  diagnostics(path?: string): Promise<readonly Diagnostic[]>;
  /**
   * The instructions of a skill that models are told of, or a text file below its folder, without asking; one that may hold
   * secrets is asked for.
   */
  readSkill(name: string, file?: string): Promise<SkillText>;
  /** As `context.threads.spawn`, with the call's thread as parent. The task ends with the call, which shows it. */
  spawn(options: TaskOptions): Promise<TaskOutcome>;
  /** Shows progress beside the call while it runs. */
  report(text: string): void;
}

const path = z.string().check(z.minLength(1), z.maxLength(4096));
const text = z.string().check(z.maxLength(20 * 1024 * 1024));

export const fileChangeSchema = z.discriminatedUnion('type', [
  /** `expected`: the text on which the new one is based. */
  z.strictObject({ type: z.literal('write'), path, text, expected: z.exactOptional(text) }),
  /** Refused if the path exists. */
  z.strictObject({ type: z.literal('create'), path, text }),
  /** A file, or a directory with everything in it. */
  z.strictObject({ type: z.literal('delete'), path }),
  /** Never overwrites. */
  z.strictObject({ type: z.literal('move'), path, to: path }),
  z.strictObject({ type: z.literal('create-directory'), path }),
]);
export type FileChange = z.output<typeof fileChangeSchema>;
export const maxFileChanges = 200;

/** A line for the system's shell, or a program and its arguments, which the shell is given in quotes. */
export type ExecCommand = string | readonly string[];
/** Characters of the line. */
export const longestCommand = 20_000;

export interface ExecResult {
  /** null: it was killed. */
  readonly exitCode: number | null;
  /** stdout and stderr in order; the middle of a long output is left out. */
  readonly output: string;
  readonly isCut: boolean;
  readonly isTimedOut: boolean;
  readonly durationMs: number;
}
/** Seconds. */
export const execTimeout = { usual: 120, longest: 1800 } as const;

export interface FetchedPage {
  /** Address of the page, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly title: string;
  /** Markdown for HTML, otherwise the text unchanged. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface SkillText {
  /** Where its files are: relative to the open folder, absolute outside of it. */
  readonly folder: string;
  readonly text: string;
}

export interface Diagnostic {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}
