/** Versions of Node.js, and what packages say of them under `engines`. */

type Version = readonly [number, number, number];

/** @returns null for what is no version, such as `v22.1.0` */
export function readVersion(text: string): Version | null {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(text.trim()) ?? [];
  return major === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

/**
 * Whether a version is in a range of npm: comparisons, `^`, `~`, `x`, hyphens and `||`. A range in another form has all, as npm
 * too goes on after a warning.
 */
export function isInRange(version: string, range: string): boolean {
  const read = readVersion(version);
  if (!read) return true;
  const alternatives = range.split('||').map((text) => comparatorsOf(text.trim()));
  if (alternatives.some((each) => each === null)) return true;
  return alternatives.some((each) => each?.every(({ from, below }) => isFrom(read, from) && !isFrom(read, below)));
}

/** From a version on, and below another. */
interface Span {
  readonly from: Version;
  readonly below: Version;
}

const least: Version = [0, 0, 0];
const most: Version = [Number.POSITIVE_INFINITY, 0, 0];

function comparatorsOf(text: string): readonly Span[] | null {
  const [, first, last] = /^(\S+)\s+-\s+(\S+)$/.exec(text) ?? [];
  if (first !== undefined && last !== undefined) return comparatorsOf(`>=${first} <=${last}`);
  const words = text.replaceAll(/([<>=^~]+)\s+/g, '$1').split(/\s+/);
  const spans = words.map(spanOf);
  return spans.includes(null) ? null : (spans as Span[]);
}

function spanOf(word: string): Span | null {
  if (word === '' || /^[x*]$/i.test(word)) return { from: least, below: most };
  const matched = /^(>=|<=|>|<|=|\^|~>?)?v?(\d+)(?:\.(\d+|[x*]))?(?:\.(\d+|[x*]))?(?:[-+].*)?$/i.exec(word);
  if (!matched) return null;
  const [, sign = '', ...parts] = matched;
  const numbers = parts.filter((part) => part !== undefined && /^\d+$/.test(part)).map(Number);
  const [major = 0, minor = 0, patch = 0] = numbers;
  const from: Version = [major, minor, patch];
  /** After all that the written parts cover. */
  const after: Version =
    numbers.length === 1 ? [major + 1, 0, 0] : numbers.length === 2 ? [major, minor + 1, 0] : [major, minor, patch + 1];
  if (sign === '>=') return { from, below: most };
  if (sign === '>') return { from: after, below: most };
  if (sign === '<') return { from: least, below: from };
  if (sign === '<=') return { from: least, below: after };
  if (sign === '^' && (major > 0 || numbers.length === 1)) return { from, below: [major + 1, 0, 0] };
  if (sign === '^' && minor === 0 && numbers.length === 3) return { from, below: after };
  if (sign.startsWith('~') && numbers.length === 1) return { from, below: after };
  if (sign.startsWith('~') || sign === '^') return { from, below: [major, minor + 1, 0] };
  return { from, below: after };
}

function isFrom(version: Version, from: Version): boolean {
  for (const [at, part] of version.entries()) {
    const other = from[at] ?? 0;
    if (part !== other) return part > other;
  }
  return true;
}
