import { z } from 'zod/mini';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/**
 * Limits for the output of models and tools in bytes of UTF-8: range and default. An answer is ended at its limit and
 * keeps the text so far; the output of a tool is cut.
 */
export const sizeLimitRanges = {
  /** Text and arguments of calls, of all steps together. */
  answer: { least: 10 * kilobyte, usual: 2 * megabyte, most: 16 * megabyte },
  /** Reasoning of a model in one answer. */
  thought: { least: 10 * kilobyte, usual: 2 * megabyte, most: 16 * megabyte },
  /** Output of one tool call to its model. */
  toolOutput: { least: kilobyte, usual: 100 * kilobyte, most: 4 * megabyte },
  /** Size of a thread's file; a thread beyond it takes no more prompts. */
  thread: { least: megabyte, usual: 100 * megabyte, most: 4096 * megabyte },
} as const;

export type SizeLimit = keyof typeof sizeLimitRanges;
export type SizeLimits = Readonly<Record<SizeLimit, number>>;

export const sizeLimitNames = Object.keys(sizeLimitRanges) as readonly SizeLimit[];

const eachLimit = <T>(of: (limit: SizeLimit) => T): Record<SizeLimit, T> =>
  Object.fromEntries(sizeLimitNames.map((limit) => [limit, of(limit)])) as Record<SizeLimit, T>;

/** As in a settings file: only those that are set. */
export const setSizeLimitsSchema = z.looseObject(eachLimit(() => z.exactOptional(z.number())));
export type SetSizeLimits = z.output<typeof setSizeLimitsSchema>;

/** All limits with defaults, clamped to their ranges. */
export const sizeLimitsOf = (set: SetSizeLimits): SizeLimits =>
  eachLimit((limit) => {
    const { least, usual, most } = sizeLimitRanges[limit];
    return Math.min(Math.max(Math.round(set[limit] ?? usual), least), most);
  });

/** @returns a readable size such as "2 MB" */
export function formatBytes(bytes: number): string {
  const [size, unit] = bytes < megabyte ? [bytes / kilobyte, 'KB'] : [bytes / megabyte, 'MB'];
  return `${Number(size.toFixed(1))} ${unit}`;
}
