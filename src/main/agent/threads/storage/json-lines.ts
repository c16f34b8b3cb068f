import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import pLimit from 'p-limit';
import { longestImage, maxImages } from '../../../../shared/contract/prompt-image.ts';
import type { Reader } from '../../../../shared/schema-reader.ts';

export interface ReadLines<T> {
  readonly values: T[];
  /** Lines that the reader refused. They stay in the file. */
  readonly unreadable: number;
  /** Bytes of the file. */
  readonly size: number;
  /** Bytes before the first line that was read: it was longer than was asked for. */
  readonly leftOut: number;
}

export interface ReadOptions<T> {
  /** Two values that follow one another in one, so that fewer are held; null: they are two. */
  join?(last: T, value: T): T | null;
  /** So many bytes of the end of the file are read at the most; all of it otherwise. */
  readonly most?: number;
}

/**
 * Reads a file of JSON lines. A last line without its end was torn by a crash and is not counted as unreadable.
 * @returns null when there is no such file
 * @throws when the file is there and cannot be read
 */
export async function readLines<T>(
  path: string,
  read: Reader<T>,
  { join = () => null, most = Number.POSITIVE_INFINITY }: ReadOptions<T> = {},
): Promise<ReadLines<T> | null> {
  const values: T[] = [];
  let unreadable = 0;
  try {
    const size = await sizeOf(path);
    const leftOut = Math.max(0, size - most);
    for await (const { lines, isTorn } of pieces(path, { from: leftOut })) {
      for (const line of lines) {
        if (line === '') continue;
        const { success, data } = read(parseJson(line));
        const last = values.at(-1);
        const joined = success && last !== undefined ? join(last, data) : null;
        if (joined !== null) values[values.length - 1] = joined;
        else if (success) values.push(data);
        else if (!isTorn) unreadable += 1;
      }
    }
    return { values, unreadable, size, leftOut };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

export interface ByteRange {
  /** Bytes; the line that they are in the middle of is left out. */
  readonly from?: number;
  /** Bytes; the line that goes on there is torn. */
  readonly to?: number;
  readonly signal?: AbortSignal;
}

/**
 * The lines of a file as they are read, some at a time, so that its size does not matter. The last may be torn.
 * @throws when the file cannot be read, or the signal aborts
 */
export async function* streamLines(path: string, stretch: ByteRange = {}): AsyncGenerator<string[]> {
  for await (const { lines } of pieces(path, stretch)) yield lines;
}

/** @returns bytes @throws when it is no file: reading a pipe would never end */
export async function sizeOf(path: string): Promise<number> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error(`${path} is not a file`);
  return found.size;
}

/** Characters: a prompt with all images that it may have is shorter. */
const longestLine = 2 * maxImages * longestImage;
/** Bytes: each read has its price, and what is done with a piece holds up the loop. */
const pieceSize = 1024 * 1024;
/** In the place of a line that is longer. */
const tooLong = '…';

/** `isTorn`: it is the last line, and has no end. */
async function* pieces(
  path: string,
  { from = 0, to = Number.POSITIVE_INFINITY, signal }: ByteRange,
): AsyncGenerator<{ lines: string[]; isTorn: boolean }> {
  // A line may be far longer than a piece of the file: its pieces are joined once.
  let begun: string[] = [];
  let length = 0;
  let isWithin = from === 0;
  // From the byte before: a line that begins just there is whole.
  const start = Math.max(0, from - 1);
  const how = { encoding: 'utf8', start, end: to, highWaterMark: pieceSize, ...(signal && { signal }) } as const;
  for await (const chunk of createReadStream(path, how)) {
    const lines = String(chunk).split('\n');
    const last = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = length > longestLine ? tooLong : begun.join('') + lines[0];
      begun = [];
      length = 0;
      if (!isWithin) lines.shift();
      isWithin = true;
      yield { lines, isTorn: false };
    }
    length += last.length;
    if (length > longestLine || !isWithin) begun = [];
    else begun.push(last);
  }
  const rest = length > longestLine ? tooLong : begun.join('');
  if (rest !== '' && isWithin) yield { lines: [rest], isTorn: true };
}

/** A line of JSON; undefined when it is none. */
export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

export type LineWriter = ReturnType<typeof createLineWriter>;

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
export function createLineWriter(path: string, options: LineWriterOptions) {
  let queued = '';
  /** Bytes of which the file may have a part already; only what is left of them is ever written. */
  let unwritten: Uint8Array = new Uint8Array();
  /** Whether `unwritten` goes on in the middle of a line. */
  let isTorn = false;
  let file: FileHandle | null = null;
  const inTurn = pLimit(1);
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

  /** Writes what is pending now. Never rejects: what cannot be written stays pending and is tried again. */
  function flush({ toDisk = false } = {}): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const written = inTurn(writePending);
    // A slow disk holds up nothing that is written meanwhile: the system keeps that when the process is killed.
    return toDisk ? written.then(() => file?.datasync()).catch(failed) : written;
  }
  const onTimer = () => void flush();

  return {
    /** Adds lines; they are in the file within `flushMs`. @returns about how many bytes they are */
    append(values: readonly unknown[]) {
      const lines = values.map((value) => `${JSON.stringify(value)}\n`).join('');
      queued += lines;
      timer ??= setTimeout(onTimer, options.flushMs);
      return Buffer.byteLength(lines);
    },
    flush,
    /**
     * Writes what is pending and lets go of the file; a later `append` opens it again.
     * @returns whether all of it is in the file; what is not goes on being tried
     */
    async close() {
      await flush({ toDisk: true });
      const opened = file;
      file = null;
      await opened?.close().catch(() => {});
      return queued === '' && unwritten.length === 0;
    },
  };
}
