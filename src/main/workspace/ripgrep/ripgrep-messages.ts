import { z } from 'zod/mini';
import { readerOf } from '../../../shared/schema-reader.ts';

/** ripgrep gives text that is not UTF-8 as bytes in base64. */
const words = z.union([z.object({ text: z.string() }), z.object({ bytes: z.string() })]);
export type RipgrepText = z.output<typeof words>;

const submatch = z.object({
  match: words,
  replacement: z.optional(words),
  /** Bytes in the text of the lines. */
  start: z.number(),
  end: z.number(),
});
/** What is not used is named too: values with unknown keys take ten times as long to check. */
const unused = z.unknown();
const lines = z.object({
  path: z.nullable(words),
  lines: words,
  line_number: z.number(),
  absolute_offset: unused,
});

/** A line of `rg --json`. Source: https://docs.rs/grep-printer, `JSON`; of ripgrep 15 with `replacement`. */
const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('begin'), data: z.object({ path: z.nullable(words) }) }),
  z.object({ type: z.literal('match'), data: z.extend(lines, { submatches: z.array(submatch) }) }),
  z.object({ type: z.literal('context'), data: z.extend(lines, { submatches: unused }) }),
  z.object({
    type: z.literal('end'),
    data: z.object({ path: unused, binary_offset: z.nullable(z.number()), stats: unused }),
  }),
  z.object({ type: z.literal('summary') }),
]);
export type RipgrepMessage = z.output<typeof message>;
export type RipgrepMatch = Extract<RipgrepMessage, { type: 'match' }>['data'];
export type RipgrepSubmatch = z.output<typeof submatch>;

const read = readerOf(message);

/** @returns undefined for a line that is none */
export function readMessage(line: string): RipgrepMessage | undefined {
  try {
    return read(JSON.parse(line)).data;
  } catch {
    return undefined;
  }
}

export const bytesOf = (one: RipgrepText): Buffer =>
  'text' in one ? Buffer.from(one.text) : Buffer.from(one.bytes, 'base64');

/** The name of a file, as it is given to the system. */
export const nameOf = (path: RipgrepText | null): string =>
  path === null ? '' : 'text' in path ? path.text : bytesOf(path).toString();
