const deepest = 50;

/**
 * JSON as Lua can hold it, with its keys in the order in which they come back: an integer that Lua would have as another
 * one, and what is nested too deep, is a text. What a script leaves as it is has the same JSON when it comes back.
 */
export function passable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (typeof value === 'number') return Number.isInteger(value) && !Number.isSafeInteger(value) ? String(value) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (depth === deepest) return JSON.stringify(value).toWellFormed();
  if (Array.isArray(value)) return value.map((item) => passable(item, depth + 1));
  const fields = Object.entries(value).filter(([, inner]) => inner !== null && inner !== undefined);
  return Object.fromEntries(
    fields
      .map(([key, inner]) => [key.toWellFormed(), passable(inner, depth + 1)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** The same text for what counts as the same: a copy that a script makes of an empty array is an empty object. */
export const jsonOf = (value: unknown): string =>
  JSON.stringify(value, (_key, inner) => (Array.isArray(inner) && inner.length === 0 ? {} : inner));

/** Whether a script gave another value than it was given. What it took away counts as left. */
export const isChanged = (said: unknown, given: unknown): boolean =>
  said !== undefined && jsonOf(said) !== jsonOf(given);

/** JSON text as a value; what is no whole JSON as it is. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
