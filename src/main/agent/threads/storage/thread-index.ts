import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod/mini';
import { readerOf } from '../../../../shared/schema-reader.ts';
import { atomicWrite } from '../../../documents/saving/atomic-write.ts';
import { createLineWriter, type LineWriterOptions, readLines } from './json-lines.ts';
import { type ReadDigest, readDigest, type ThreadDigest, threadDigestSchema } from './thread-digest.ts';
import type { ThreadLog } from './thread-log.ts';

const version = 1;
const recordSchema = z.object({
  id: z.uuid(),
  workspace: z.string(),
  /** Of the file of which this is the digest; one that has changed since is read again. */
  size: z.number(),
  mtimeMs: z.number(),
  /** null: of a later version. */
  digest: z.nullable(threadDigestSchema),
});
const readLine = readerOf(z.union([recordSchema, z.object({ v: z.number() })]));
type IndexRecord = z.output<typeof recordSchema>;
type Found = Pick<IndexRecord, 'workspace' | 'digest'>;

export interface IndexedThread {
  readonly id: string;
  readonly workspace: string;
  readonly digest: ThreadDigest;
}

/**
 * The existing threads, for lists that do not read every file. The files are the truth: `index.jsonl` only saves
 * reading those that are as they were, so it may be missing, torn or old.
 */
export type ThreadIndex = ReturnType<typeof createThreadIndex>;

/** So many files are read at a time. */
const atOnce = 16;

export function createThreadIndex(
  threads: Pick<ThreadLog, 'directory' | 'pathOf' | 'workspaces'>,
  onProblem: LineWriterOptions['onProblem'],
) {
  const path = join(threads.directory, 'index.jsonl');
  const writer = createLineWriter(path, { firstLine: { v: version }, flushMs: 500, onProblem });
  const found = new Map<string, Found>();
  /** Those whose files were taken away, also while the index was being read, as they stood: they may be put there again. */
  const gone = new Map<string, Found | undefined>();
  let reading: Promise<void> | null = null;

  /**
   * @param known as its file is, if that need not be read
   * @returns null when the file is gone or cannot be read: it is not listed
   */
  async function readRecord(id: string, workspaces: () => Promise<ReadonlyMap<string, string>>, known?: ReadDigest) {
    try {
      // Taken before the file is read, so that what is added meanwhile makes it another.
      const { size, mtimeMs } = await stat(threads.pathOf(id));
      const read = known ?? (await readDigest(threads.pathOf(id)));
      // A crash in its first line left the workspace unsaid.
      const workspace = read.workspace ?? (await workspaces()).get(id);
      return workspace === undefined ? null : { id, workspace, size, mtimeMs, digest: read.digest };
    } catch {
      return null;
    }
  }

  async function readAll(): Promise<void> {
    const names = await readdir(threads.directory).catch(() => []);
    const ids = names.filter((name) => name.endsWith('.jsonl')).map((name) => name.slice(0, -'.jsonl'.length));
    const lines = await readLines(path, readLine).catch(() => null);
    const known = new Map<string, IndexRecord>();
    for (const line of lines?.values ?? []) if ('id' in line) known.set(line.id, line);
    let workspaces: Promise<ReadonlyMap<string, string>> | null = null;
    const read: IndexRecord[] = [];
    const kept: IndexRecord[] = [];
    await each(
      ids.filter((id) => z.uuid().safeParse(id).success),
      async (id) => {
        const present = await stat(threads.pathOf(id)).catch(() => null);
        const old = known.get(id);
        if (old && old.size === present?.size && old.mtimeMs === present.mtimeMs) return void kept.push(old);
        const record = await readRecord(id, () => (workspaces ??= threads.workspaces()));
        if (record) read.push(record);
      },
    );
    for (const { id, workspace, digest } of [...kept, ...read]) {
      // The report of an open thread is newer.
      if (!found.has(id) && !gone.has(id)) found.set(id, { workspace, digest });
    }
    const lineCount = lines ? lines.values.length + lines.unreadable : 0;
    if (lineCount > 2 * (kept.length + read.length) + 100) await rewrite([...kept, ...read]).catch(onProblem);
    else if (read.length > 0) writer.append(read);
  }

  const rewrite = (records: readonly IndexRecord[]): Promise<void> =>
    atomicWrite(path, [{ v: version }, ...records].map((line) => `${JSON.stringify(line)}\n`).join(''), {
      mode: 0o600,
    });

  const ready = (): Promise<void> => (reading ??= readAll());

  return {
    /** In which something was said; the newest first. */
    async list(workspace: string) {
      await ready();
      return [...found]
        .flatMap(([id, { workspace: own, digest }]) =>
          own === workspace && digest?.beginning !== undefined ? [{ id, workspace, digest }] : [],
        )
        .sort((one, other) => other.digest.at - one.digest.at || (one.id < other.id ? -1 : 1));
    },
    async find(id: string) {
      await ready();
      const thread = found.get(id);
      return thread?.digest ? { id, workspace: thread.workspace, digest: thread.digest } : null;
    },
    /** A thread that is open says how it stands; it counts from here on. */
    note({ id, workspace, digest }: IndexedThread) {
      gone.delete(id);
      found.set(id, { workspace, digest });
    },
    /**
     * The file of a thread was closed, or put there again: it is remembered for later starts. How it stands is known, also what a
     * reading of a long file would pass over. Never rejects.
     */
    async keep(id: string) {
      // Without an index that was read there is none to go on with; the next start reads the file.
      if (!reading) return;
      await reading;
      const record = await readRecord(id, threads.workspaces, found.get(id) ?? gone.get(id));
      if (!record) return void found.delete(id);
      gone.delete(id);
      found.set(id, { workspace: record.workspace, digest: record.digest });
      writer.append([record]);
    },
    /** Its file was taken away. */
    forget(id: string) {
      gone.set(id, found.get(id));
      found.delete(id);
    },
    close: async () => void (await writer.close()),
  };
}

async function each<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = [...items].reverse();
  const worker = async () => {
    for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
