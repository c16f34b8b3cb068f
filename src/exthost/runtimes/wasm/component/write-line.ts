import type { HostAsker } from './host-asker.ts';

/** Characters of a line; more is kept of none. */
export const longestLine = 16_384;

/** Writes to the log, as far as that keeps it: a long line is cut before it is sent. */
export function writeLine(host: HostAsker, level: unknown, text: unknown): void {
  const isLong = typeof text === 'string' && text.length > longestLine;
  host.ask('log.write', [level, isLong ? `${text.slice(0, longestLine)} …` : text]);
}
