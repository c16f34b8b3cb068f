import type { Part } from './parse-body.ts';

/** A piece of text, with the number of its stop. A stop's texts are all the same at first. */
export interface Filled {
  readonly text: string;
  readonly stop: number | null;
  readonly choices: readonly string[];
}

/** The value of a variable; null: it has none here, undefined: there is no such variable. */
export type ValueOf = (name: string) => string | null | undefined;

/** Characters of what a snippet repeats: of a stop's text and of a variable's value, but for the first time. */
const mostRepeated = 100_000;

const textOf = (filled: readonly Filled[]): string => filled.map(({ text }) => text).join('');

/**
 * A snippet as it is inserted: its variables have their values, and of stops within stops the inner ones are left, as an
 * editor has one level of them. Ends with stop 0 if that is nowhere else. Of a body of a few letters repetitions could
 * make any length: those beyond `mostRepeated` are empty.
 */
export function fillIn(parts: readonly Part[], variable: ValueOf): readonly Filled[] {
  /** What stands at stops first, which all others of their number repeat. */
  const usual = new Map<number, Filled>();
  const named = new Set<string>();
  let left = mostRepeated;

  function again(text: string): string {
    if (text.length > left) return '';
    left -= text.length;
    return text;
  }

  function valueAt(name: string): string | null | undefined {
    const value = variable(name);
    const isFirst = !named.has(name);
    named.add(name);
    return typeof value === 'string' && !isFirst ? again(value) : value;
  }

  function fill(part: Part, around: readonly number[]): readonly Filled[] {
    if (part.kind === 'text') return [{ text: part.text, stop: null, choices: [] }];
    if (part.kind === 'variable') {
      const value = valueAt(part.name);
      if (typeof value === 'string') return [{ text: value, stop: null, choices: [] }];
      if (value === null || part.otherwise.length > 0) return part.otherwise.flatMap((inner) => fill(inner, around));
      return [{ text: part.name, stop: null, choices: [] }];
    }
    const { number: stop, choices } = part;
    if (around.includes(stop)) return [];
    const inside = part.inside.flatMap((inner) => fill(inner, [...around, stop]));
    const own: Filled = { text: choices[0] ?? textOf(inside), stop, choices };
    if (own.text !== '' && !usual.has(stop)) usual.set(stop, own);
    return inside.some((inner) => inner.stop !== null) ? inside : [own];
  }

  const filled = parts.flatMap((part) => fill(part, []));
  const repeated = filled.map((one): Filled => {
    const first = one.stop === null ? undefined : usual.get(one.stop);
    return first === undefined || first === one ? one : { ...first, text: again(first.text) };
  });
  return repeated.some(({ stop }) => stop === 0) ? repeated : [...repeated, { text: '', stop: 0, choices: [] }];
}
