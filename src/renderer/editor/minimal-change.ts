export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

const splitsPair = (text: string, at: number): boolean => {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before >= 0xd800 && before < 0xdc00 && after >= 0xdc00 && after < 0xe000;
};

/**
 * The smallest single replacement that turns `before` into `after`, so that cursor, scroll and folds keep their place.
 * @returns null when the texts are equal
 */
export function minimalChange(before: string, after: string): Change | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  if (splitsPair(before, start) || splitsPair(after, start)) start--;
  let end = 0;
  const room = shorter - start;
  while (end < room && before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)) end++;
  if (splitsPair(before, before.length - end) || splitsPair(after, after.length - end)) end--;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}
