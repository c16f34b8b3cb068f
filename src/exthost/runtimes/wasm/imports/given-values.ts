/** What a component gave to an import. Its own types say what that is, which need not be those of the app. */

/** @param name of the value, for the message */
export function textOf(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new TypeError(`${name} has to be a string`);
}

/** @returns undefined for `none` */
export function optionalText(value: unknown, name: string): string | undefined {
  return value === undefined || value === null ? undefined : textOf(value, name);
}

export function textsOf(value: unknown, name: string): string[] {
  if (!Array.isArray(value)) throw new TypeError(`${name} has to be a list`);
  return value.map((text: unknown) => textOf(text, `A text of ${name}`));
}

/** @returns undefined for `none` */
export function optionalNumber(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null || typeof value === 'number') return value ?? undefined;
  throw new TypeError(`${name} has to be a number`);
}

export function recordOf(value: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new TypeError(`${name} has to be a record`);
}

/** @returns undefined for `none` */
export function optionalBytes(value: unknown, name: string): Uint8Array | undefined {
  if (value === undefined || value === null || value instanceof Uint8Array) return value ?? undefined;
  throw new TypeError(`${name} has to be a list of u8`);
}

/** A `list<tuple<string, string>>`. */
export function pairsOf(value: unknown, name: string): [string, string][] {
  if (!Array.isArray(value)) throw new TypeError(`${name} has to be a list`);
  return value.map((pair: unknown) => {
    const [key, text] = Array.isArray(pair) ? pair : [];
    return [textOf(key, `A name of ${name}`), textOf(text, `A value of ${name}`)];
  });
}

export function oneOf<Word extends string>(words: readonly Word[], value: unknown, name: string): Word {
  const found = words.find((word) => word === value);
  if (found !== undefined) return found;
  throw new TypeError(`${name} has to be one of ${words.join(', ')}`);
}
