import type { LogFile, LogLevel } from '../../platform/log-file.ts';
import { redact } from '../../platform/redact.ts';

export type ExtensionLog = ReturnType<typeof createExtensionLog>;

/** Entries of one extension per second; further ones are dropped and counted. */
const maxInASecond = 200;
const maxLines = 500;
const longestLine = 1000;
/** Characters of one entry; the rest is cut off before it is processed. */
const longestEntry = 16_384;

interface OneLog {
  lines: string[];
  /** Entries since the timer was started. */
  count: number;
  timer: NodeJS.Timeout | undefined;
}

export interface ExtensionLogOptions {
  readonly file: LogFile;
  /** Removes secrets that extensions were given. */
  scrub?(text: string): string;
}

/** The logs of extensions, each limited in rate and length. */
export function createExtensionLog({ file, scrub = (text) => text }: ExtensionLogOptions) {
  const logs = new Map<string, OneLog>();

  function keep(log: OneLog, extensionId: string, level: LogLevel, text: string): void {
    file.write(level, extensionId, text);
    const start = `${new Date().toISOString()} ${level.padEnd(5)} `;
    // A copy: a slice would keep the whole string in memory.
    const entry = Buffer.from(text.slice(0, longestEntry)).toString();
    const [first = '', ...others] = redact(entry)
      .trimEnd()
      .split(/\r\n?|\n/);
    log.lines.push(cut(start + first), ...others.map((line) => cut(`    ${line}`)));
    // At twice the size only, because it copies.
    if (log.lines.length > 2 * maxLines) log.lines = log.lines.slice(-maxLines);
  }

  function endSecond(log: OneLog, extensionId: string): void {
    const dropped = log.count - maxInASecond;
    log.timer = undefined;
    log.count = 0;
    if (dropped > 0) keep(log, extensionId, 'warn', `… ${dropped.toLocaleString('en')} lines were dropped`);
  }

  return {
    /**
     * Adds a line to the log of an extension and to the file that all share; never throws and never waits.
     * @param isKept exempts the line from the rate limit: the reason why the app ended the extension
     */
    write(extensionId: string, level: LogLevel, text: string, isKept: boolean = false) {
      const log = logs.get(extensionId) ?? { lines: [], count: 0, timer: undefined };
      logs.set(extensionId, log);
      log.timer ??= setTimeout(() => endSecond(log, extensionId), 1000).unref();
      if (!isKept) log.count += 1;
      if (isKept || log.count <= maxInASecond) keep(log, extensionId, level, scrub(text));
    },
    /** The last lines of one extension since the app started; without an id, of the file. */
    logTail: (extensionId?: string) =>
      extensionId === undefined ? file.tail() : (logs.get(extensionId)?.lines ?? []).slice(-maxLines).join('\n'),
  };
}

const cut = (line: string): string => (line.length > longestLine ? `${line.slice(0, longestLine)} …` : line);
