export interface ArgumentField {
  /** "" when the arguments are no object. */
  readonly name: string;
  /** The decoded string; for any other value its JSON. */
  readonly text: string;
  readonly isString: boolean;
  /** More of it will come. */
  readonly isOpen: boolean;
}

type Place = 'start' | 'name' | 'colon' | 'value' | 'string' | 'other' | 'comma' | 'end';

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };
/** Characters at the end of the seen input that are compared with the next one. */
const seam = 200;
const blank = /[\s]*/y;
const plain = /[^"\\]+/y;
/** Anything up to a character that may end a value other than a string. */
const inner = /[^"\\{}[\],]+/y;

/** Reads the arguments of a call as they arrive, a field at a time; whatever a model writes, it reads on. */
export function createArgumentReader() {
  let seen = '';
  let at = 0;
  let place: Place = 'start';
  let done: ArgumentField[] = [];
  let name = '';
  let text = '';
  /** In a value other than a string: the nesting, and whether within a string. */
  let depth = 0;
  let isQuoted = false;

  function restart(): void {
    seen = '';
    at = depth = 0;
    place = 'start';
    done = [];
    name = text = '';
    isQuoted = false;
  }

  function skip(input: string, pattern: RegExp): string {
    pattern.lastIndex = at;
    const found = pattern.exec(input)?.[0] ?? '';
    at += found.length;
    return found;
  }

  /** Continues a string. @returns whether its end was reached */
  function takeString(input: string): boolean {
    while (at < input.length) {
      text += skip(input, plain);
      const mark = input[at];
      if (mark === '"') {
        at++;
        return true;
      }
      if (mark === undefined) return false;
      const next = input[at + 1];
      const length = next === 'u' ? 6 : 2;
      if (at + length > input.length) return false;
      const code = next === 'u' ? Number.parseInt(input.slice(at + 2, at + 6), 16) : Number.NaN;
      text += Number.isNaN(code) ? (escapes[next ?? ''] ?? next) : String.fromCharCode(code);
      at += length;
    }
    return false;
  }

  /** Continues a number, a list or any other value. @returns whether its end was reached */
  function takeOther(input: string): boolean {
    while (at < input.length) {
      text += skip(input, isQuoted ? plain : inner);
      const mark = input[at];
      if (mark === undefined) return false;
      if (mark === '\\') {
        if (at + 2 > input.length) return false;
        text += input.slice(at, at + 2);
        at += 2;
        continue;
      }
      if (mark === '"') isQuoted = !isQuoted;
      else if (mark === '{' || mark === '[') depth++;
      else if (depth === 0) return true;
      else if (mark !== ',') depth--;
      text += mark;
      at++;
    }
    return false;
  }

  /** @returns true: reading continues after it */
  function close(isString: boolean): true {
    done = [...done, { name, text: isString ? text : pretty(text), isString, isOpen: false }];
    name = text = '';
    place = 'comma';
    return true;
  }

  /** @returns whether more can be read */
  function step(input: string): boolean {
    if (place === 'string') return takeString(input) && close(true);
    if (place === 'other') return takeOther(input) && close(false);
    if (place === 'name') {
      if (!takeString(input)) return false;
      [name, text, place] = [text, '', 'colon'];
      return true;
    }
    skip(input, blank);
    const mark = input[at];
    if (mark === undefined || place === 'end') return false;
    if (place === 'value') {
      place = mark === '"' ? 'string' : 'other';
      if (mark === '"') at++;
      return true;
    }
    if (place === 'start' && mark !== '{') {
      place = 'other';
      return true;
    }
    at++;
    if (place === 'start') place = 'comma';
    else if (mark === '}') place = 'end';
    else if (place === 'colon' && mark === ':') place = 'value';
    else if (place === 'comma' && mark === '"') place = 'name';
    return true;
  }

  return {
    /** @param input all that has come so far. What was read before is not read again. */
    read(input: string): readonly ArgumentField[] {
      // Only the seam is compared: all of a long text in each frame would be too much.
      if (!input.startsWith(seen.slice(-seam), Math.max(seen.length - seam, 0))) restart();
      seen = input;
      while (step(input));
      if (place !== 'string' && place !== 'other') return done;
      return [...done, { name, text, isString: place === 'string', isOpen: true }];
    },
  };
}

function pretty(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2);
  } catch {
    return json.trim();
  }
}
