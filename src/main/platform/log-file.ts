import { type FileHandle, mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { redact } from './redact.ts';

export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type LogFile = ReturnType<typeof createLogFile>;

export interface LogFileOptions {
  readonly path: string;
  /** At this size the file is renamed to `<path>.1`, replacing an older one. */
  readonly maxBytes?: number;
}

/** Characters of one entry; longer ones are cut. */
const maxEntry = 16_384;
/** Entries waiting for the disk; beyond it, the oldest are dropped and counted. */
const maxWaiting = 10_000;

/** A log of bounded size, without API keys, written in order and in batches. */
export function createLogFile({ path, maxBytes = 5 * 1024 * 1024 }: LogFileOptions) {
  let waiting: string[] = [];
  let dropped = 0;
  let running: Promise<void> | null = null;
  let handle: FileHandle | null = null;
  let size = 0;

  async function openFile(): Promise<FileHandle> {
    await mkdir(dirname(path), { recursive: true });
    const opened = await open(path, 'a+', 0o600);
    size = (await opened.stat()).size;
    return opened;
  }

  async function writeBatch(): Promise<void> {
    const lines = dropped > 0 ? [entry('warn', 'log', `${dropped} entries were dropped`), ...waiting] : waiting;
    waiting = [];
    dropped = 0;
    const bytes = Buffer.from(lines.join(''));
    handle ??= await openFile();
    if (size > 0 && size + bytes.length > maxBytes) {
      await handle.close();
      handle = null;
      await rename(path, `${path}.1`);
      handle = await openFile();
    }
    await handle.appendFile(bytes);
    size += bytes.length;
  }

  /** Resolves when all entries so far are in the file. */
  function flush(): Promise<void> {
    // The setImmediate batches the entries of one turn of the event loop.
    running ??= new Promise((resolve) => setImmediate(resolve))
      .then(async () => {
        while (waiting.length > 0) await writeBatch();
      })
      // A log that cannot be written must not crash the app; the next entry tries again.
      .catch(() => undefined)
      .finally(() => {
        running = null;
      });
    return running;
  }

  return {
    /** Adds an entry; never throws and never waits. `source` names a module or an extension. */
    write(level: LogLevel, source: string, text: string) {
      waiting.push(entry(level, source, text));
      if (waiting.length > maxWaiting) {
        waiting.shift();
        dropped++;
      }
      void flush();
    },
    /** The last lines, at most `bytes` of them. */
    async tail(bytes: number = 65_536) {
      await flush();
      handle ??= await openFile();
      const length = Math.min(bytes, size);
      const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
      const text = buffer.toString('utf8');
      return length < size ? text.slice(text.indexOf('\n') + 1) : text;
    },
    flush,
  };
}

function entry(level: LogLevel, source: string, text: string): string {
  const safe = redact(text.length > maxEntry ? `${text.slice(0, maxEntry)} …` : text);
  // Further lines are indented, so that no text can pose as a separate entry.
  return `${new Date().toISOString()} ${level.padEnd(5)} ${source}: ${safe.trimEnd().replace(/\r\n?|\n/g, '\n    ')}\n`;
}
