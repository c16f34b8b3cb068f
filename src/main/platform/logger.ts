import type { LogFile, LogLevel } from './log-file.ts';

/** `detail` is an error or any further information. */
export type Logger = Readonly<Record<LogLevel, (text: string, detail?: unknown) => void>>;

/** A logger whose entries name `source`. */
export function createLogger(file: LogFile, source: string): Logger {
  const at =
    (level: LogLevel) =>
    (text: string, detail?: unknown): void =>
      file.write(level, source, detail === undefined ? text : `${text}: ${explain(detail)}`);
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

function explain(detail: unknown): string {
  if (detail instanceof Error) {
    const cause = detail.cause === undefined ? '' : `\ncaused by ${explain(detail.cause)}`;
    return `${detail.stack ?? detail.message}${cause}`;
  }
  if (typeof detail === 'string') return detail;
  try {
    return JSON.stringify(detail) ?? String(detail);
  } catch {
    return String(detail);
  }
}
