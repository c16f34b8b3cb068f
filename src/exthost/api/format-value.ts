/** Describes a wrong value for an error message; never its content, which may be private. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object') return `a ${typeof value}`;
  const className = classOf(value);
  if (className) return `a ${className}`;
  const keys = Object.keys(value);
  return keys.length === 0 ? 'an object without properties' : `an object with ${keys.slice(0, 5).join(', ')}`;
}

/** @returns '' for a plain object of any realm */
export function classOf(value: object): string {
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || Object.getPrototypeOf(prototype) === null) return '';
  return String(value.constructor?.name ?? 'class instance');
}
