/** @returns a value as text for a log: errors with stack and causes, others as JSON if possible */
export function inspect(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value instanceof Error) {
    const text = value.stack?.includes(value.message) ? value.stack : `${value}\n${value.stack ?? ''}`;
    return value.cause === undefined ? text : `${text}\ncaused by ${inspect(value.cause)}`;
  }
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return JSON.stringify(value);
  } catch {
    return Object.prototype.toString.call(value);
  }
}
