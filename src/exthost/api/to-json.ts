import { classOf, formatValue } from './format-value.ts';

/**
 * JSON that parses to the same value. `JSON.stringify` silently turns NaN into null and a Map into {}, and drops
 * functions; here they throw. Properties that are undefined are dropped, as is usual.
 * @param name of the value in error messages
 */
export function toJson(value: unknown, name: string): string {
  expectJson(value, name, []);
  return JSON.stringify(value);
}

function expectJson(value: unknown, name: string, holders: readonly object[]): void {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return;
  if (typeof value === 'number' && Number.isFinite(value)) return;
  if (typeof value !== 'object') throw new TypeError(`${name} is ${formatValue(value)}, which JSON cannot hold`);
  if (holders.includes(value)) throw new TypeError(`${name} holds itself, which JSON cannot hold`);
  const inside = [...holders, value];
  if (inside.length > deepest) throw new TypeError(`${name} is nested deeper than ${deepest} levels`);
  if (Array.isArray(value)) {
    // By index: holes are as wrong as undefined.
    for (let index = 0; index < value.length; index += 1) expectJson(value[index], `${name}[${index}]`, inside);
    return;
  }
  const className = classOf(value);
  if (className) {
    throw new TypeError(`${name} is a ${className}, which JSON cannot hold. Keep a plain object, a text or a number`);
  }
  for (const [key, inner] of Object.entries(value)) {
    if (inner !== undefined) expectJson(inner, `${name}.${key}`, inside);
  }
}

/** Bounds the stack and the length of the message. */
const deepest = 200;
