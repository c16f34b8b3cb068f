import { z } from 'zod/mini';

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;

/**
 * The most that is taken of what models and tools say, in bytes of UTF-8: what may be set, and what holds otherwise. An answer
 * is ended there and keeps what came so far; the output of a tool is cut.
 */
export const sizeLimitRanges = {
  /** Its text and the arguments of its calls, of all steps together. */
  answer: { least: 10 * kilobyte, usual: 2 * megabyte, most: 16 * megabyte },
  /** What a model thinks in one answer. */
  thought: { least: 10 * kilobyte, usual: 2 * megabyte, most: 16 * megabyte },
  /** What one call of a tool says to its model. */
  toolOutput: { least: kilobyte, usual: 100 * kilobyte, most: 4 * megabyte },
  /** The file of a thread. When it has come to that, nothing more is asked in it. */
  thread: { least: megabyte, usual: 100 * megabyte, most: 4096 * megabyte },
} as const;

export type SizeLimit = keyof typeof sizeLimitRanges;
export type SizeLimits = Readonly<Record<SizeLimit, number>>;

export const sizeLimitNames = Object.keys(sizeLimitRanges) as readonly SizeLimit[];

const eachLimit = <T>(of: (limit: SizeLimit) => T): Record<SizeLimit, T> =>
  Object.fromEntries(sizeLimitNames.map((limit) => [limit, of(limit)])) as Record<SizeLimit, T>;

/** As a file of settings has them: those that a person has set. */
export const setSizeLimitsSchema = z.looseObject(eachLimit(() => z.exactOptional(z.number())));
export type SetSizeLimits = z.output<typeof setSizeLimitsSchema>;

/** All of them. What is out of range is taken as far as the range goes. */
export const sizeLimitsOf = (set: SetSizeLimits): SizeLimits =>
  eachLimit((limit) => {
    const { least, usual, most } = sizeLimitRanges[limit];
    return Math.min(Math.max(Math.round(set[limit] ?? usual), least), most);
  });

/** @returns as a person reads it, such as "2 MB" */
export function formatBytes(bytes: number): string {
  const [size, unit] = bytes < megabyte ? [bytes / kilobyte, 'KB'] : [bytes / megabyte, 'MB'];
  return `${Number(size.toFixed(1))} ${unit}`;
}
