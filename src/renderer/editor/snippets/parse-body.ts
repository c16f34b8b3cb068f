/** A part of a snippet's body. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** Where the person types; those of one number are filled in together. 0 is where the cursor goes last. */
  | {
      readonly kind: 'stop';
      readonly number: number;
      readonly inside: readonly Part[];
      /** Of which one is put there. */
      readonly choices: readonly string[];
    }
  | { readonly kind: 'variable'; readonly name: string; readonly otherwise: readonly Part[] };

/** The rest of `${NAME/find/put/flags}`; what is put there may have braces of its own. */
const transform = /\/(?:\\[\s\S]|[^\\/])*\/(?:\\[\s\S]|\$\{[^}]*\}|\$(?!\{)|[^\\/$])*\/[a-z]*\}/y;

/** Stops within stops. */
const deepest = 20;

/**
 * Reads the body of a snippet of VS Code: `$1`, `${1:text}`, `${1|one,two|}`, `$NAME`, `${NAME:text}`, `\$`. What ends too
 * early is closed by the end. Transforms, as in `${NAME/find/put/}`, are passed over: their patterns could run for long.
 */
export function parseBody(body: string): readonly Part[] {
  let at = 0;

  /** What matches here, which is read then. */
  function take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = at;
    const match = pattern.exec(body);
    if (match) at = pattern.lastIndex;
    return match;
  }

  function partsUntil(end: '}' | null, depth: number): readonly Part[] {
    const parts: Part[] = [];
    let text = '';
    const add = (part: Part) => {
      if (text !== '') parts.push({ kind: 'text', text });
      text = '';
      parts.push(part);
    };
    while (at < body.length) {
      if (end !== null && take(/\}/y)) break;
      const escaped = take(/\\([$}\\])/y);
      const part = escaped || depth > deepest ? null : takePart(depth);
      if (part) add(part);
      else text += escaped?.[1] ?? body[at++];
    }
    if (text !== '') parts.push({ kind: 'text', text });
    return parts;
  }

  function takePart(depth: number): Part | null {
    const plain = take(/\$(?:(\d{1,6})|([a-z_]\w*))/iy);
    if (plain) return partOf(plain[1], plain[2]);
    const opened = take(/\$\{(?:(\d{1,6})|([a-z_]\w*))(?=[}:|/])/iy);
    if (!opened) return null;
    const [, number, name] = opened;
    if (take(/:/y)) return partOf(number, name, partsUntil('}', depth + 1));
    const choices = number === undefined ? null : take(/\|((?:\\[\s\S]|[^\\|])*)(?:\|\}|$)/y);
    if (choices) return partOf(number, name, [], choicesIn(choices[1] ?? ''));
    // One that is not whole ends with its brace.
    if (!take(transform)) take(/[^}]*\}?/y);
    return partOf(number, name);
  }

  return partsUntil(null, 0);
}

const partOf = (
  number: string | undefined,
  name = '',
  inside: readonly Part[] = [],
  choices: readonly string[] = [],
): Part =>
  number === undefined
    ? { kind: 'variable', name, otherwise: inside }
    : { kind: 'stop', number: Number(number), inside, choices };

const choicesIn = (text: string): string[] =>
  (text.match(/(?:\\[\s\S]|[^\\,])+/g) ?? []).map((choice) => choice.replace(/\\([,|\\])/g, '$1'));
