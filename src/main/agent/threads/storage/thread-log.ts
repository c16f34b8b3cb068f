import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod/mini';
import type { ThreadEntry } from '../../../../shared/contract/thread.ts';
import { readerOf } from '../../../../shared/schema-reader.ts';
import { joinedEntry } from '../../turns/joined-entry.ts';
import {
  createLineWriter,
  type LineWriter,
  type LineWriterOptions,
  parseJson,
  readLines,
  streamLines,
} from './json-lines.ts';
import { threadEntrySchema } from './thread-entry-schema.ts';

/** The version of the files. A file of a later version is left alone. */
export const threadVersion = 1;
/** The first line of every file. */
export const headerSchema = z.looseObject({ v: z.number(), workspace: z.optional(z.string()) });
const lastThreadSchema = z.object({ workspace: z.string(), threadId: z.uuid() });
const readLine = readerOf(z.union([threadEntrySchema, headerSchema]));
const readShown = readerOf(z.union([lastThreadSchema, headerSchema]));

/** Bytes: a window shows so much within a second, and the longest answer that can be set is in it. */
const maxRead = 32 * 1024 * 1024;
/** Prompts: a window can have so many messages in it, each with its place in the document. */
const maxTurns = 1000;

/** Streamed text is in the file this soon, in ms; with the write itself it stays under 100. */
const flushMs = 50;

export interface ThreadFile {
  readonly id: string;
  readonly workspace: string;
  readonly path: string;
  readonly entries: readonly ThreadEntry[];
  /** Lines that could not be read; they are left where they are. */
  readonly unreadable: number;
  /** Bytes of its file. */
  readonly size: number;
  /** It is long: `entries` are the end of it. */
  readonly isCut: boolean;
  readonly writer: LineWriter;
}

/**
 * The threads on disk: one append-only file of JSON lines each, `<id>.jsonl`, and `last-threads.jsonl`, in which the
 * last line about a workspace names the thread that it shows.
 */
export type ThreadLog = ReturnType<typeof createThreadLog>;

/**
 * @param directory absolute; made when it is needed
 * @param limits.most bytes of a thread's file that are read when it is opened, whatever its size
 * @param limits.turns the last prompts in them, with what follows, that it is opened with
 */
export function createThreadLog(
  directory: string,
  onProblem: LineWriterOptions['onProblem'],
  { most, turns } = { most: maxRead, turns: maxTurns },
) {
  const lastPath = join(directory, 'last-threads.jsonl');
  const lastShown = createLineWriter(lastPath, { firstLine: { v: threadVersion }, flushMs, onProblem });
  const pathOf = (id: string): string => join(directory, `${id}.jsonl`);

  async function shownLines() {
    await lastShown.flush();
    const lines = await readLines(lastPath, readShown);
    return (lines?.values ?? []).filter((line) => 'threadId' in line);
  }

  function fileOf(id: string, workspace: string, read: Partial<ThreadFile> = {}): ThreadFile {
    const path = pathOf(id);
    const firstLine = { v: threadVersion, id, workspace, createdAt: Date.now() };
    const writer = createLineWriter(path, { firstLine, flushMs, onProblem });
    return { entries: [], unreadable: 0, size: 0, isCut: false, ...read, id, workspace, path, writer };
  }

  return {
    directory,
    pathOf,
    /** The id of the thread that a workspace showed last. */
    async last(workspace: string) {
      const known = lastThreadSchema.safeParse((await shownLines()).findLast((line) => line.workspace === workspace));
      return known.success ? known.data.threadId : null;
    },
    /** The workspaces of all threads that were ever shown, by id. */
    async workspaces(): Promise<ReadonlyMap<string, string>> {
      const known = await shownLines().catch(() => []);
      return new Map(known.map((line) => [String(line.threadId), line.workspace ?? '']));
    },
    /**
     * Reads a thread, of a long one the end; one that has no file yet is empty. null: it is of a later version.
     * @throws when it cannot be read
     */
    async open(id: string, workspace: string) {
      const lines = await readLines(pathOf(id), readLine, {
        join: (last, value) => (isEntry(last) && isEntry(value) ? joinedEntry(last, value) : null),
        most,
      });
      if (!lines) return fileOf(id, workspace);
      const { values, leftOut } = lines;
      if (leftOut > 0) values.unshift(...(await firstLinesOf(pathOf(id))));
      if (values.some((value) => 'v' in value && value.v !== threadVersion)) return null;
      const all = withoutDoneOutput(values.filter(isEntry));
      const read = leftOut > 0 ? fromFirstPrompt(all) : all;
      const shown = lastTurns(read, turns);
      const isCut = leftOut > 0 || shown !== read;
      const entries = isCut ? withStanding(all, shown) : shown;
      return fileOf(id, workspace, { ...lines, entries, isCut });
    },
    /** A new thread. Its file is made with the first entry. */
    create: (workspace: string) => fileOf(randomUUID(), workspace),
    /** The workspace shows this one from now on. */
    noteShown: (workspace: string, threadId: string) => lastShown.append([{ workspace, threadId }]),
    flush: () => lastShown.flush(),
    close: async () => void (await lastShown.close()),
  };
}

