/**
 * A message as JSON, where JSON says all of it. A port takes a text several times faster than the objects that it
 * describes, and the other side reads it when it gets to it.
 */

/** Characters and values, about: what is longer is better off with structured clone, which copies long texts as they are. */
const longest = 16 * 1024;
const deepest = 32;
let left = 0;

/**
 * @param list ours, and so a plain one: only what it holds is looked at
 * @returns null: it holds something that JSON does not say (bytes, `undefined`, a Map …), or is long
 */
export function toJsonText(list: readonly unknown[]): string | null {
  left = longest;
  try {
    return areSaidByJson(list, 0) ? JSON.stringify(list) : null;
  } catch {
    // A getter threw. The port will find the same, and there it is reported.
    return null;
  }
}

/** Runs for every message, so it makes nothing. */
function isSaidByJson(value: unknown, depth: number): boolean {
  left -= 1;
  switch (typeof value) {
    case 'string':
      left -= value.length;
      return left > 0;
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && (value !== 0 || Object.is(value, 0));
    case 'object':
      if (value === null) return true;
      if (left <= 0 || depth > deepest) return false;
      return Array.isArray(value) ? isPlainArray(value, depth + 1) : isPlainObject(value, depth + 1);
    default:
      return false;
  }
}

// Holes are missing among the keys, and names beside the elements are too many.
const isPlainArray = (value: readonly unknown[], depth: number): boolean =>
  Object.keys(value).length === value.length && areSaidByJson(value, depth);

function areSaidByJson(values: readonly unknown[], depth: number): boolean {
  for (let index = 0; index < values.length; index += 1) if (!isSaidByJson(values[index], depth)) return false;
  return true;
}

function isPlainObject(value: object, depth: number): boolean {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const key in value) {
    left -= key.length;
    if (!isSaidByJson((value as Record<string, unknown>)[key], depth)) return false;
  }
  return true;
}
