import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { z } from 'zod/mini';
import { type Colour, parseColour } from './colour.ts';

/** What theme files of every kind consist of. */

/** An invalid value counts as absent. */
export const orNone = <T>(schema: z.ZodMiniType<T>) => z.catch(z.optional(schema), undefined);
export const line = z.string().check(z.minLength(1), z.maxLength(1000));

export const colourSchema = z.pipe(
  z.string().check(z.regex(/^#[\da-f]{3,8}$/i)),
  z.transform((text: string, { issues }) => {
    const colour = parseColour(text);
    if (!colour) issues.push({ code: 'custom', message: 'not a colour', input: text });
    return colour as Colour;
  }),
);

export type ThemeJson =
  | { readonly value: unknown }
  /** What is wrong, as the end of a sentence that begins with the name of the file. */
  | { readonly fault: string };

/** @param text of a `.json` file, with comments and trailing commas or without */
export function parseJson(text: string): ThemeJson {
  const errors: ParseError[] = [];
  let value: unknown;
  try {
    value = parse(text, errors, { allowTrailingComma: true });
  } catch {
    // The parser calls itself for each level.
    return { fault: 'is not valid JSON: it is nested too deeply' };
  }
  const [first] = errors;
  if (!first) return { value };
  const at = text.slice(0, first.offset).split('\n').length;
  const words = printParseErrorCode(first.error)
    .replace(/(?!^)([A-Z])/g, ' $1')
    .toLowerCase();
  return { fault: `is not valid JSON: line ${at}, ${words}` };
}
