import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod/mini';
import type { ThreadEntry } from '../../shared/contract/thread.ts';
import { createLineWriter, type LineWriter, type LineWriterOptions, readLines } from './json-lines.ts';
import { threadEntrySchema } from './thread-entry-schema.ts';

/** The version of the files. A file of a later version is left alone. */
const version = 1;
const headerSchema = z.looseObject({ v: z.number() });
const lastThreadSchema = z.object({ workspace: z.string(), threadId: z.uuid() });

/** Streamed text is in the file this soon, in ms; with the write itself it stays under 100. */
const flushMs = 50;

export interface ThreadFile {
  readonly id: string;
  readonly workspace: string;
  readonly path: string;
  readonly entries: readonly ThreadEntry[];
  /** Lines that could not be read; they are left where they are. */
  readonly unreadable: number;
  readonly writer: LineWriter;
}

/**
 * The threads on disk: one append-only file of JSON lines each, `<id>.jsonl`, and `last-threads.jsonl`, in which the
 * last line about a workspace names the thread that it shows.
 */
export interface ThreadLog {
  /** The thread that a workspace showed last. null: none, or one that this version cannot read. */
  last(workspace: string): Promise<ThreadFile | null>;
  /** A new thread, which the workspace shows from now on. Its file is made with the first entry. */
  create(workspace: string): ThreadFile;
  close(): Promise<void>;
}

/** @param directory absolute; made when it is needed */
export function createThreadLog(directory: string, onProblem: LineWriterOptions['onProblem']): ThreadLog {
  const indexPath = join(directory, 'last-threads.jsonl');
  const index = createLineWriter(indexPath, { firstLine: { v: version }, flushMs, onProblem });
  const pathOf = (id: string): string => join(directory, `${id}.jsonl`);

  function fileOf(id: string, workspace: string, read?: { entries: ThreadEntry[]; unreadable: number }): ThreadFile {
    const path = pathOf(id);
    const firstLine = { v: version, id, workspace, createdAt: Date.now() };
    const writer = createLineWriter(path, { firstLine, flushMs, onProblem });
    return { id, workspace, path, writer, entries: read?.entries ?? [], unreadable: read?.unreadable ?? 0 };
  }

  return {
    async last(workspace) {
      await index.flush();
      const shown = await readLines(indexPath, z.union([lastThreadSchema, headerSchema]));
      const line = shown?.values.findLast((value) => 'threadId' in value && value.workspace === workspace);
      const known = lastThreadSchema.safeParse(line);
      if (!known.success) return null;
      const { threadId } = known.data;
      const lines = await readLines(pathOf(threadId), z.union([threadEntrySchema, headerSchema]));
      const entries = (lines?.values ?? []).filter((value): value is ThreadEntry => 'kind' in value);
      const isLater = lines?.values.some((value) => 'v' in value && value.v !== version);
      return isLater ? null : fileOf(threadId, workspace, { entries, unreadable: lines?.unreadable ?? 0 });
    },
    create(workspace) {
      const id = randomUUID();
      index.append([{ workspace, threadId: id }]);
      return fileOf(id, workspace);
    },
    close: () => index.close(),
  };
}
