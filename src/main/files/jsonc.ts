import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';

export type ParsedJsonc =
  | { readonly value: unknown }
  /** What is wrong, as the end of a sentence that begins with the name of the file. */
  | { readonly fault: string };

/** @param text of a file with JSON, with a byte-order mark, comments and trailing commas or without */
export function parseJsonc(text: string): ParsedJsonc {
  const errors: ParseError[] = [];
  let value: unknown;
  try {
    value = parse(text.replace(/^\uFEFF/, ''), errors, { allowTrailingComma: true });
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
