import { z } from 'zod/mini';
import { singleLine } from '../../../../shared/harmless-text.ts';

let isSomethingLeftOut = false;
/** To be called by whoever does not read all that an agent wrote: it leaves something out, cuts it, or shows less of it. */
export function leaveOut(): undefined {
  isSomethingLeftOut = true;
}

/** @returns what was read, and whether nothing of it was left out */
export function readWhole<T>(read: () => T): { readonly value: T; readonly isWhole: boolean } {
  const before = isSomethingLeftOut;
  isSomethingLeftOut = false;
  const value = read();
  const isWhole = !isSomethingLeftOut;
  isSomethingLeftOut ||= before;
  return { value, isWhole };
}

/**
 * What an agent writes is read field by field: a field that is wrong counts as absent and an item of a list that is wrong
 * is left out, so that the rest is not lost with it. null stays, as it clears.
 */
const lenient = <T extends z.ZodMiniType>(schema: T) => z.catch(z.optional(z.nullable(schema)), leaveOut);

/** Characters of what is kept. */
export const limits = {
  name: 200,
  title: 500,
  id: 500,
  /** A path, or an address. */
  path: 4_096,
  /** One message, or what one update adds to it. */
  text: 1_000_000,
  /** Of a terminal in one update. */
  output: 200_000,
  /** JSON that a call was given, or gave. */
  json: 20_000,
  /** Of a list. */
  items: 500,
} as const;

export function cut(text: string, longest: number): string {
  if (text.length <= longest) return text;
  leaveOut();
  return `${text.slice(0, longest - 1)}…`;
}
/** For names and titles, which stand beside the app's own words. */
export const oneLine = (text: string, longest: number = limits.title): string =>
  cut(singleLine(cut(text, longest * 2)), longest);

const id = z.string().check(z.minLength(1), z.maxLength(limits.id));

export const fields = {
  id: lenient(id),
  text: lenient(z.string()),
  number: lenient(z.number()),
  flag: lenient(z.boolean()),
  anything: z.optional(z.unknown()),
  list: <T extends z.ZodMiniType>(item: T) => lenient(listOf(item)),
  of: lenient,
};

export const idSchema = id;
export const pathSchema = z.string().check(z.maxLength(limits.path));

/** A list without what does not fit. */
export function listOf<T extends z.ZodMiniType>(item: T) {
  return z.pipe(
    z.array(z.unknown()),
    z.transform((items) => {
      if (items.length > limits.items) leaveOut();
      return items.slice(0, limits.items).flatMap((one): z.output<T>[] => {
        const read = item.safeParse(one);
        if (!read.success) leaveOut();
        return read.success ? [read.data] : [];
      });
    }),
  );
}

/** @returns undefined if it is not what was expected */
export function readAs<T extends z.ZodMiniType>(schema: T, value: unknown): z.output<T> | undefined {
  const read = schema.safeParse(value);
  return read.success ? read.data : leaveOut();
}
