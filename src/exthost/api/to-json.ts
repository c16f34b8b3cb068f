import { classOf, formatValue } from './format-value.ts';

/**
 * JSON that reads back as the same value. `JSON.stringify` turns NaN into null, a Map into {} and leaves functions out
 * without a word; here they throw. A property that is undefined is left out, as anyone expects.
 * @param name how a sentence names the value
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
    // By index: an array with holes is as wrong as one with undefined in it.
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

/** Keeps the stack and the sentence short. */
const deepest = 200;