/** What of the beginning of a long file holds for all of it. */
async function firstLinesOf(path: string): Promise<(ThreadEntry | z.output<typeof headerSchema>)[]> {
  const found = [];
  for await (const lines of streamLines(path, { to: 256 * 1024 })) {
    for (const line of lines) {
      const read = readLine(parseJson(line));
      if (read.success && (!isEntry(read.data) || standing.has(read.data.kind))) found.push(read.data);
    }
  }
  return found;
}

/** Kinds of entries that hold for the whole thread, wherever they stand. */
const standing: ReadonlySet<ThreadEntry['kind']> = new Set(['setup', 'origin']);

/** The shown entries of a long thread, behind what of the others still stands. */
function withStanding(all: readonly ThreadEntry[], shown: readonly ThreadEntry[]): readonly ThreadEntry[] {
  const those = new Set(shown);
  return [...all.filter((entry) => standing.has(entry.kind) && !those.has(entry)), ...shown];
}

/**
 * Entries before the first prompt belong to one that was not read. When there is none at all, one answer is longer than what
 * is read: its end is shown below a prompt that stands in for its own.
 */
function fromFirstPrompt(entries: readonly ThreadEntry[]): readonly ThreadEntry[] {
  const first = entries.findIndex(({ kind }) => kind === 'prompt');
  if (first >= 0) return entries.slice(first);
  const answerId = entries.flatMap((entry) => ('answerId' in entry ? [entry.answerId] : [])).at(-1);
  if (answerId === undefined) return entries;
  const promptId = `left out before ${answerId}`;
  return [
    { kind: 'prompt', id: promptId, at: 0, text: 'What was asked here is left out.' },
    { kind: 'answer-started', id: answerId, at: 0, promptId, model: '', modelName: 'The model' },
    ...entries,
  ];
}

/** @returns the same entries when there are no more turns than that */
function lastTurns(entries: readonly ThreadEntry[], most: number): readonly ThreadEntry[] {
  const prompts = entries.flatMap(({ kind }, place) => (kind === 'prompt' ? [place] : []));
  return prompts.length > most ? entries.slice(prompts.at(-most)) : entries;
}

const isEntry = (value: ThreadEntry | z.output<typeof headerSchema>): value is ThreadEntry => 'kind' in value;

/** Output that came on the way is not shown any more once a call or a command is done. */
function withoutDoneOutput(entries: readonly ThreadEntry[]): ThreadEntry[] {
  const callOf = (entry: { answerId: string; toolUseId: string }) => `${entry.answerId} ${entry.toolUseId}`;
  const done = new Set(
    entries.flatMap((entry) => (entry.kind === 'tool-run' && entry.state.type === 'done' ? [callOf(entry)] : [])),
  );
  const over = new Set(
    entries.flatMap((entry) => (entry.kind === 'shell-ended' && entry.end.type === 'done' ? [entry.id] : [])),
  );
  return entries.filter((entry) => {
    if (entry.kind === 'shell-output') return !over.has(entry.id);
    return entry.kind !== 'tool-output' || !done.has(callOf(entry));
  });
}
