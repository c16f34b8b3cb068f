import { z } from 'zod/mini';
import type { SearchQuery, SearchResult } from './extension-workspace.ts';

/**
 * One call of a tool: what the tool can do in the person's project while it runs. The app judges each effect by the
 * person's rules and asks where they say so, showing exactly what is to happen; it makes a checkpoint first. What was
 * not allowed rejects with the code `tool-denied`; the call goes on, and may tell the model. Paths are relative to the open
 * folder; an absolute one, or one that leads out of it, is always asked for. After the call has ended every method
 * rejects.
 */
export interface ToolCall {
  /** The text as the person sees it, with what is not saved yet. */
  readText(path: string): Promise<string>;
  list(directory: string): Promise<readonly { readonly name: string; readonly kind: 'file' | 'directory' }[]>;
  /** As `context.workspace.find`. */
  find(glob: string, options?: { limit?: number }): Promise<readonly string[]>;
  /** As `context.workspace.search`. */
  search(query: SearchQuery): Promise<SearchResult>;
  /**
   * Makes all changes, or none. Open documents are edited where they are open; one with unsaved edits stays unsaved.
   * Rejects with `file-changed` when a text is not `expected` any more.
   */
  change(changes: readonly FileChange[]): Promise<void>;
  /** Runs a line in the system's shell. What it puts out is shown while it runs. */
  exec(line: string, options?: { cwd?: string; timeoutSeconds?: number }): Promise<ExecResult>;
  /** Gets a web page or a text, as Markdown. */
  fetchPage(url: string): Promise<FetchedPage>;
  /** What is wrong in a file, or in the open documents. */
  diagnostics(path?: string): Promise<readonly Diagnostic[]>;
  /** Shown beside the call while it runs. */
  report(text: string): void;
}

const path = z.string().check(z.minLength(1), z.maxLength(4096));
const text = z.string().check(z.maxLength(20 * 1024 * 1024));

export const fileChangeSchema = z.discriminatedUnion('type', [
  /** `expected`: the text that the new one was made from. */
  z.strictObject({ type: z.literal('write'), path, text, expected: z.exactOptional(text) }),
  /** Refused when something is there. */
  z.strictObject({ type: z.literal('create'), path, text }),
  /** A file, or a directory with everything in it. */
  z.strictObject({ type: z.literal('delete'), path }),
  /** Never overwrites. */
  z.strictObject({ type: z.literal('move'), path, to: path }),
  z.strictObject({ type: z.literal('create-directory'), path }),
]);
export type FileChange = z.output<typeof fileChangeSchema>;
export const maxFileChanges = 200;

export interface ExecResult {
  /** null: it was ended. */
  readonly exitCode: number | null;
  /** What it wrote to both outputs, in order; the middle is left out of what is too long. */
  readonly output: string;
  readonly isCut: boolean;
  readonly isTimedOut: boolean;
  readonly durationMs: number;
}
/** Seconds. */
export const execTimeout = { usual: 120, longest: 1800 } as const;

export interface FetchedPage {
  /** Where it came from in the end. */
  readonly url: string;
  readonly status: number;
  readonly title: string;
  /** Markdown, or the text as it is when it is no HTML. */
  readonly text: string;
  readonly isCut: boolean;
}

export interface Diagnostic {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly severity: 'error' | 'warning';
  readonly message: string;
}
