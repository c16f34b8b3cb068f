/** Characters of an error: the host looks for keys in all of it, and a person reads less. */
const longest = 65_536;

/** The error of a `result`, or why a call trapped, as a text; '' if it is none. */
export function reasonOf(error: unknown): string {
  if (error === undefined || error === null) return '';
  const text =
    typeof error === 'string' ? error : (JSON.stringify(error, (_key, value) => inJson(value)) ?? 'no reason');
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}

const inJson = (value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
