import type { Text } from '@codemirror/state';

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

/** The same for two texts of the editor, which may be long. */
export function textChange(before: Text, after: Text): { from: number; to: number; insert: Text } | null {
  if (before.eq(after)) return null;
  const shorter = Math.min(before.length, after.length);
  let start = equalLength(before, after, shorter, 1);
  if (splitsPairIn(before, start) || splitsPairIn(after, start)) start--;
  let end = equalLength(before, after, shorter - start, -1);
  if (splitsPairIn(before, before.length - end) || splitsPairIn(after, after.length - end)) end--;
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) };
}

const splitsPairIn = (text: Text, at: number): boolean => splitsPair(text.sliceString(at - 1, at + 1), 1);

/** The length that two texts have in common at their beginning or end. @param most not more than this */
function equalLength(one: Text, other: Text, most: number, direction: 1 | -1): number {
  // In steps of a line, or of a line break.
  const [ours, theirs] = [one.iter(direction), other.iter(direction)];
  for (let length = 0; ; ) {
    const [{ value }, { value: theirValue }] = [ours.next(), theirs.next()];
    if (value !== theirValue || value === '' || length + value.length > most) {
      const room = Math.min(value.length, theirValue.length, most - length);
      return length + equalCharacters(value, theirValue, room, direction);
    }
    length += value.length;
  }
}

function equalCharacters(one: string, other: string, most: number, direction: 1 | -1): number {
  let count = 0;
  const codeAt = (text: string) => text.charCodeAt(direction > 0 ? count : text.length - 1 - count);
  while (count < most && codeAt(one) === codeAt(other)) count++;
  return count;
}
