/**
 * Globs over relative paths with "/": `*` and `?` within a name, `**` for any number of folders, `{a,b}`, `[a-z]` and
 * `[!a-z]`. They come from manifests, so matching takes time in proportion to the glob and the name, whatever both
 * hold; a regular expression would not. A glob is walked name by name, so that folders without a match are not entered.
 */

/** Characters of a glob. */
const maxLength = 500;
/** The number of globs that the braces of one may stand for. */
const maxAlternatives = 64;
const maxPatterns = 256;

export interface Glob {
  /** Where it stands before the first name. */
  readonly start: GlobState;
  /** @returns where it stands after one more name of a path */
  step(state: GlobState, name: string): GlobState;
  /** Whether the names so far are a match. */
  isMatch(state: GlobState): boolean;
}

/** The places in the patterns that may come next; empty: nothing below can match. */
export type GlobState = readonly { readonly pattern: number; readonly part: number }[];

type Token = { readonly type: 'star' } | { readonly type: 'one'; permits(character: string): boolean };
type Part = 'folders' | readonly Token[];

/** @returns null when it is no glob that can be matched */
export function compileGlobs(globs: readonly string[], isCaseSensitive: boolean): Glob | null {
  const fold = (text: string): string => (isCaseSensitive ? text : text.toLowerCase());
  const expanded = globs.filter((glob) => glob.length <= maxLength).flatMap((glob) => expandBraces(fold(glob)));
  const patterns = expanded.slice(0, maxPatterns).map(partsOf);
  if (patterns.length === 0) return null;

  /** `**` may stand for no folder at all. */
  function settle(pattern: number, part: number, into: Map<string, GlobState[number]>): void {
    into.set(`${pattern}:${part}`, { pattern, part });
    if (patterns[pattern]?.[part] === 'folders') settle(pattern, part + 1, into);
  }

  const start = new Map<string, GlobState[number]>();
  for (const index of patterns.keys()) settle(index, 0, start);
  return {
    start: [...start.values()],
    step(state, name) {
      const next = new Map<string, GlobState[number]>();
      const characters = [...fold(name)];
      for (const { pattern, part } of state) {
        const here = patterns[pattern]?.[part];
        if (here === 'folders') settle(pattern, part, next);
        else if (here && matches(here, characters)) settle(pattern, part + 1, next);
      }
      return [...next.values()];
    },
    isMatch: (state) => state.some(({ pattern, part }) => part === patterns[pattern]?.length),
  };
}

/** Whether a text is a glob and not a plain path. */
export const isGlob = (text: string): boolean => /[*?[\]{}]/.test(text);

function partsOf(glob: string): Part[] {
  const names = glob.split('/').filter((name) => name !== '' && name !== '.');
  // At the end it stands for what is in a folder, not for the folder.
  if (names.at(-1) === '**') names.push('*');
  return names.map((name) => (name === '**' ? 'folders' : tokensOf(name)));
}

function tokensOf(name: string): Token[] {
  const tokens: Token[] = [];
  const characters = [...name];
  for (let at = 0; at < characters.length; at++) {
    const character = characters[at] ?? '';
    const end = character === '[' ? classEnd(characters, at) : -1;
    if (character === '*') {
      if (tokens.at(-1)?.type !== 'star') tokens.push({ type: 'star' });
    } else if (character === '?') tokens.push({ type: 'one', permits: () => true });
    else if (end > 0) {
      tokens.push({ type: 'one', permits: classOf(characters.slice(at + 1, end)) });
      at = end;
    } else tokens.push({ type: 'one', permits: (other) => other === character });
  }
  return tokens;
}

/** A "]" right after the beginning belongs to the class. @returns -1: it has no end, and is a plain "[" */
function classEnd(characters: readonly string[], at: number): number {
  const first = characters[at + 1] === '!' || characters[at + 1] === '^' ? at + 2 : at + 1;
  return characters.indexOf(']', first + 1);
}

function classOf(inside: readonly string[]): (character: string) => boolean {
  const isNegated = inside[0] === '!' || inside[0] === '^';
  const ranges: [from: string, to: string][] = [];
  const members = isNegated ? inside.slice(1) : inside;
  for (let at = 0; at < members.length; at++) {
    const from = members[at] ?? '';
    const to = members[at + 1] === '-' ? members[at + 2] : undefined;
    ranges.push([from, to ?? from]);
    if (to !== undefined) at += 2;
  }
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}

/** Goes back to the last star only, which is enough: an earlier one can take no more than a later one could. */
function matches(tokens: readonly Token[], characters: readonly string[]): boolean {
  let token = 0;
  let at = 0;
  let star = -1;
  let afterStar = 0;
  while (at < characters.length) {
    const here = tokens[token];
    if (here?.type === 'star') {
      star = token++;
      afterStar = at;
    } else if (here?.permits(characters[at] ?? '')) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++afterStar;
    } else return false;
  }
  while (tokens[token]?.type === 'star') token++;
  return token === tokens.length;
}

/** @returns the globs without braces; those that would be too many are cut off, and braces without an end are text */
function expandBraces(glob: string): string[] {
  const done: string[] = [];
  const waiting = [glob];
  while (waiting.length > 0 && done.length + waiting.length <= maxAlternatives) {
    const next = waiting.pop() ?? '';
    const group = innermostBraces(next);
    if (!group) done.push(next);
    else for (const choice of group.choices) waiting.push(group.before + choice + group.after);
  }
  return [...done, ...waiting].slice(0, maxAlternatives);
}

function innermostBraces(glob: string): { before: string; choices: string[]; after: string } | null {
  const end = glob.indexOf('}');
  const begin = glob.lastIndexOf('{', end);
  if (end < 0 || begin < 0) return null;
  return { before: glob.slice(0, begin), choices: glob.slice(begin + 1, end).split(','), after: glob.slice(end + 1) };
}
