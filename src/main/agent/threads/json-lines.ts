import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { z } from 'zod/mini';

export interface ReadLines<T> {
  readonly values: T[];
  /** Lines that the schema refused. They stay in the file. */
  readonly unreadable: number;
}

/**
 * Reads a file of JSON lines. A last line without its end was torn by a crash and is not counted as unreadable.
 * @param join two values that follow one another in one, so that fewer are held; null: they are two
 * @returns null when there is no such file
 * @throws when the file is there and cannot be read
 */
export async function readLines<T>(
  path: string,
  schema: z.ZodMiniType<T>,
  join: (last: T, value: T) => T | null = () => null,
): Promise<ReadLines<T> | null> {
  const values: T[] = [];
  let unreadable = 0;
  try {
    for await (const { lines, isTorn } of pieces(path)) {
      for (const line of lines) {
        if (line === '') continue;
        const read = schema.safeParse(parseJson(line));
        const last = values.at(-1);
        const joined = read.success && last !== undefined ? join(last, read.data) : null;
        if (joined !== null) values[values.length - 1] = joined;
        else if (read.success) values.push(read.data);
        else if (!isTorn) unreadable += 1;
      }
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
  return { values, unreadable };
}

/**
 * The lines of a file as they are read, some at a time, so that its size does not matter. The last may be torn.
 * @throws when the file cannot be read, or the signal aborts
 */
export async function* streamLines(path: string, signal?: AbortSignal): AsyncGenerator<string[]> {
  for await (const { lines } of pieces(path, signal)) yield lines;
}

/** `isTorn`: it is the last line, and has no end. */
async function* pieces(path: string, signal?: AbortSignal): AsyncGenerator<{ lines: string[]; isTorn: boolean }> {
  // A line may be far longer than a piece of the file: its pieces are joined once.
  let begun: string[] = [];
  for await (const chunk of createReadStream(path, { encoding: 'utf8', ...(signal && { signal }) })) {
    const lines = String(chunk).split('\n');
    const last = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = begun.join('') + lines[0];
      begun = [];
      yield { lines, isTorn: false };
    }
    begun.push(last);
  }
  const rest = begun.join('');
  if (rest !== '') yield { lines: [rest], isTorn: true };
}

/** A line of JSON; undefined when it is none. */
export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export interface LineWriter {
  /** Adds lines; they are in the file within `flushMs`. */
  append(values: readonly unknown[]): void;
  /** Writes what is pending now. Never rejects: what cannot be written stays pending and is tried again. */
  flush(options?: { toDisk?: boolean }): Promise<void>;
  /**
   * Writes what is pending and lets go of the file; a later `append` opens it again.
   * @returns whether all of it is in the file; what is not goes on being tried
   */
  close(): Promise<boolean>;
}

export interface LineWriterOptions {
  /** Written when the file is new. */
  readonly firstLine: unknown;
  /** In ms. */
  readonly flushMs: number;
  /** Told once when writing begins to fail. */
  onProblem(error: Error): void;
}

const retryMs = 2_000;

/**
 * Appends JSON lines to a file that is made with the first of them, readable by its owner only. A line that an earlier
 * process left torn is ended first, so that it spoils nothing that follows.
 */
export function createLineWriter(path: string, options: LineWriterOptions): LineWriter {
  let queued = '';
  /** Bytes of which the file may have a part already; only what is left of them is ever written. */
  let unwritten: Uint8Array = new Uint8Array();
  /** Whether `unwritten` goes on in the middle of a line. */
  let isTorn = false;
  let file: FileHandle | null = null;
  let turn: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;
  let isFailing = false;

  async function openFile(): Promise<FileHandle> {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const opened = await open(path, 'a+', 0o600);
    try {
      const { size } = await opened.stat();
      if (size === 0) {
        unwritten = Buffer.concat([Buffer.from(`${JSON.stringify(options.firstLine)}\n`), unwritten]);
      } else if (!isTorn) {
        const last = Buffer.alloc(1);
        await opened.read(last, 0, 1, size - 1);
        if (last.toString() !== '\n') unwritten = Buffer.concat([Buffer.from('\n'), unwritten]);
      }
      return opened;
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  function failed(error: unknown): void {
    if (!isFailing) options.onProblem(error as Error);
    isFailing = true;
  }

  async function writePending(): Promise<void> {
    if (queued === '' && unwritten.length === 0) return;
    try {
      file ??= await openFile();
      while (queued !== '' || unwritten.length > 0) {
        if (unwritten.length === 0) {
          unwritten = Buffer.from(queued);
          queued = '';
        }
        const { bytesWritten } = await file.write(unwritten);
        unwritten = unwritten.subarray(bytesWritten);
        isTorn = unwritten.length > 0;
      }
      isFailing = false;
    } catch (error) {
      failed(error);
      timer ??= setTimeout(onTimer, retryMs).unref();
    }
  }

  function flush({ toDisk = false } = {}): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    turn = turn.then(writePending);
    // A slow disk holds up nothing that is written meanwhile: the system keeps that when the process is killed.
    return toDisk ? turn.then(() => file?.datasync()).catch(failed) : turn;
  }
  const onTimer = () => void flush();

  return {
    append(values) {
      for (const value of values) queued += `${JSON.stringify(value)}\n`;
      timer ??= setTimeout(onTimer, options.flushMs);
    },
    flush,
    async close() {
      await flush({ toDisk: true });
      const opened = file;
      file = null;
      await opened?.close().catch(() => {});
      return queued === '' && unwritten.length === 0;
    },
  };
}
