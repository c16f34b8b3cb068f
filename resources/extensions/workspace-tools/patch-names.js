/** File names in patches. */

/**
 * Removes git's "a/" and "b/"; a path that really begins like that has the same prefix on both sides.
 * @param {{ from: string | null, to: string | null }} names
 */
export function withoutPrefixes({ from, to }) {
  const isGit = (from === null || /^a\//u.test(from)) && (to === null || /^b\//u.test(to));
  return isGit ? { from: from?.slice(2) ?? null, to: to?.slice(2) ?? null } : { from, to };
}

/**
 * Both names of "diff --git" are in one line, and may have blanks: the split is where they are equal.
 * @param {string} text
 */
export function gitNames(text) {
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/u.exec(text);
  if (quoted) return { from: unquoted(quoted[1] ?? ''), to: unquoted(quoted[2] ?? '') };
  const half = (text.length - 1) / 2;
  const [from, to] = [text.slice(0, half), text.slice(half + 1)];
  return from.slice(2) === to.slice(2) && from !== '' ? { from, to } : null;
}

/** The name after "--- ", which a tab and a time may follow. @param {string} text */
export function nameOf(text) {
  const name = text.startsWith('"') ? unquoted(text) : (text.split('\t', 1)[0] ?? '').trim();
  return name === '/dev/null' ? null : name;
}

/** Decodes C quoting, which git uses for names with special characters: UTF-8 bytes in octal. @param {string} text */
export function unquoted(text) {
  const inner = /^"((?:[^"\\]|\\.)*)"/u.exec(text)?.[1];
  if (inner === undefined) return text;
  /** @type {Record<string, string>} */
  const letters = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };
  const bytes = [...inner.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gsu)].flatMap(([, octal, letter, plain]) => {
    if (octal !== undefined) return [Number.parseInt(octal, 8)];
    return [...new TextEncoder().encode(plain ?? letters[letter ?? ''] ?? letter ?? '')];
  });
  return new TextDecoder().decode(new Uint8Array(bytes));
}
