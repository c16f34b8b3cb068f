import { firstLineLength } from '../../../shared/contract/languages/contributed-language.ts';

/** Steps of one expression: some thirty milliseconds. */
const mostSteps = 100_000;

/**
 * Whether the editor can try an expression on the first line of a file.
 * @returns why not; null: it can
 */
export function whyNoFirstLine(pattern: string): string | null {
  try {
    new RegExp(pattern, 'u');
  } catch {
    return 'it is no regular expression of JavaScript';
  }
  const ways = waysOf(pattern);
  if (ways === null) return 'a group is repeated, which may take too long';
  return stepsOf(ways) > mostSteps
    ? 'it may take too long: use fewer of "*", "+", "{", "?" and "|", and begin with "^"'
    : null;
}

/**
 * The ways in which an expression may match, which are tried one by one where none does: at an index, those that have so
 * many places to choose freely.
 */
type Ways = readonly number[];

const one: Ways = [1];
const anywhere: Ways = [0, 1];

const either = (a: Ways, b: Ways): Ways =>
  Array.from({ length: Math.max(a.length, b.length) }, (_, index) => (a[index] ?? 0) + (b[index] ?? 0));

function both(a: Ways, b: Ways): Ways {
  const ways = new Array<number>(a.length + b.length - 1).fill(0);
  for (const [i, x] of a.entries()) for (const [j, y] of b.entries()) ways[i + j] = (ways[i + j] ?? 0) + x * y;
  return ways;
}

/** Places that are chosen one behind the other are in order. */
function stepsOf(ways: Ways): number {
  let ofPlaces = 1;
  return ways.reduce((sum, count, index) => {
    if (index > 0) ofPlaces *= firstLineLength / index;
    return sum + count * ofPlaces;
  }, 0);
}

const opening = /\((?:\?(?:[:=!]|<[=!]|<[^>]*>|[a-z-]*:))?/y;
const atom = /\[(?:\\.|[^\]\\])*\]|\\(?:[pPu]\{[^}]*\}|k<[^>]*>|.)|[^()|]/suy;
const repetition = /(?:[*+?]|\{(\d+)(,\d*)?\})\??/y;

/** @param pattern a valid one. @returns null: a group of it is repeated */
function waysOf(pattern: string): Ways | null {
  let at = 0;
  let isGroupRepeated = false;

  function take(what: RegExp): RegExpExecArray | null {
    what.lastIndex = at;
    const match = what.exec(pattern);
    if (match) at = what.lastIndex;
    return match;
  }

  function alternatives(): Ways {
    let ways = sequence();
    while (take(/\|/y)) ways = either(ways, sequence());
    return ways;
  }

  function sequence(): Ways {
    let ways = one;
    for (;;) {
      const isGroup = take(opening) !== null;
      if (!isGroup && !take(atom)) return ways;
      const inside = isGroup ? alternatives() : one;
      if (isGroup) take(/\)/y);
      const repeated = take(repetition);
      const isChosen = repeated?.[0].startsWith('?') === true;
      const isCounted = repeated?.[1] !== undefined && repeated[2] === undefined;
      if (isGroup && repeated && !isChosen) isGroupRepeated = true;
      const own = isChosen ? either(one, inside) : repeated && !isCounted ? anywhere : inside;
      ways = both(ways, own);
    }
  }

  const ways = alternatives();
  // It is tried at each place, unless its only alternative begins with the line's beginning.
  const isAnchored = pattern.startsWith('^') && !hasAlternatives(pattern);
  return isGroupRepeated ? null : isAnchored ? ways : both(ways, anywhere);
}

/** Outside of groups. */
function hasAlternatives(pattern: string): boolean {
  let depth = 0;
  for (const [token] of pattern.matchAll(/\[(?:\\.|[^\]\\])*\]|\\.|[()|]/gsu)) {
    if (token === '|' && depth === 0) return true;
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
  }
  return false;
}
