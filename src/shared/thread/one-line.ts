/** Control characters, and those that change the text direction. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu;

/** A text as one line of at most `most` characters, for lists and titles. */
export function oneLine(text: string, most: number): string {
  // A prompt may have a megabyte, and only its beginning is needed.
  const head = text.slice(0, most * 8 + 1000);
  const line = head.replace(unprintable, ' ').replace(/\s+/g, ' ').trim();
  if (line.length <= most && head.length === text.length) return line;
  return `${wellFormed(line.slice(0, most - 1)).trimEnd()}…`;
}

/** Removes half a surrogate pair at the ends of a cut text. */
export const wellFormed = (text: string): string =>
  text.replace(/^[\udc00-\udfff]/, '').replace(/[\ud800-\udbff]$/, '');
